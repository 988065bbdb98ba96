import type { ElicitMessages } from '../src/ui/language/elicit-messages.ts';
import { arabic } from '../src/ui/language/arabic.ts';
import { english } from '../src/ui/language/english.ts';
import { german } from '../src/ui/language/german.ts';

/** The languages of the toolbar. */
export const languages: Readonly<Record<string, ElicitMessages>> = { en: english, de: german, ar: arabic };

/** The part of a play's context that its helpers need. */
export interface Played {
  canvasElement: HTMLElement;
  globals: Record<string, unknown>;
}

/** The messages in the toolbar's language. Plays use them to find what they press. */
export function said({ globals }: Pick<Played, 'globals'>): ElicitMessages {
  return languages[String(globals['locale'])] ?? english;
}

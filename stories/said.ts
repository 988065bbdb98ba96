import type { ElicitMessages } from '../src/ui/language/elicit-messages.ts';
import { arabic } from '../src/ui/language/arabic.ts';
import { english } from '../src/ui/language/english.ts';
import { german } from '../src/ui/language/german.ts';

/** The languages of the toolbar. */
export const languages: Readonly<Record<string, ElicitMessages>> = { en: english, de: german, ar: arabic };

/** What a play is given that this needs, and what helpers of plays take. */
export interface Played {
  canvasElement: HTMLElement;
  globals: Record<string, unknown>;
}

/** What the components say in the language of the toolbar: a play finds by these words what it presses. */
export function said({ globals }: Pick<Played, 'globals'>): ElicitMessages {
  return languages[String(globals['locale'])] ?? english;
}

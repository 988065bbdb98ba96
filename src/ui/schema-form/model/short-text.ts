import { plainText } from '../../../protocol/plain-text.ts';

/** Text of a server, safe to show. However long it is, only its beginning is looked at. */
export function shortText(text: string, max: number): string {
  return plainText(text.slice(0, 4 * max), max);
}

/** What a schema gives for words, safe to show; nothing where it gives none. */
export function wordsIn(given: unknown, max: number): string | undefined {
  return typeof given === 'string' ? shortText(given, max).trim() || undefined : undefined;
}

import { plainText } from '../protocol/plain-text.ts';

/** Makes a server's text safe to show. Reads only its beginning, however long it is. */
export function shortText(text: string, max: number): string {
  return plainText(text.slice(0, 4 * max), max);
}

/** A text of the schema, safe to show, or undefined if there is none. */
export function wordsIn(given: unknown, max: number): string | undefined {
  return typeof given === 'string' ? shortText(given, max).trim() || undefined : undefined;
}

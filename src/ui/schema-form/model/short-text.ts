import { plainText } from '../../../protocol/plain-text.ts';

/** Text of a server, safe to show. However long it is, only its beginning is looked at. */
export function shortText(text: string, max: number): string {
  return plainText(text.slice(0, 4 * max), max);
}

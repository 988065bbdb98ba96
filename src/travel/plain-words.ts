import { plainText } from '../protocol/plain-text.ts';
import { changed } from './changed.ts';

/**
 * The same data with text that is safe to show: limited in length, without control characters. Ids, values that an
 * answer repeats, and URLs stay unchanged.
 *
 * @param max - the longest text, 80 or more. Disclosures are cut only at 600, since the person must read them
 */
export function plainWords<T>(data: T, max: number): T {
  return changed(data, (value, name) => plainWord(value, name, max)) as T;
}

/** One value of such data. Only text changes. */
export function plainWord(value: unknown, name: string, max: number): unknown {
  if (typeof value !== 'string' || simple.test(value) || verbatim.test(name)) return value;
  return plainText(value, name === 'disclosures' ? 600 : max);
}

// Skip short ASCII text, which is safe as it is: a map holds thousands.
const simple = /^[ -~]{0,80}$/;
const verbatim = /^(id|seat|tier)$|Id$|Url/;

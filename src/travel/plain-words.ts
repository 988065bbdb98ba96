import { plainText } from '../protocol/plain-text.ts';

/**
 * The same data with words that are safe to show: cut to a sane length, with no control characters. What only machines
 * read stays as it is: ids, what an answer repeats, and addresses.
 *
 * @param max - where texts are cut, but for disclosures: those are there to be read, so only what nobody could read goes
 */
export function plainWords<T>(data: T, max: number): T {
  return plain(data, max) as T;
}

function plain(data: unknown, max: number, key?: string): unknown {
  if (typeof data === 'string') return plainText(data, key === 'disclosures' ? 600 : max);
  if (Array.isArray(data)) return data.map((item) => plain(item, max, key));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, verbatim.test(name) ? value : plain(value, max, name)]),
  );
}

const verbatim = /^(id|seat|tier)$|Id$|Url/;

import { plainText } from '../protocol/plain-text.ts';

/**
 * The same data with words that are safe to show: cut to a sane length, with no control characters. What only machines
 * read stays as it is: ids, what an answer repeats, and addresses.
 *
 * @param max - where texts are cut, at 80 or later, but for disclosures: those are there to be read, so only what nobody could read goes
 */
export function plainWords<T>(data: T, max: number): T {
  return plain(data, max) as T;
}

function plain(data: unknown, max: number, key = ''): unknown {
  if (typeof data === 'string') return simple.test(data) ? data : plainText(data, key === 'disclosures' ? 600 : max);
  if (Array.isArray(data)) return data.map((item) => plain(item, max, key));
  if (typeof data !== 'object' || data === null) return data;
  const clean: Record<string, unknown> = { ...data };
  for (const name in clean) if (!verbatim.test(name)) clean[name] = plain(clean[name], max, name);
  return clean;
}

// Most words of a map are no longer and no stranger than this, and there are thousands: they are safe as they are.
const simple = /^[ -~]{0,80}$/;
const verbatim = /^(id|seat|tier)$|Id$|Url/;

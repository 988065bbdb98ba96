import { plainText } from '../protocol/plain-text.ts';

/**
 * The same data with text that is safe to show: limited in length, without control characters. Ids, values that an
 * answer repeats, and URLs stay unchanged.
 *
 * @param max - the longest text, 80 or more. Disclosures are cut only at 600, since the person must read them
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

// Skip short ASCII text, which is safe as it is: a map holds thousands.
const simple = /^[ -~]{0,80}$/;
const verbatim = /^(id|seat|tier)$|Id$|Url/;

import { plainText } from '../protocol/plain-text.ts';
import { changed } from './changed.ts';
import type { Money } from './money.ts';
import type { AsSent, PriceInput } from './read-price.ts';

/** Reads the price at a path of the data. */
export type ReadAt = (price: PriceInput | null | undefined, path: string) => Money | null | undefined;

/**
 * The same data with prices as `Money`, other `null` values made absent, and text that is safe to show: limited in length,
 * without control characters. Databases and models write `null` for absent. Ids, values that an answer repeats, and URLs
 * stay unchanged. Data that needs nothing of this is returned as it is.
 *
 * @param read - for a seat's price, `null` means "on request", and absent means free
 * @param max - the longest text, 80 or more. Disclosures are cut only at 600, since the person must read them
 */
export function readData<T>(data: AsSent<T>, read: ReadAt, max: number): T {
  const plain = (value: unknown, name: string) => {
    if (typeof value !== 'string' || simple.test(value) || verbatim.test(name)) return value ?? undefined;
    return plainText(value, name === 'disclosures' ? 600 : max);
  };
  return changed(data, (value, name, path) => {
    if (!prices.has(name)) return plain(value, name);
    const price = read(value as PriceInput | null | undefined, path);
    // `changed` walks on only through what stays the same.
    return price && price !== value ? changed(price, plain) : price;
  }) as T;
}

const prices = new Set(['price', 'previousPrice', 'penalty']);
// Skip short ASCII text, which is safe as it is: a map holds thousands.
const simple = /^[ -~]{0,80}$/;
const verbatim = /^(id|seat|tier)$|Id$|Url/;

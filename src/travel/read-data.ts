import { changed } from './changed.ts';
import type { Money } from './money.ts';
import { plainWord, plainWords } from './plain-words.ts';
import type { AsSent, PriceInput } from './read-price.ts';

/** Reads the price at a path of the data. */
export type ReadAt = (price: PriceInput | null | undefined, path: string) => Money | null | undefined;

/**
 * The same data with prices as `Money`, and other `null` values made absent: databases and models write `null` for
 * absent. Data that needs neither is returned as it is.
 *
 * @param read - for a seat's price, `null` means "on request", and absent means free
 * @param max - also make text safe to show, as `plainWords` does: a second walk would cost as much as the first
 */
export function readData<T>(data: AsSent<T>, read: ReadAt, max?: number): T {
  return changed(data, (value, name, path) => {
    if (!prices.has(name)) return max === undefined ? (value ?? undefined) : plainWord(value ?? undefined, name, max);
    const price = read(value as PriceInput | null | undefined, path);
    // `changed` walks on only through what stays the same.
    return max === undefined || price === value ? price : plainWords(price, max);
  }) as T;
}

const prices = new Set(['price', 'previousPrice', 'penalty']);

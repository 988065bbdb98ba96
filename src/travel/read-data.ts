import { changed } from './changed.ts';
import type { Money } from './money.ts';
import type { AsSent, PriceInput } from './read-price.ts';

/** Reads the price at a path of the data. */
export type ReadAt = (price: PriceInput | null | undefined, path: string) => Money | null | undefined;

/**
 * The same data with prices as `Money`, and other `null` values made absent: databases and models write `null` for
 * absent. Data that needs neither is returned as it is.
 *
 * @param read - for a seat's price, `null` means "on request", and absent means free
 */
export function readData<T>(data: AsSent<T>, read: ReadAt): T {
  return changed(data, (value, name, path) =>
    prices.test(name) ? read(value as PriceInput | null | undefined, path) : (value ?? undefined),
  ) as T;
}

const prices = /^(price|previousPrice|penalty)$/;

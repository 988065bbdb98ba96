import type { AsSent, Unpriced } from './read-price.ts';

/**
 * The same data with `null` values made absent: databases and models write `null` for absent. `price` keeps its `null`:
 * for a seat it means "on request", and absent means free. Data without other `null`s is returned as it is.
 */
export function withoutNulls<T>(data: AsSent<T>): Unpriced<T> {
  return present(data) as Unpriced<T>;
}

function present(data: unknown): unknown {
  if (typeof data !== 'object' || data === null) return data;
  if (Array.isArray(data)) {
    const items = data.map(present);
    return items.every((item, i) => item === data[i]) ? data : items;
  }
  let clean = data as Record<string, unknown>;
  for (const name in data) {
    const value = (data as Record<string, unknown>)[name];
    const kept = value === null && name !== 'price' ? undefined : present(value);
    if (kept === value) continue;
    if (clean === data) clean = { ...data };
    clean[name] = kept;
  }
  return clean;
}

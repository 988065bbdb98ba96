/** Gives a value's replacement, or the value itself. `name` is its member's name, also for an item of a list. */
export type Change = (value: unknown, name: string, path: string) => unknown;

/** Copy JSON with some values replaced. Whatever holds none of them stays the same object. */
export function changed(data: unknown, change: Change, name = '', path = ''): unknown {
  const value = change(data, name, path);
  if (value !== data || typeof data !== 'object' || data === null) return value;
  if (Array.isArray(data)) {
    const items = data.map((item, i) => changed(item, change, name, `${path}[${i}]`));
    return items.every((item, i) => item === data[i]) ? data : items;
  }
  let copy = data as Record<string, unknown>;
  for (const [key, member] of Object.entries(data)) {
    const now = changed(member, change, key, path ? `${path}.${key}` : key);
    if (now === member) continue;
    if (copy === data) copy = { ...data };
    copy[key] = now;
  }
  return copy;
}

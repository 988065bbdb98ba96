/** Gives a value's replacement, or the value itself. `name` is its member's name, also for an item of a list. */
export type Change = (value: unknown, name: string, path: string) => unknown;

/** Copy JSON with some values replaced. Whatever holds none of them stays the same object. */
export function changed(data: unknown, change: Change, name = '', path = ''): unknown {
  const value = change(data, name, path);
  if (value !== data || typeof data !== 'object' || data === null) return value;
  if (Array.isArray(data)) {
    let items: unknown[] = data;
    for (let i = 0; i < data.length; i++) {
      const now = changed(data[i], change, name, `${path}[${i}]`);
      if (now === data[i]) continue;
      if (items === data) items = [...data];
      items[i] = now;
    }
    return items;
  }
  const members = data as Record<string, unknown>;
  let copy = members;
  for (const key of Object.keys(members)) {
    const now = changed(members[key], change, key, path ? `${path}.${key}` : key);
    if (now === members[key]) continue;
    if (copy === members) copy = { ...members };
    copy[key] = now;
  }
  return copy;
}

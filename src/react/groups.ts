type Named = { readonly elicitId: string };

/** Neighbours in a list. It stays the same value while none of them changes. */
export interface Group<T> {
  readonly id: number;
  readonly entries: readonly T[];
}

/** How many entries a group takes from the end of a list. */
const most = 16;

/**
 * Divide a list into groups, so that a change of one entry is a change of one group. An entry stays in its group however
 * the list around it changes; one that comes between two of a group joins it.
 *
 * @param before - the groups of the list as it was
 * @returns `before` itself if nothing has changed
 */
export function divide<T extends Named>(before: readonly Group<T>[], list: readonly T[]): readonly Group<T>[] {
  const groups: Group<T>[] = [];
  let at = 0;
  for (const [nth, group] of before.entries()) {
    const follows = before[nth + 1]?.entries[0];
    const stays = follows !== undefined && group.entries.every((entry, index) => entry === list[at + index]);
    const entries = stays ? group.entries : list.slice(at, endOf(group.entries, follows, list, at));
    at += entries.length;
    if (stays || isSame(entries, group.entries)) groups.push(group);
    else if (entries.length > 0) groups.push({ id: group.id, entries });
  }
  for (let id = (before.at(-1)?.id ?? 0) + 1; at < list.length; id += 1, at += most) {
    groups.push({ id, entries: list.slice(at, at + most) });
  }
  return isSame(groups, before) ? before : groups;
}

/** Where a group ends in the list: behind the last of its entries that is still there. The last group is filled up. */
function endOf(entries: readonly Named[], follows: Named | undefined, list: readonly Named[], from: number): number {
  const ids = new Set(entries.map(({ elicitId }) => elicitId));
  let end = from;
  for (let at = from; at < list.length; at += 1) {
    const { elicitId } = list[at]!;
    if (elicitId === follows?.elicitId) break;
    if (ids.has(elicitId)) end = at + 1;
  }
  return follows === undefined ? Math.max(end, Math.min(from + most, list.length)) : end;
}

/** True if two lists hold the same entries. */
function isSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

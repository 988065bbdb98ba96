import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { divide, type Group } from '../../src/react/groups.ts';

interface Entry {
  elicitId: string;
}

const entries = (from: number, to: number): Entry[] =>
  Array.from({ length: to - from }, (_, index) => ({ elicitId: `entry-${from + index}` }));
const groupsOf = (...lists: (readonly Entry[])[]) =>
  lists.reduce<readonly Group<Entry>[]>((groups, list) => divide(groups, list), []);
const placesOf = (groups: readonly Group<Entry>[]) =>
  new Map(groups.flatMap(({ id, entries: some }) => some.map((entry) => [entry.elicitId, id] as const)));

describe('the groups of a list', () => {
  it('are the same value while nothing changes', () => {
    const list = entries(0, 100);
    const groups = groupsOf(list);
    expect(divide(groups, [...list])).toBe(groups);
  });

  it('change in the first and the last alone when the oldest entry goes and a new one comes', () => {
    const list = entries(0, 500);
    const before = groupsOf(list);
    const after = divide(before, [...list.slice(1), ...entries(500, 501)]);
    const changed = after.filter((group) => !before.includes(group));
    expect(changed.map(({ id }) => id)).toEqual([after[0]?.id, after.at(-1)?.id]);
  });

  it('change in one alone when an entry does', () => {
    const list = entries(0, 500);
    const before = groupsOf(list);
    const after = divide(before, list.with(250, { elicitId: 'entry-250' }));
    expect(after.filter((group) => !before.includes(group))).toHaveLength(1);
  });

  it('hold the whole list in its order, and each entry in the group that it was in', () => {
    const changes = fc.array(fc.array(fc.nat(120), { maxLength: 120 }), { maxLength: 12 });
    fc.assert(
      fc.property(changes, (lists) => {
        const known = entries(0, 121);
        let groups: readonly Group<Entry>[] = [];
        for (const places of lists) {
          // In the order in which they were asked, as the questions of a client are.
          const list = [...new Set(places)].toSorted((a, b) => a - b).map((place) => known[place] as Entry);
          const before = placesOf(groups);
          groups = divide(groups, list);
          expect(groups.flatMap((group) => group.entries)).toEqual(list);
          const after = placesOf(groups);
          const moved = [...before].filter(([id, place]) => after.has(id) && after.get(id) !== place);
          expect(moved).toEqual([]);
        }
      }),
    );
  });
});

import type { DueKey, DurableStore } from '../store/durable-store.ts';
import { committed, keysDue, same, type StoreChecks } from './store-checks.ts';

/** The rules of `storeContract` about due times. */
export const dueRules: StoreChecks = {
  async 'says what is due, the earliest first, until told otherwise'(store) {
    await committed(store, {
      due: [
        { key: 'late', queue: 'q', at: 30 },
        { key: 'soon', queue: 'q', at: 10 },
        { key: 'then', queue: 'q', at: 20 },
      ],
    });
    same('what is due', await keysDue(store, 30), ['soon', 'then']);
    same('the first', await store.due('q', 31, 1), [{ key: 'soon', at: 10 }]);
    await committed(store, {
      due: [
        { key: 'soon', queue: 'q', at: 40 },
        { key: 'then', queue: 'q', at: null },
      ],
    });
    same('what is due', await keysDue(store, 100), ['late', 'soon']);
    await committed(store, { remove: ['late'] });
    same('what is due', await keysDue(store, 100), ['soon']);
  },
  async 'has queues that see nothing of each other'(store) {
    await committed(store, {
      due: [
        { key: 'both', queue: 'q', at: 30 },
        { key: 'both', queue: 'q-2', at: 10 },
        { key: 'one', queue: 'q', at: 20 },
        { key: 'other', queue: 'q-2', at: 20 },
      ],
    });
    same('what is due in the first', await store.due('q', 100, 10), [
      { key: 'one', at: 20 },
      { key: 'both', at: 30 },
    ]);
    same('what is due in the second', await keysDue(store, 100, 'q-2'), ['both', 'other']);
    same('what is due in no queue', await store.due('', 100, 10), []);
    same('what is due in a queue that nothing is in', await store.due('q-', 100, 10), []);
    await committed(store, { due: [{ key: 'both', queue: 'q', at: null }] });
    same('what is due in the first', await keysDue(store, 100), ['one']);
    same('what is due in the second', await keysDue(store, 100, 'q-2'), ['both', 'other']);
    await committed(store, { due: [{ key: 'both', queue: 'q', at: Number.MAX_SAFE_INTEGER }] });
    await committed(store, { remove: ['both'] });
    same('what is due in the first', await keysDue(store, 100), ['one']);
    same('what is due in the second', await keysDue(store, 100, 'q-2'), ['other']);
  },
  async 'says what is due page by page, each key once, also if many have the same time'(store) {
    const keys = [
      'a',
      'B',
      'b',
      'b/c',
      'b-c',
      'b:c',
      '_',
      '~',
      '',
      ' ',
      'é',
      '\uFFFD',
      '😀',
      '0',
      '10',
      '9',
      '[x',
      '+',
      '-',
    ];
    const due = keys.flatMap((key) => [
      { key, queue: 'q', at: 1_795_000_000_000 },
      { key: `${key}2`, queue: 'q', at: 5 },
    ]);
    await committed(store, { due: [...due, { key: 'later', queue: 'q', at: 1_795_000_000_001 }] });
    const all = await pagesOf(store, 1_795_000_000_001, 3, async () => undefined);
    same(
      'times',
      all.map(({ at }) => at),
      due.map(({ at }) => at).toSorted((a, b) => a - b),
    );
    same('keys', all.map(({ key }) => key).toSorted(), due.map(({ key }) => key).toSorted());
    same('as one page', await store.due('q', 1_795_000_000_001, 100), all);
  },
  async 'goes on with the next page when what the last one ended with has changed or is gone'(store) {
    const due = Array.from({ length: 40 }, (_, nth) => ({ key: `k${nth}`, queue: 'q', at: 1000 + (nth >> 3) }));
    await committed(store, { due });
    const all = await pagesOf(store, 1500, 3, (page) =>
      committed(store, {
        due: page.map(({ key, at }, nth) => ({
          key,
          queue: 'q',
          at: nth === 0 ? null : at + (nth === 1 ? 1000 : -900),
        })),
      }),
    );
    same('keys', all.map(({ key }) => key).toSorted(), due.map(({ key }) => key).toSorted());
  },
};

/** What is due in pages of this size. @param onPage - gets each before the next one is asked for */
async function pagesOf(
  store: DurableStore,
  before: number,
  size: number,
  onPage: (page: readonly DueKey[]) => Promise<void>,
): Promise<DueKey[]> {
  const all: DueKey[] = [];
  for (let page: DueKey[] | undefined; page?.length !== 0;) {
    // Each page begins where the one before it ended.
    page = await store.due('q', before, size, all.at(-1));
    all.push(...page);
    await onPage(page);
  }
  return all;
}

import type { DurableStore, StoreCommit } from '../store/durable-store.ts';
import { dueRules } from './due-rules.ts';
import { committed, isCommitted, keysDue, same, until, valuesOf, versionOf, type StoreChecks } from './store-checks.ts';

/** One thing that a store must do. */
export interface StoreRule {
  /** What it does, as the name of a test. */
  readonly name: string;
  /** @throws {StoreRuleError} if the store does something else */
  run(): Promise<void>;
}

type OpenStore = () => Promise<DurableStore> | DurableStore;
type ReopenStore = (closed: DurableStore) => Promise<DurableStore> | DurableStore;

/**
 * What every store of conversations must do, for tests of your own store in any test runner.
 *
 * @example
 * for (const rule of storeContract(() => myStore(emptyDatabase()))) it(rule.name, rule.run);
 *
 * @param open - opens an empty store
 * @param reopen - opens the same data again after `close`, for stores that outlive their process
 */
export function storeContract(open: OpenStore, reopen?: ReopenStore): readonly StoreRule[] {
  const checks = Object.entries(rules).map(([name, check]): StoreRule => ({
    name,
    async run() {
      const store = await open();
      try {
        await check(store);
      } finally {
        await store.close?.();
      }
    },
  }));
  if (reopen === undefined) return checks;
  const name = 'has everything that was committed after it was closed and opened again';
  return [...checks, { name, run: () => outlives(open, reopen) }];
}

/** What every store must do. Each gets an empty one. */
const rules: StoreChecks = {
  async 'keeps entries by key, and knows none of the others'(store) {
    await committed(store, { put: [{ key: 'a', value: '1' }] });
    same('what was read', await valuesOf(store, ['b', 'a', 'a']), [null, '1', '1']);
  },
  async 'gives an entry another version after each change, and never one it had'(store) {
    const seen: (string | undefined)[] = [];
    for (const value of ['1', '1', '2']) {
      await committed(store, { put: [{ key: 'a', value }] });
      seen.push(await versionOf(store, 'a'));
    }
    await committed(store, { remove: ['a'] });
    await committed(store, { put: [{ key: 'a', value: '1' }] });
    seen.push(await versionOf(store, 'a'));
    same('different versions', new Set(seen).size, 4);
  },
  async 'changes nothing if a check does not hold'(store) {
    await committed(store, { put: [{ key: 'a', value: '1' }], append: [{ key: 'l', items: ['x'] }] });
    const version = (await versionOf(store, 'a')) ?? null;
    const change = {
      put: [{ key: 'a', value: '2' }],
      append: [{ key: 'l', items: ['y'] }],
      due: [{ key: 'a', queue: 'q', at: 1 }],
    };
    const wrong: StoreCommit['check'][] = [
      [{ key: 'a', version: null }],
      [{ key: 'b', version }],
      [{ key: 'l', length: 0 }],
      [{ key: 'l', length: 2 }],
      [
        { key: 'a', version },
        { key: 'l', length: 7 },
      ],
    ];
    for (const check of wrong) same('a commit', await store.commit({ ...change, check }), null);
    same('the entry', await valuesOf(store, ['a']), ['1']);
    same('the list', await store.list('l'), ['x']);
    same('what is due', await keysDue(store, 10), []);
    const right = [
      { key: 'a', version },
      { key: 'l', length: 1 },
      { key: 'none', version: null },
    ];
    const written = await store.commit({ ...change, check: right });
    same('the version that a commit gave', written, await versionOf(store, 'a'));
    same('the entry', await valuesOf(store, ['a']), ['2']);
    same('a commit', await isCommitted(store, { check: [{ key: 'a', version: written }] }), true);
  },
  async 'lets one of many that commit at once through'(store) {
    const tries = Array.from({ length: 20 }, (_, index) =>
      store.commit({ check: [{ key: 'a', version: null }], put: [{ key: 'a', value: `${index}` }] }),
    );
    same('commits', (await Promise.all(tries)).filter(Boolean).length, 1);
  },
  async 'appends to lists in order, and reads them on from an index'(store) {
    await committed(store, { append: [{ key: 'l', items: ['a', 'b'] }] });
    await committed(store, { append: [{ key: 'l', items: ['c'] }] });
    same('the list', await store.list('l'), ['a', 'b', 'c']);
    same('the list from 2', await store.list('l', 2), ['c']);
    same('the list from 9', await store.list('l', 9), []);
    same('another list', await store.list('m'), []);
    await committed(store, { remove: ['l'] });
    same('the removed list', await store.list('l'), []);
    same(
      'a commit',
      await isCommitted(store, { check: [{ key: 'l', length: 0 }], append: [{ key: 'l', items: ['d'] }] }),
      true,
    );
  },
  async 'keeps any text, whole'(store) {
    const texts = ['', '"\\\n\u2028\u0007', '😀', 'x'.repeat(300_000), '{"__proto__":1}'];
    for (const [index, value] of texts.entries()) {
      await committed(store, { put: [{ key: `k${index}`, value }], append: [{ key: 'l', items: [value] }] });
    }
    same(
      'the entries',
      await valuesOf(
        store,
        texts.map((_, index) => `k${index}`),
      ),
      texts,
    );
    same('the list', await store.list('l'), texts);
  },
  async 'forgets what has expired'(store) {
    const past = Date.now() - 1;
    await committed(store, {
      put: [
        { key: 'a', value: '1', expiresAt: past },
        { key: 'b', value: '2', expiresAt: Date.now() + 86_400_000 },
      ],
      append: [{ key: 'l', items: ['x'], expiresAt: past }],
    });
    same('the entries', await valuesOf(store, ['a', 'b']), [null, '2']);
    same('the list', await store.list('l'), []);
    same('a commit', await isCommitted(store, { check: [{ key: 'a', version: null }] }), true);
    await committed(store, { append: [{ key: 'm', items: ['x'] }] });
    await committed(store, { append: [{ key: 'm', items: [], expiresAt: past }] });
    await committed(store, { append: [{ key: 'n', items: [], expiresAt: Date.now() + 86_400_000 }] });
    same('the list that was made to expire', await store.list('m'), []);
    same('the list of nothing', await store.list('n'), []);
  },
  async 'keeps for ever what expires never'(store) {
    const soon = Date.now() + 1000;
    await committed(store, {
      put: [{ key: 'a', value: '1', expiresAt: soon }],
      append: [{ key: 'l', items: ['x'], expiresAt: soon }],
    });
    await committed(store, {
      put: [
        { key: 'a', value: '2', expiresAt: Infinity },
        { key: 'b', value: '3', expiresAt: Infinity },
      ],
      append: [
        { key: 'l', items: ['y'], expiresAt: Infinity },
        { key: 'm', items: ['z'], expiresAt: Number.MAX_SAFE_INTEGER },
      ],
    });
    while (Date.now() <= soon) {
      await new Promise((resolve) => setTimeout(resolve, soon - Date.now() + 1));
    }
    same('the entries', await valuesOf(store, ['a', 'b']), ['2', '3']);
    same('the lists', [await store.list('l'), await store.list('m')], [['x', 'y'], ['z']]);
  },
  ...dueRules,
  async 'tells who watches of commits to that key, and of no others'(store) {
    if (store.watch === undefined) return;
    const told: string[] = [];
    const stop = store.watch('a', () => told.push('a'));
    await committed(store, { put: [{ key: 'b', value: '1' }] });
    await committed(store, { put: [{ key: 'a', value: '1' }] });
    await until(() => told.length > 0);
    stop();
    store.watch('a', () => told.push('next'));
    stop();
    await committed(store, { put: [{ key: 'a', value: '2' }] });
    await until(() => told.length > 1);
    same('what was told', told, ['a', 'next']);
  },
};

async function outlives(open: OpenStore, reopen: ReopenStore): Promise<void> {
  const first = await open();
  await committed(first, {
    put: [
      { key: 'a', value: '1' },
      { key: 'gone', value: '2' },
    ],
    append: [{ key: 'l', items: ['x', 'y'] }],
    due: [
      { key: 'a', queue: 'q', at: 5 },
      { key: 'a', queue: 'q-2', at: 4 },
      { key: 'b', queue: 'q', at: 5 },
    ],
  });
  await committed(first, { remove: ['gone'], append: [{ key: 'l', items: ['z'] }] });
  const version = await versionOf(first, 'a');
  await first.close?.();
  const second = await reopen(first);
  try {
    same('the entries', await valuesOf(second, ['a', 'gone']), ['1', null]);
    same('the version', await versionOf(second, 'a'), version);
    same('the list', await second.list('l'), ['x', 'y', 'z']);
    same('what is due', await keysDue(second, 10), ['a', 'b']);
    same('what is due in another queue', await second.due('q-2', 10, 10), [{ key: 'a', at: 4 }]);
  } finally {
    await second.close?.();
  }
}

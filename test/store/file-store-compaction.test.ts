import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { eventually } from '../eventually.ts';
import { createGate } from '../faults/gate.ts';
import { intercept, openFiles, put, storeFolder, valueOf, type StoreFolder } from './store-folder.ts';

let files: FileHandle;
beforeAll(async () => {
  files = await openFiles();
});

/** Stop the writing of a new file when its first batch is on the disk. */
function pauseCompaction({ log }: StoreFolder) {
  const [paused, gate] = [createGate(), createGate()];
  intercept(files, 'datasync', async (file, sync) => {
    await sync();
    const draft = statSync(`${log}.new`, { bigint: true, throwIfNoEntry: false });
    const { ino, size } = await file.stat({ bigint: true });
    // The first line alone is written before anything is read.
    if (draft?.ino !== ino || size < 100) return;
    paused.open();
    await gate.opened;
  });
  return { paused: paused.opened, goOn: gate.open };
}

/** A store that is in the middle of writing its file anew, with these entries. */
async function compacting(keys: readonly string[]) {
  const folder = storeFolder();
  const first = folder.open();
  for (const key of keys) await first.commit(put(key, '1'));
  await first.commit({ append: [{ key: 'l', items: ['a'] }], due: [{ key: 'd', queue: 'q', at: 5 }] });
  await first.commit({
    append: [
      { key: 'l', items: ['b'] },
      { key: 'm', items: ['a'] },
    ],
  });
  await first.commit(put('outdated', 'y'.repeat(1000)));
  await first.close?.();
  const before = folder.inode();
  const { paused, goOn } = pauseCompaction(folder);
  const store = folder.open({ compactAbove: 1000 });
  await store.commit(put('outdated', 'z'));
  await paused;
  return {
    folder,
    store,
    async finish() {
      goOn();
      await eventually(() => expect(folder.inode()).not.toBe(before));
      await store.read([]);
    },
    goOn,
    isOld: () => folder.inode() === before,
  };
}

async function allOf(store: DurableStore) {
  const keys = ['a', 'b', 'c', 'new', 'outdated'];
  return {
    entries: await store.read(keys),
    lists: [await store.list('l'), await store.list('m')],
    q: await store.due('q', 100, 10),
    r: await store.due('r', 100, 10),
  };
}

describe('a file store that writes its file anew', () => {
  it('reads and commits meanwhile', async () => {
    const { store, isOld, finish } = await compacting(['a', 'b']);
    expect(await valueOf(store, 'a')).toBe('1');
    await store.commit(put('b', '2'));
    await store.commit({ append: [{ key: 'l', items: ['c'] }] });
    expect(await valueOf(store, 'b')).toBe('2');
    expect(await store.list('l')).toEqual(['a', 'b', 'c']);
    expect(isOld()).toBe(true);
    await finish();
    expect(await valueOf(store, 'b')).toBe('2');
    expect(await store.list('l')).toEqual(['a', 'b', 'c']);
  });

  it('takes over what is committed meanwhile, of whatever kind', async () => {
    const { folder, store, isOld, finish } = await compacting(['a', 'b', 'c']);
    const version = (await store.read(['c']))[0]?.version ?? null;
    const changes = [
      put('a', '2'),
      { remove: ['b'] },
      { check: [{ key: 'c', version }], ...put('c', '3') },
      put('new', '1'),
      { append: [{ key: 'l', items: ['c'] }] },
      { remove: ['m'] },
      { check: [{ key: 'm', length: 0 }], append: [{ key: 'm', items: ['x'] }] },
      { append: [{ key: 'm', items: ['y'] }] },
      {
        due: [
          { key: 'd', queue: 'q', at: 7 },
          { key: 'e', queue: 'r', at: 6 },
        ],
      },
      { due: [{ key: 'e', queue: 'q', at: 1 }] },
      { due: [{ key: 'e', queue: 'q', at: null }] },
    ];
    for (const change of changes) expect(await store.commit(change)).not.toBeNull();
    const before = await allOf(store);
    expect(before).toMatchObject({
      entries: [{ value: '2' }, null, { value: '3' }, { value: '1' }, { value: 'z' }],
      lists: [
        ['a', 'b', 'c'],
        ['x', 'y'],
      ],
      q: [{ key: 'd', at: 7 }],
      r: [{ key: 'e', at: 6 }],
    });
    expect(isOld()).toBe(true);
    await finish();
    expect(await allOf(store)).toEqual(before);
    await store.commit(put('a', '9'));
    await store.commit(put('a', '2'));
    const again = (await store.read(['a']))[0];
    expect(again?.version).not.toBe(before.entries[0]?.version);
    await store.close?.();
    const reopened = await allOf(folder.open());
    expect(reopened).toEqual({ ...before, entries: [again, ...before.entries.slice(1)] });
  });

  it('leaves out what is outdated, and writes the pieces of a list as one', async () => {
    const { folder, store, finish } = await compacting(['a', 'b']);
    await finish();
    const text = readFileSync(folder.log, 'utf8');
    expect(text).not.toContain('yyy');
    expect(text).toContain('"l",["a","b"]');
    expect(await store.list('l', 1)).toEqual(['b']);
  });

  it('lets a list expire that was taken over before its time was changed', async () => {
    const { folder, store, finish } = await compacting(['a']);
    await store.commit({
      append: [{ key: 'l', items: [], expiresAt: 1 }],
      put: [{ key: 'a', value: '2', expiresAt: 1 }],
    });
    await finish();
    expect(await store.list('l')).toEqual([]);
    await store.close?.();
    const again = folder.open();
    expect(await again.list('l')).toEqual([]);
    expect(await again.read(['a'])).toEqual([null]);
  });

  it('keeps the old file until what is read there has been read', async () => {
    const { store, goOn, isOld } = await compacting(['a']);
    const [reached, gate] = [createGate(), createGate()];
    const slow = intercept(files, 'read', async (_, read) => {
      const found = await read();
      reached.open();
      await gate.opened;
      return found;
    });
    const list = store.list('l');
    await reached.opened;
    slow.mockRestore();
    goOn();
    const last = store.commit(put('a', '2'));
    expect(isOld()).toBe(true);
    gate.open();
    expect(await list).toEqual(['a', 'b']);
    await last;
    await eventually(() => expect(isOld()).toBe(false));
    expect(await valueOf(store, 'a')).toBe('2');
  });

  it('gives the new file up when it is closed, and has everything in the old one', async () => {
    const { folder, store, goOn } = await compacting(['a']);
    await store.commit(put('b', '2'));
    const closed = store.close?.();
    goOn();
    await closed;
    expect(readdirSync(folder.path).filter((name) => name !== 'held-by')).toEqual(['conversations.jsonl']);
    expect(await valueOf(folder.open(), 'b')).toBe('2');
  });

  it('removes the new file that a process left when it died', async () => {
    const folder = storeFolder();
    writeFileSync(`${folder.log}.new`, 'half of a fi');
    const store = folder.open();
    await store.commit(put('a', '1'));
    expect(existsSync(`${folder.log}.new`)).toBe(false);
    await store.close?.();
    writeFileSync(`${folder.log}.new`, readFileSync(folder.log));
    const again = folder.open();
    expect(await valueOf(again, 'a')).toBe('1');
    expect(existsSync(`${folder.log}.new`)).toBe(false);
  });
});

import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createGate } from '../faults/gate.ts';
import { intercept, openFiles, put, storeFolder, valueOf, type StoreFolder } from './store-folder.ts';

type Change = (folder: StoreFolder) => void;

const moves: [string, Change][] = [
  ['moved, as a rotation of logs does', ({ log }) => renameSync(log, `${log}.1`)],
  [
    'moved, and an empty one is made',
    ({ log }) => {
      renameSync(log, `${log}.1`);
      writeFileSync(log, '');
    },
  ],
  ['removed', ({ log }) => rmSync(log)],
  [
    'replaced by a copy of itself',
    ({ log }) => {
      copyFileSync(log, `${log}.copy`);
      renameSync(`${log}.copy`, log);
    },
  ],
  ['removed with its folder', ({ path }) => rmSync(path, { recursive: true })],
  ['moved with its folder', ({ path }) => renameSync(path, `${path}-moved`)],
  [
    'removed with its folder, which is made anew',
    ({ path }) => {
      rmSync(path, { recursive: true });
      mkdirSync(path);
    },
  ],
];
const cuts: [string, Change][] = [
  ['emptied, as a rotation of logs with a copy does', ({ log }) => truncateSync(log, 0)],
  ['cut in the middle', ({ log }) => truncateSync(log, 60)],
  ['written by somebody else', ({ log }) => appendFileSync(log, '{"n":9}\n')],
];
const moved = { code: 'STORE_MOVED', message: expect.stringContaining('restart the process') };

describe('a file store', () => {
  it.each([...moves, ...cuts])('refuses all commits once its file is %s', async (_, change) => {
    const folder = storeFolder();
    const store = folder.open();
    await store.commit(put('a', '1'));
    change(folder);
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(moved);
    await expect(store.commit(put('b', '2'))).rejects.toMatchObject(moved);
    await expect(store.close?.()).resolves.toBeUndefined();
    rmSync(`${folder.path}-moved`, { recursive: true, force: true });
  });

  it.each(moves)('still reads what was confirmed when its file is %s', async (_, change) => {
    const folder = storeFolder();
    const store = folder.open();
    await store.commit({ ...put('a', '1'), append: [{ key: 'l', items: ['x'] }] });
    change(folder);
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(moved);
    expect(await valueOf(store, 'a')).toBe('1');
    expect(await store.list('l')).toEqual(['x']);
    rmSync(`${folder.path}-moved`, { recursive: true, force: true });
  });

  it('says that it cannot read what was confirmed when its file is emptied', async () => {
    const { log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    truncateSync(log, 0);
    await expect(store.read(['a'])).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
    await store.close?.();
    await expect(open().read(['a'])).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('has a commit whose file was moved while it was written in the moved file, and refuses the next', async () => {
    const { log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    const [reached, gate] = [createGate(), createGate()];
    const spy = intercept(await openFiles(), 'datasync', async (_, sync) => {
      reached.open();
      await gate.opened;
      return sync();
    });
    const committed = store.commit(put('a', '2'));
    await reached.opened;
    renameSync(log, `${log}.1`);
    gate.open();
    expect(await committed).not.toBeNull();
    spy.mockRestore();
    await expect(store.commit(put('a', '3'))).rejects.toMatchObject(moved);
    await store.close?.();
    renameSync(`${log}.1`, log);
    expect(await valueOf(open(), 'a')).toBe('2');
  });

  it('goes on with the file that was put back, after a restart', async () => {
    const { log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    renameSync(log, `${log}.1`);
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(moved);
    renameSync(`${log}.1`, log);
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(moved);
    await store.close?.();
    const again = open();
    expect(await valueOf(again, 'a')).toBe('1');
    await again.commit(put('a', '3'));
    expect(readFileSync(log, 'utf8')).toContain('"3"');
  });

  it.skipIf(process.platform === 'win32')('refuses all commits once its lock is removed', async () => {
    const { path, log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    rmSync(join(path, 'held-by'), { recursive: true });
    const locked = { code: 'STORE_LOCKED', message: expect.stringContaining('no longer locked') };
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(locked);
    await expect(store.commit(put('a', '3'))).rejects.toMatchObject(locked);
    expect(readFileSync(log, 'utf8')).not.toMatch(/"2"|"3"/);
  });
});

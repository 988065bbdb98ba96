import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi, type Mock } from 'vitest';
import { fileStore } from '../../src/store/file-store.ts';

function openStore(options = {}) {
  const path = mkdtempSync(join(tmpdir(), 'elicit-disk-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const again = () => {
    const store = fileStore(path, options);
    onTestFinished(() => store.close?.());
    return store;
  };
  return { path, log: join(path, 'conversations.jsonl'), store: again(), again };
}

/** What all open files have in common. */
let files: FileHandle;
beforeAll(async () => {
  const file = await open(import.meta.filename);
  files = Object.getPrototypeOf(file) as FileHandle;
  await file.close();
});
const disk = (code: string) => Object.assign(new Error(`${code}: the disk`), { code });

function failNext(method: 'datasync' | 'truncate' | 'sync', code: string) {
  const spy = vi.spyOn(files, method).mockRejectedValueOnce(disk(code));
  onTestFinished(() => spy.mockRestore());
}
const put = (value: string) => ({ put: [{ key: 'a', value }] });
const valueOf = async (store: { read(keys: string[]): Promise<({ value: string } | null)[]> }) =>
  (await store.read(['a']))[0]?.value;

describe('a file store whose disk fails', () => {
  it('says that a commit is not kept when it could not be synced, has nothing of it, and goes on', async () => {
    const { store, again, log } = openStore();
    await store.commit(put('1'));
    failNext('datasync', 'EIO');
    await expect(store.commit(put('2'))).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { code: 'EIO' } });
    expect(readFileSync(log, 'utf8')).not.toContain('"2"');
    expect(await valueOf(store)).toBe('1');
    await store.commit(put('3'));
    await store.close?.();
    expect(await valueOf(again())).toBe('3');
  });

  it('is not used again when what could not be synced could not be removed', async () => {
    const { store } = openStore();
    await store.commit(put('1'));
    failNext('datasync', 'EIO');
    failNext('truncate', 'EIO');
    const refused = { code: 'STORE_FAILED', message: expect.stringContaining('restart the process') };
    await expect(store.commit(put('2'))).rejects.toMatchObject(refused);
    await expect(store.commit(put('3'))).rejects.toMatchObject(refused);
    await expect(store.read(['a'])).rejects.toMatchObject(refused);
  });

  it('removes the half of a line that a full disk took, and goes on when there is space again', async () => {
    const { store, again, log } = openStore();
    await store.commit(put('1'));
    const write: (bytes: unknown, at: number, length: number, position: number) => Promise<unknown> = files.write;
    const full = vi.spyOn(files, 'write') as unknown as Mock<typeof write>;
    full.mockImplementation(function half(this: FileHandle, bytes, at, length, position) {
      full.mockRejectedValue(disk('ENOSPC'));
      return write.call(this, bytes, at, length >> 1, position);
    });
    onTestFinished(() => full.mockRestore());
    const both = [store.commit(put('2'.repeat(100))), store.commit(put('3'.repeat(100)))];
    for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected');
    expect(full).toHaveBeenCalledTimes(2);
    expect(await valueOf(store)).toBe('1');
    full.mockRestore();
    expect(readFileSync(log, 'utf8')).toMatch(/^\{.*\}\n$/);
    await store.commit(put('4'));
    await store.close?.();
    expect(await valueOf(again())).toBe('4');
  });

  it('goes on with the old file when it cannot write a new one, and tries again later', async () => {
    const { store, again, path, log } = openStore({ compactAbove: 100 });
    mkdirSync(`${log}.new`);
    await store.commit(put('1'.repeat(200)));
    await store.commit(put('2'));
    expect(readdirSync(path).toSorted()).toEqual(['conversations.jsonl', 'held-by']);
    expect(readFileSync(log, 'utf8')).toContain('111');
    await store.commit(put('3'.repeat(400)));
    await store.commit(put('4'));
    expect(readFileSync(log, 'utf8')).not.toContain('111');
    await store.close?.();
    expect(await valueOf(again())).toBe('4');
  });

  it('syncs the folder after each new file, before the next commit counts', async () => {
    const { store } = openStore({ compactAbove: 100 });
    const done: string[] = [];
    const { sync, datasync } = files;
    const syncs = vi.spyOn(files, 'sync').mockImplementation(async function tell(this: FileHandle) {
      done.push((await this.stat()).isDirectory() ? 'folder' : 'file');
      return sync.call(this);
    });
    const data = vi.spyOn(files, 'datasync').mockImplementation(async function tell(this: FileHandle) {
      done.push('data');
      return datasync.call(this);
    });
    onTestFinished(() => [syncs, data].forEach((spy) => spy.mockRestore()));
    await store.commit(put('1'));
    expect(done).toEqual(['data', 'folder', 'data']);
    done.length = 0;
    await store.commit(put('2'.repeat(200)));
    await store.read([]);
    expect(done).toEqual(['data', 'data', 'data', 'folder']);
  });

  it('does not go on with a new file whose name may be lost, and keeps all commits', async () => {
    const { store, again } = openStore({ compactAbove: 100 });
    await store.commit(put('1'));
    failNext('sync', 'EIO');
    await store.commit(put('2'.repeat(200)));
    expect(await valueOf(store)).toBe('2'.repeat(200));
    await store.commit(put('3'));
    await store.close?.();
    expect(await valueOf(again())).toBe('3');
  });
});

describe('a file store whose disk is slow', () => {
  it('reads a list as it was, while a commit after it writes the file anew', async () => {
    const { store, log } = openStore({ compactAbove: 1000 });
    await store.commit(put('1'.repeat(350)));
    const items = Array.from({ length: 13 }, (_, nth) => `item ${nth}`);
    for (const item of items) await store.commit({ append: [{ key: 'l', items: [item] }] });
    const read: (...given: unknown[]) => Promise<unknown> = files.read as never;
    const slow = vi.spyOn(files, 'read') as unknown as Mock<typeof read>;
    onTestFinished(() => slow.mockRestore());
    const { ino } = statSync(log);
    const isOld = () => statSync(log).ino === ino;
    slow.mockImplementationOnce(async function late(this: FileHandle, ...given) {
      const found = await read.apply(this, given);
      for (let turn = 0; turn < 20_000 && isOld(); turn += 1)
        await new Promise((resolve) => void setImmediate(resolve));
      return found;
    });
    const list = store.list('l');
    await vi.waitFor(() => expect(slow).toHaveBeenCalled());
    const committed = store.commit({ ...put('2'), remove: ['l', 'k'.repeat(300)] });
    expect(await list).toEqual(items);
    await committed;
    expect(await store.list('l')).toEqual([]);
    expect(readFileSync(log, 'utf8')).not.toContain('111');
  });
});

describe('a file store whose folder is removed while it has it', () => {
  it('says that a commit is not kept, and begins anew', async () => {
    const { store, path, log } = openStore();
    await store.commit(put('1'));
    rmSync(path, { recursive: true });
    await expect(store.commit(put('2'))).rejects.toMatchObject({ code: 'STORE_LOCKED' });
    expect(await valueOf(store)).toBeUndefined();
    await store.commit(put('3'));
    expect(readFileSync(log, 'utf8')).toContain('"3"');
  });
});

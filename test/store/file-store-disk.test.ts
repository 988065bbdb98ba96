import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import { createGate } from '../faults/gate.ts';
import { diskError, intercept, openFiles, put, storeFolder, valueOf } from './store-folder.ts';

let files: FileHandle;
beforeAll(async () => {
  files = await openFiles();
});

function failNext(method: 'datasync' | 'truncate' | 'sync', code: string): void {
  let hasFailed = false;
  intercept(files, method, async (_, call) => {
    if (hasFailed) return call();
    hasFailed = true;
    throw diskError(code);
  });
}

describe('a file store whose disk fails', () => {
  it('says that a commit is not kept when it could not be synced, has nothing of it, and goes on', async () => {
    const { log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    failNext('datasync', 'EIO');
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { code: 'EIO' } });
    expect(readFileSync(log, 'utf8')).not.toContain('"2"');
    expect(await valueOf(store, 'a')).toBe('1');
    await store.commit(put('a', '3'));
    await store.close?.();
    expect(await valueOf(open(), 'a')).toBe('3');
  });

  it('commits nothing more when what could not be synced could not be removed, and reads what was confirmed', async () => {
    const store = storeFolder().open();
    await store.commit(put('a', '1'));
    failNext('datasync', 'EIO');
    failNext('truncate', 'EIO');
    const refused = { code: 'STORE_FAILED', message: expect.stringContaining('restart the process') };
    await expect(store.commit(put('a', '2'))).rejects.toMatchObject(refused);
    await expect(store.commit(put('a', '3'))).rejects.toMatchObject(refused);
    expect(await valueOf(store, 'a')).toBe('1');
  });

  it('goes on with the old file when it cannot write a new one, and tries again later', async () => {
    const { path, log, open, inode, isCompacting } = storeFolder();
    const store = open({ compactAbove: 200 });
    await store.commit(put('a', '1'.repeat(100)));
    const before = inode();
    let failures = 0;
    const failing = intercept(files, 'datasync', async (file, sync) => {
      if (!isCompacting() || (await file.stat()).ino !== statSync(`${log}.new`).ino) return sync();
      failures += 1;
      throw diskError('EIO');
    });
    await store.commit(put('a', '2'.repeat(100)));
    await eventually(() => expect([failures > 0, isCompacting()]).toEqual([true, false]));
    failing.mockRestore();
    await store.commit(put('a', '3'));
    expect(inode()).toBe(before);
    expect(readdirSync(path).toSorted()).toEqual(['conversations.jsonl', 'held-by']);
    await store.commit(put('a', '4'.repeat(1000)));
    await eventually(() => expect(inode()).not.toBe(before));
    expect(await valueOf(store, 'a')).toBe('4'.repeat(1000));
    await store.close?.();
    expect(await valueOf(open(), 'a')).toBe('4'.repeat(1000));
  });

  it('syncs the folder after each new file, before the next commit counts', async () => {
    const { log, open, inode } = storeFolder();
    const done: string[] = [];
    intercept(files, 'sync', async (file, sync) => {
      await sync();
      done.push((await file.stat()).isDirectory() ? 'folder' : 'file');
    });
    intercept(files, 'datasync', async (file, sync) => {
      await sync();
      const { ino } = await file.stat({ bigint: true });
      done.push(statSync(log, { throwIfNoEntry: false, bigint: true })?.ino === ino ? 'data' : 'new data');
    });
    const store = open({ compactAbove: 200 });
    await store.commit(put('a', '1'));
    expect(done).toEqual(['new data', 'data', 'folder', 'data']);
    const before = inode();
    done.length = 0;
    await store.commit(put('a', '2'.repeat(200)));
    await eventually(() => expect(inode()).not.toBe(before));
    await store.commit(put('a', '3'));
    expect(done[0]).toBe('data');
    expect(new Set(done.slice(1, -2))).toEqual(new Set(['new data']));
    expect(done.slice(-2)).toEqual(['folder', 'data']);
  });

  it('confirms nothing in a new file before its name is sure to be kept', async () => {
    const { open, inode } = storeFolder();
    const store = open({ compactAbove: 200 });
    await store.commit(put('a', '1'));
    const before = inode();
    let failures = 0;
    const failing = intercept(files, 'sync', async () => {
      failures += 1;
      throw diskError('EIO');
    });
    await store.commit(put('a', '2'.repeat(200)));
    await eventually(() => expect([inode() === before, failures]).toEqual([false, 1]));
    await expect(store.commit(put('a', '3'))).rejects.toMatchObject({ code: 'STORE_FAILED', cause: { code: 'EIO' } });
    expect(failures).toBe(2);
    expect(await valueOf(store, 'a')).toBe('2'.repeat(200));
    failing.mockRestore();
    await store.commit(put('a', '4'));
    await store.close?.();
    expect(await valueOf(open(), 'a')).toBe('4');
  });
});

describe('a file store whose disk is full', () => {
  /** A disk that takes only so many bytes of all files together: the last write is cut. */
  function limitDisk(room: () => number): void {
    intercept(files, 'write', async (_, write, [bytes, at, length, position]) => {
      const left = room();
      if (left <= 0) throw diskError('ENOSPC');
      return write(bytes, at, Math.min(length as number, left), position);
    });
  }
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

  it('removes the half of a line that the disk took, and goes on when there is room again', async () => {
    const { log, open } = storeFolder();
    const store = open();
    await store.commit(put('a', '1'));
    const before = readFileSync(log, 'utf8');
    let capacity = sizeOf(log) + 100;
    limitDisk(() => capacity - sizeOf(log) - sizeOf(`${log}.new`));
    const full = { code: 'STORE_FULL', cause: { code: 'ENOSPC' } };
    const both = [store.commit(put('a', '2'.repeat(100))), store.commit(put('b', '3'.repeat(100)))];
    const ends = await Promise.allSettled(both);
    expect(ends).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: full })));
    expect(await valueOf(store, 'a')).toBe('1');
    expect(readFileSync(log, 'utf8')).toBe(before);
    capacity += 1000;
    await store.commit(put('a', '4'));
    await store.close?.();
    expect(await valueOf(open(), 'a')).toBe('4');
  });

  it('makes room by leaving out what is outdated, and only then says that a commit does not fit', async () => {
    const { log, open } = storeFolder();
    const store = open({ compactAbove: 50_000 });
    limitDisk(() => 100_000 - sizeOf(log) - sizeOf(`${log}.new`));
    const big = 'x'.repeat(9000);
    const kept: string[] = [];
    let refused = 0;
    for (let nth = 0; nth < 20; nth += 1) {
      await store.commit(put(`k${nth}`, big)).then(
        () => kept.push(`k${nth}`),
        (error: { code: string }) => {
          expect(error.code).toBe('STORE_FULL');
          refused += 1;
        },
      );
    }
    expect(refused).toBeGreaterThan(0);
    expect((await store.read(kept)).map((entry) => entry?.value)).toEqual(kept.map(() => big));
    await store.commit({ remove: kept });
    for (let nth = 0; nth < 5; nth += 1) await store.commit(put(`again ${nth}`, big));
    await store.close?.();
    const again = open();
    expect((await again.read(['k0', 'again 0', 'again 4'])).map((entry) => entry?.value)).toEqual([
      undefined,
      big,
      big,
    ]);
  });

  it('waits for a new file to be written or given up before it says that a commit does not fit', async () => {
    const { log, open, isCompacting } = storeFolder();
    const store = open({ compactAbove: 5000 });
    await store.commit(put('a', 'a'.repeat(4000)));
    limitDisk(() => 13_000 - sizeOf(log) - sizeOf(`${log}.new`));
    const gate = createGate();
    intercept(files, 'datasync', async (file, sync) => {
      if (isCompacting() && (await file.stat()).ino === statSync(`${log}.new`).ino && (await file.stat()).size > 4000) {
        await gate.opened;
      }
      return sync();
    });
    await store.commit(put('b', 'b'.repeat(2000)));
    await eventually(() => expect(sizeOf(`${log}.new`)).toBeGreaterThan(6000));
    const waiting = store.commit(put('c', 'c'.repeat(3000)));
    expect(await valueOf(store, 'b')).toBe('b'.repeat(2000));
    gate.open();
    expect(await waiting).not.toBeNull();
    expect(await valueOf(store, 'c')).toBe('c'.repeat(3000));
  });

  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  it.runIf(isRoot)('does the same on a disk that is really full', async ({ skip }) => {
    const { path } = storeFolder();
    const disk = join(path, 'disk');
    mkdirSync(disk);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300k', 'tmpfs', disk], { stdio: 'ignore' });
    } catch {
      // A container may forbid it. The tests above have the same rules.
      skip('No disk can be mounted here.');
    }
    onTestFinished(() => void execFileSync('umount', [disk]));
    const { open } = storeFolder(join(disk, 'store'));
    const store = open({ compactAbove: 50_000 });
    const big = 'x'.repeat(9000);
    const kept: string[] = [];
    const refused: unknown[] = [];
    for (let nth = 0; nth < 60; nth += 1) {
      await store.commit(put(`k${nth}`, big)).then(
        () => kept.push(`k${nth}`),
        (error: { code: string }) => refused.push(error.code),
      );
    }
    expect(new Set(refused)).toEqual(new Set(['STORE_FULL']));
    expect((await store.read(kept)).map((entry) => entry?.value)).toEqual(kept.map(() => big));
    await store.commit({ remove: kept });
    await store.commit(put('again', big));
    await store.close?.();
    const again = open();
    expect((await again.read(['k0', 'again'])).map((entry) => entry?.value)).toEqual([undefined, big]);
    await again.close?.();
  });
});

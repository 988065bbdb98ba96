import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { lockFolder, type FolderLock } from '../../src/store/folder-lock.ts';

const times = { beat: 20, patience: 100 };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'elicit-lock-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function taken(path: string): Promise<FolderLock> {
  const lock = await lockFolder(path, times);
  if (typeof lock === 'number') throw new Error(`Process ${lock} has the folder.`);
  onTestFinished(() => lock.release());
  return lock;
}

const left = (path: string, holder: object | string) =>
  writeFileSync(join(path, 'lock'), typeof holder === 'string' ? holder : JSON.stringify(holder));
const mine = { pid: process.pid, host: hostname(), token: 'other' };

describe('a lock of a folder', () => {
  it('is refused while this process has it, and given once it was released', async () => {
    const path = folder();
    const first = await taken(path);
    expect(await lockFolder(path, times)).toBe(process.pid);
    await first.release();
    expect(await (await taken(path)).isHeld()).toBe(true);
  });

  it.each<[string, object | string]>([
    ['a process that is gone', { ...mine, pid: 2 ** 30 }],
    ['an earlier process with the same id, as in a container that was restarted', { ...mine, began: 'boot 1' }],
    ['a silent process on another machine', { ...mine, host: 'elsewhere', began: 'boot 1' }],
    ['a process that died while it wrote the lock', ''],
    ['something that is no lock', '[1]'],
  ])('is taken over from %s', async (_, holder) => {
    const path = folder();
    left(path, holder);
    expect(await (await taken(path)).isHeld()).toBe(true);
    expect(JSON.parse(readFileSync(join(path, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid, host: hostname() });
  });

  it('is refused while a process on another machine touches it', async () => {
    const path = folder();
    left(path, { ...mine, host: 'elsewhere', pid: 7 });
    let beats = 0;
    const beating = setInterval(() => utimesSync(join(path, 'lock'), 1, (beats += 1)), 20);
    onTestFinished(() => clearInterval(beating));
    expect(await lockFolder(path, times)).toBe(7);
  });

  it('is known to be lost by a process that stood still, which then leaves it alone', async () => {
    const path = folder();
    const first = await taken(path);
    left(path, { ...mine, host: 'elsewhere' });
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(await first.isHeld()).toBe(false);
    await first.release();
    expect(readFileSync(join(path, 'lock'), 'utf8')).toContain('elsewhere');
  });

  it('goes to one of many that come at once', async () => {
    const path = folder();
    left(path, { ...mine, pid: 2 ** 30 });
    const all = await Promise.all(Array.from({ length: 20 }, () => lockFolder(path, times)));
    const held = all.filter((lock) => typeof lock !== 'number');
    onTestFinished(async () => {
      await Promise.all(held.map((lock) => lock.release()));
    });
    expect(held).toHaveLength(1);
  });
});

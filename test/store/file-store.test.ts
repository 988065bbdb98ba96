import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { eventually } from '../eventually.ts';
import { storeContract } from '../../src/testing/store-contract.ts';

const folders = new Map<DurableStore, string>();
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'elicit-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
function openAt(path: string, options = {}): DurableStore {
  const store = fileStore(path, options);
  folders.set(store, path);
  return store;
}
const log = (path: string) => join(path, 'conversations.jsonl');

describe('a file store', () => {
  const rules = storeContract(
    () => openAt(folder()),
    (closed) => openAt(folders.get(closed) ?? ''),
  );
  it.each(rules.map((rule) => [rule.name, rule] as const))('%s', async (_, rule) => {
    await expect(rule.run()).resolves.toBeUndefined();
  });

  it.each([undefined, ''])('is made of no folder: %s', (path) => {
    expect(() => fileStore(path as string)).toThrow("name the folder, such as fileStore('.elicitkit')");
  });

  it.each(['file', 'file/store'])('says which folder cannot be made, and what to do: %s', async (name) => {
    const path = folder();
    writeFileSync(join(path, 'file'), '');
    const store = openAt(join(path, name));
    const message = expect.stringMatching(
      /\/file.* could not be .*Name a folder that this process can make and write\.$/,
    );
    await expect(store.commit({ put: [{ key: 'a', value: '1' }] })).rejects.toMatchObject({
      code: 'STORE_FAILED',
      message,
    });
  });

  it('keeps all of a list that was appended to before it would have expired', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
    onTestFinished(() => void vi.useRealTimers());
    const path = folder();
    const first = openAt(path);
    await first.commit({ append: [{ key: 'l', items: ['a'], expiresAt: 1_001_000 }] });
    vi.setSystemTime(1_000_900);
    await first.commit({ append: [{ key: 'l', items: ['b'], expiresAt: 1_002_000 }] });
    await first.close?.();
    vi.setSystemTime(1_001_500);
    const second = openAt(path);
    expect(await second.list('l')).toEqual(['a', 'b']);
    vi.setSystemTime(1_002_500);
    await second.commit({ append: [{ key: 'l', items: ['c'], expiresAt: 1_009_000 }] });
    await second.close?.();
    const third = openAt(path);
    expect(await third.list('l')).toEqual(['c']);
    await third.close?.();
  });

  it('reads lines of any length', async () => {
    const path = folder();
    const first = openAt(path);
    const values = [1_048_570, 3_000_000, 10].map((length) => 'ü'.repeat(length / 2));
    await Promise.all(values.map((value, nth) => first.commit({ put: [{ key: `${nth}`, value }] })));
    await first.close?.();
    const second = openAt(path);
    expect((await second.read(['0', '1', '2'])).map((entry) => entry?.value)).toEqual(values);
    await second.close?.();
  });

  it('keeps what was asked for before it was closed, and refuses what comes later', async () => {
    const path = folder();
    const store = openAt(path, { compactAbove: 10 });
    const commits = Array.from({ length: 20 }, (_, nth) => store.commit({ put: [{ key: 'a', value: `${nth}` }] }));
    await store.close?.();
    await expect(store.commit({ put: [{ key: 'a', value: 'late' }] })).rejects.toMatchObject({ code: 'STORE_FAILED' });
    expect(await Promise.all(commits)).toHaveLength(20);
    await store.close?.();
    const again = openAt(path);
    expect((await again.read(['a']))[0]?.value).toBe('19');
    await again.close?.();
  });

  it('costs what a commit changes, and forgets what is outdated', async () => {
    const path = folder();
    const store = openAt(path, { compactAbove: 10_000 });
    await store.commit({ append: [{ key: 'l', items: ['kept'] }], put: [{ key: 'b', value: 'kept' }] });
    const version = (await store.read(['b']))[0]?.version;
    for (let round = 0; round < 500; round += 1) {
      await store.commit({ put: [{ key: 'a', value: 'x'.repeat(100) }], append: [{ key: 'l', items: [`${round}`] }] });
    }
    await eventually(() => expect(statSync(log(path)).size).toBeLessThan(40_000));
    expect(await store.list('l', 499)).toEqual(['498', '499']);
    expect((await store.read(['b']))[0]).toEqual({ value: 'kept', version });
    await store.close?.();
    const again = openAt(path);
    expect(await again.list('l')).toHaveLength(501);
    expect((await again.read(['b']))[0]).toEqual({ value: 'kept', version });
    await again.close?.();
    expect(readFileSync(log(path), 'utf8')).not.toContain('lock');
  });

  it('writes the file anew only when it has doubled, however short its values are', async () => {
    const path = folder();
    const store = openAt(path, { compactAbove: 1000 });
    let rewrites = 0;
    let before: number | undefined;
    for (let nth = 0; nth < 400; nth += 1) {
      await store.commit({ put: [{ key: `the key of a conversation ${nth}`, value: '1' }] });
      // The new file and the old one exist at once, so they have different numbers.
      const { ino } = statSync(log(path));
      if (before !== undefined && ino !== before) rewrites += 1;
      before = ino;
    }
    await store.close?.();
    expect(rewrites).toBeGreaterThan(0);
    expect(rewrites).toBeLessThan(10);
  });
});

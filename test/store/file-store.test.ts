import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
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

  it('drops the line that its process did not finish, and goes on', async () => {
    const path = folder();
    const first = openAt(path);
    await first.commit({ put: [{ key: 'a', value: '1' }] });
    await first.close?.();
    appendFileSync(log(path), '{"n":2,"p":[["a","2"');
    const second = openAt(path);
    expect((await second.read(['a']))[0]?.value).toBe('1');
    await second.commit({ put: [{ key: 'a', value: '3' }] });
    await second.close?.();
    const third = openAt(path);
    expect((await third.read(['a']))[0]?.value).toBe('3');
    await third.close?.();
  });

  it('does not open a file that is damaged before its end', async () => {
    const path = folder();
    writeFileSync(log(path), 'nonsense\n{"n":1}\n');
    await expect(openAt(path).read(['a'])).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('costs what a commit changes, and forgets what is outdated', async () => {
    const path = folder();
    const store = openAt(path, { compactAbove: 10_000 });
    await store.commit({ append: [{ key: 'l', items: ['kept'] }], put: [{ key: 'b', value: 'kept' }] });
    const version = (await store.read(['b']))[0]?.version;
    for (let round = 0; round < 500; round += 1) {
      await store.commit({ put: [{ key: 'a', value: 'x'.repeat(100) }], append: [{ key: 'l', items: [`${round}`] }] });
    }
    expect(statSync(log(path)).size).toBeLessThan(40_000);
    expect(await store.list('l', 499)).toEqual(['498', '499']);
    expect((await store.read(['b']))[0]).toEqual({ value: 'kept', version });
    await store.close?.();
    const again = openAt(path);
    expect(await again.list('l')).toHaveLength(501);
    expect((await again.read(['b']))[0]).toEqual({ value: 'kept', version });
    await again.close?.();
    expect(readFileSync(log(path), 'utf8')).not.toContain('lock');
  });
});

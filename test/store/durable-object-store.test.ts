import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeContract } from '../../src/testing/store-contract.ts';
import type { Deeds } from './durable-object-store.worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'elicit-objects-'));
let script = '';
let miniflare: Miniflare;

beforeAll(async () => {
  const built = await build({
    entryPoints: ['test/store/durable-object-store.worker.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['node:process'],
  });
  script = built.outputFiles[0]?.text ?? '';
  start();
});
afterAll(async () => {
  await miniflare.dispose();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts workerd over what an earlier one has left. */
function start(): void {
  miniflare = new Miniflare({
    modules: true,
    script,
    compatibilityDate: '2026-04-01',
    durableObjects: { OBJECTS: { className: 'TestObject', useSQLite: true }, OLD: { className: 'OldObject' } },
    durableObjectsPersist: folder,
  });
}

async function restart(): Promise<void> {
  await miniflare.dispose();
  start();
}

let objects = 0;

/** A Durable Object that nobody has used. */
function createObject(kind: 'OBJECTS' | 'OLD' = 'OBJECTS') {
  const name = `object-${(objects += 1)}`;
  return async <Deed extends keyof Deeds>(
    deed: Deed,
    ...given: Parameters<Deeds[Deed]>
  ): Promise<ReturnType<Deeds[Deed]>> => {
    const body = JSON.stringify([deed, ...given]);
    const response = await miniflare.dispatchFetch(`http://objects.test/${kind}/${name}`, { method: 'POST', body });
    const { result, error } = (await response.json()) as { result: ReturnType<Deeds[Deed]>; error?: string };
    if (error !== undefined) throw new Error(error);
    return result;
  };
}

/** A time that does not come during a test. */
const later = Date.now() + 86_400_000;

describe('a store in a Durable Object', () => {
  const nowhere = () => {
    throw new Error('The rules run in workerd.');
  };
  it.each(storeContract(nowhere, nowhere).map(({ name }) => name))('%s', async (name) => {
    expect(await createObject()('rule', name)).toBeNull();
  });

  it('has everything when the object has ended and begins again, under another opening', async () => {
    const object = createObject();
    const version = await object('commit', {
      put: [{ key: 'a', value: '1' }],
      append: [{ key: 'l', items: ['x', 'y'] }],
      due: [{ key: 'a', queue: 'q', at: later }],
    });
    const opening = await object('opening');
    expect(await object('opening')).toBe(opening);

    await restart();

    expect(await object('opening')).not.toBe(opening);
    expect(await object('read', ['a'])).toEqual([{ value: '1', version }]);
    expect(await object('list', 'l')).toEqual(['x', 'y']);
    expect(await object('due', 'q', later + 1, 10)).toEqual([{ key: 'a', at: later }]);
    expect(await object('alarm')).toBe(later);
  });

  it('keeps values that are larger than a row, with no character cut in two', async () => {
    const object = createObject();
    // Two bytes short of a piece, so that the pieces of many lengths end in the middle of a character.
    const text = `${'x'.repeat(499_999)}${'😀'.repeat(1_000_000)}${'€'.repeat(1_000_000)}`;
    await object('commit', {
      put: [{ key: 'a', value: text }],
      append: [{ key: 'l', items: ['first', text, 'last'] }],
    });
    const [entry] = await object('read', ['a']);
    expect(entry?.value === text).toBe(true);
    const items = await object('list', 'l');
    expect(items.map((item) => item.length)).toEqual([5, text.length, 4]);
    expect(items[1] === text).toBe(true);
    expect((await object('list', 'l', 2)).join()).toBe('last');
    await object('commit', { put: [{ key: 'a', value: 'short' }], append: [{ key: 'l', items: ['more'] }] });
    expect((await object('read', ['a']))[0]?.value).toBe('short');
    expect(await object('list', 'l', 3)).toEqual(['more']);
    await object('commit', { remove: ['a', 'l'] });
    expect(await object('rows')).toBe(0);
  });

  it('reads more keys at once than a statement has values', async () => {
    const object = createObject();
    const keys = Array.from({ length: 250 }, (_, nth) => `k${nth}`);
    await object('commit', { put: keys.map((key) => ({ key, value: `of ${key}` })) });
    const entries = await object('read', [...keys, 'none']);
    expect(entries.map((entry) => entry?.value)).toEqual([...keys.map((key) => `of ${key}`), undefined]);
  });

  it('changes nothing if a commit fails in the middle', async () => {
    const object = createObject();
    const before = await object('commit', {
      put: [{ key: 'a', value: '1' }],
      due: [{ key: 'a', queue: 'q', at: later }],
    });
    const broken = { key: 'b', value: null as unknown as string };
    const change = { put: [{ key: 'a', value: '2' }, broken], due: [{ key: 'a', queue: 'q', at: later + 1 }] };
    await expect(object('commit', change)).rejects.toThrow('null');
    expect(await object('read', ['a', 'b'])).toEqual([{ value: '1', version: before }, null]);
    expect(await object('alarm')).toBe(later);
  });

  it('sets the alarm to the earliest time at which something is due or expires, with the commit', async () => {
    const object = createObject();
    expect(await object('alarm')).toBeNull();
    await object('commit', { due: [{ key: 'a', queue: 'q', at: later }] });
    expect(await object('alarm')).toBe(later);
    await object('commit', { put: [{ key: 'b', value: '', expiresAt: later - 1 }] });
    expect(await object('alarm')).toBe(later - 1);
    await object('commit', { append: [{ key: 'c', items: ['x'], expiresAt: later - 2 }] });
    expect(await object('alarm')).toBe(later - 2);
    await object('commit', { append: [{ key: 'c', items: [] }], put: [{ key: 'b', value: '', expiresAt: Infinity }] });
    expect(await object('alarm')).toBe(later);
    await object('commit', { due: [{ key: 'a', queue: 'q', at: null }] });
    expect(await object('alarm')).toBeNull();
  });

  it('takes the alarm away that an earlier life of the object has set, when nothing is due', async () => {
    const object = createObject();
    await object('commit', { due: [{ key: 'a', queue: 'q', at: later }] });
    await restart();
    await object('commit', { remove: ['a'] });
    expect(await object('alarm')).toBeNull();
  });

  it('has the alarm come for what was due while the object was gone', async () => {
    const object = createObject();
    const soon = Date.now() + 2000;
    await object('commit', { due: [{ key: 'a', queue: 'q', at: soon }] });
    await miniflare.dispose();
    await expect.poll(() => Date.now()).toBeGreaterThan(soon);
    start();
    await expect.poll(() => object('alarms')).toBe(1);
  });

  it('sets the alarm again for what is still due after a look, but not at once', async () => {
    const object = createObject();
    await object('commit', { due: [{ key: 'a', queue: 'q', at: 1 }] });
    await expect.poll(() => object('alarms')).toBe(1);
    expect(await object('alarm')).toBeNull();
    const now = Date.now();
    const again = await object('look');
    expect(again).toBeGreaterThan(now + 1000);

    await object('commit', { due: [{ key: 'b', queue: 'q', at: later }] });
    expect(await object('alarm')).toBe(again);
    await object('commit', { due: [{ key: 'a', queue: 'q', at: null }] });
    expect(await object('alarm')).toBe(later);
  });

  it('sets the alarm again that has come early, by another clock', async () => {
    const object = createObject();
    await object('commit', { due: [{ key: 'a', queue: 'q', at: later }] });
    await object('takeAlarm');
    expect(await object('look')).toBe(later);
  });

  it('deletes the rows of what has expired when somebody asks what is due, and no others', async () => {
    const object = createObject();
    const soon = Date.now() + 300;
    await object('commit', {
      put: [
        { key: 'gone', value: 'x'.repeat(1_200_000), expiresAt: soon },
        { key: 'kept', value: '1', expiresAt: later },
      ],
      append: [
        { key: 'gone list', items: ['x', 'y'], expiresAt: soon },
        { key: 'kept list', items: ['x'] },
      ],
    });
    expect(await object('rows')).toBe(9);
    await expect.poll(() => object('alarms')).toBe(1);
    await object('due', 'q', 0, 1);
    expect(await object('rows')).toBe(3);
    expect(await object('alarm')).toBe(later);
  });

  it('begins a list anew that has expired', async () => {
    const object = createObject();
    await object('commit', { append: [{ key: 'l', items: ['old', 'older'], expiresAt: 1 }] });
    await object('commit', { check: [{ key: 'l', length: 0 }], append: [{ key: 'l', items: ['new'] }] });
    expect(await object('list', 'l')).toEqual(['new']);
  });

  it('refuses a class that is not kept in SQLite', async () => {
    await expect(createObject('OLD')('alarms')).rejects.toThrow('SQL is not enabled for this Durable Object class');
  });
});

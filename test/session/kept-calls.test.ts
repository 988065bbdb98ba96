import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure, run, until, type Operation } from 'effection';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { callRecords, type CallRecord } from '../../src/session/call-record.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { openTenant } from '../../src/store/tenant.ts';
import { nextEvent } from './next-event.ts';
import { keptStore, storedCall } from './call-commits.ts';
import { closing, describeCallRecords, entry, keep, openCalls } from './call-records-contract.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'elicit-sessions-'));
  folders.push(path);
  return path;
}
const opened: DurableStore[] = [];
afterAll(async () => {
  for (const store of opened) await store.close?.();
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

const kinds: [string, () => DurableStore][] = [
  ['a store in memory', keptStore],
  ['Postgres', () => storeInProcess()],
  [
    'a file',
    () => {
      const store = fileStore(folder());
      opened.push(store);
      return store;
    },
  ],
];

describe.each(kinds)('calls in %s', (_, makeStore) => {
  describeCallRecords('each change written', (options) => openCalls(makeStore(), options));

  it('are written by whoever writes first, of two who read the same: the other is told, and changes nothing', () =>
    run(function* () {
      const store = makeStore();
      yield* openCalls(store).create(entry);
      const read = [yield* readCall(store), yield* readCall(store)];
      for (const [nth, record] of read.entries()) {
        expect(record.change(closing('q', { answerId: `answer ${nth}` }))).toBe(true);
      }
      yield* keep(store, read[0]!);
      expect(yield* codeOf(keep(store, read[1]!))).toBe('MOVED');
      expect((yield* storedCall(store, 's'))?.journal.map(({ question }) => question?.answerId)).toEqual(['answer 0']);
    }));

  it('are not written by whoever read them before they were touched, or deleted', () =>
    run(function* () {
      const store = makeStore();
      const calls = openCalls(store);
      yield* calls.create(entry);
      const before = yield* readCall(store);
      const touched = yield* readCall(store);
      touched.writer?.touch?.();
      yield* keep(store, touched);
      before.change(closing());
      expect(yield* codeOf(keep(store, before))).toBe('MOVED');
      expect((yield* storedCall(store, 's'))?.journal).toEqual([]);
      const last = yield* readCall(store);
      yield* calls.end('s');
      last.change(closing());
      expect(yield* codeOf(keep(store, last))).toBe('MOVED');
      expect(yield* storedCall(store, 's')).toBeUndefined();
    }));
});

it('a call goes on after its process ended at each of its questions, and does each step once', () =>
  run(function* () {
    const path = folder();
    let booked = 0;
    const tool = createMcpTool('trip')
      .description('Plan a trip')
      .parameters(z.object({}))
      .elicits({ seat: z.object({ seat: z.string() }) })
      .execute(function* (_, ctx) {
        const first = yield* ctx.elicit('seat', { message: 'First?' });
        const place = yield* ctx.step('book', () => (booked += 1));
        const second = yield* ctx.elicit('seat', { message: 'Second?' });
        return [first.action, place, second.action].join(' ');
      });
    const answer = { action: 'accept', content: { seat: '3A' } } as const;
    const open = function* () {
      const store = fileStore(path);
      const manager = createPluginSessionManager({
        provider: {} as ChatProvider,
        tools: [tool],
        store,
      });
      yield* ensure(() => manager.close());
      return { store, manager };
    };
    // A process that ends closes nothing but its files.
    const one = yield* open();
    const begun = yield* one.manager.create({ tool, params: {}, callId: 'call_1' });
    expect((yield* nextEvent(begun)).type).toBe('elicit_request');
    yield* begun.cool();
    yield* until(one.store.close?.() ?? Promise.resolve());

    for (const nth of [0, 1]) {
      const { store, manager } = yield* open();
      const session = yield* manager.get('call_1');
      if (session === null) throw new Error('The call is gone.');
      expect(yield* session.respondToElicit(`call_1:elicit:${nth}`, answer)).toEqual({ outcome: 'recorded' });
      for (;;) {
        const event = yield* nextEvent(session);
        if (event.type === 'ended') {
          expect(event.outcome).toEqual({ status: 'completed', content: 'accept 1 accept' });
          return;
        }
        if (event.type === 'elicit_request') break;
      }
      yield* session.cool();
      yield* until(store.close?.() ?? Promise.resolve());
    }
  }));

describe('what a call costs in a store', () => {
  const params = { note: 'x'.repeat(10_000) };

  it('is, for each change, what changed: neither its arguments nor its journal', () =>
    run(function* () {
      const store = keptStore();
      const written: number[] = [];
      const measured: DurableStore = {
        ...store,
        commit: (commit) => {
          written.push(JSON.stringify(commit).length);
          return store.commit(commit);
        },
      };
      const record = callRecords(measured).create({ ...entry, params })!;
      const tenant = openTenant({ store: measured, onLost: () => undefined });
      yield* until(tenant.commit(record.writer));
      const append = { key: '0', kind: 'step', name: 's', hash: '', outcome: { ok: true } } as const;
      for (let nth = 0; nth < 100; nth += 1) {
        record.change({ append: { ...append, key: `${nth}` } });
        yield* until(tenant.commit(record.writer));
      }
      expect(written).toHaveLength(101);
      expect(written[0]).toBeGreaterThan(10_000);
      expect(Math.max(...written.slice(1))).toBeLessThan(1000);
      const stored = yield* storedCall(store, 's');
      expect(stored).toMatchObject({ params, journal: { length: 100 }, pending: [{ elicitId: 'q' }] });
    }));

  it('is one commit for what changes, and what follows of it at once', () =>
    run(function* () {
      const store = keptStore();
      let commits = 0;
      const counted: DurableStore = {
        ...store,
        commit: (commit) => {
          commits += 1;
          return store.commit(commit);
        },
      };
      const record = callRecords(counted).create(entry)!;
      const tenant = openTenant({ store: counted, onLost: () => undefined });
      const keeping = [tenant.commit(record.writer)];
      // What follows of it takes a few turns.
      for (let turn = 0; turn < 5; turn += 1) yield* until(Promise.resolve());
      record.change(closing());
      keeping.push(tenant.commit(record.writer));
      yield* until(Promise.all(keeping));
      expect(commits).toBe(1);
      expect(yield* storedCall(store, 's')).toMatchObject({ journal: { length: 1 }, pending: [] });
    }));

  it('is nothing once it has ended and its time is over, even if nobody deletes it', () =>
    run(function* () {
      vi.useFakeTimers({ toFake: ['Date'] });
      yield* ensure(() => {
        vi.useRealTimers();
      });
      const store = keptStore();
      const calls = openCalls(store, { callTtl: 1000 });
      yield* calls.create({ ...entry, params });
      vi.setSystemTime(Date.now() + 1_000_000);
      yield* calls.change('s', { outcome: { status: 'completed', content: 'done' } });
      vi.setSystemTime(Date.now() + 999);
      expect(yield* storedCall(store, 's')).toMatchObject({ outcome: { content: 'done' }, params });
      vi.setSystemTime(Date.now() + 2);
      expect(yield* storedCall(store, 's')).toBeUndefined();
      expect(yield* until(store.list('call/s/journal'))).toEqual([]);
    }));
});

it('a call whose journal is gone is told as lost once, and is over then', () =>
  run(function* () {
    const store = keptStore();
    const calls = openCalls(store);
    yield* calls.create(entry);
    yield* calls.change('s', closing());
    yield* until(store.commit({ remove: ['call/s/journal'] }));
    expect(yield* codeOf(calls.get('s'))).toBe('STORE_LOST');
    expect(yield* calls.get('s')).toBeUndefined();
  }));

it('a store that has another record than the one it confirmed is told as lost', () =>
  run(function* () {
    const store = keptStore();
    yield* openCalls(store).create(entry);
    const record = yield* readCall(store);
    yield* until(store.commit({ remove: ['call/s', 'call/s/journal'] }));
    record.change(closing());
    expect(yield* codeOf(keep(store, record))).toBe('STORE_LOST');
  }));

function* readCall(store: DurableStore): Operation<CallRecord> {
  const record = yield* callRecords(store).load('s');
  if (record === undefined) throw new Error('The call is gone.');
  return record;
}

/** The code of what an operation throws. */
function* codeOf(operation: Operation<unknown>): Operation<string> {
  try {
    yield* operation;
    return 'none';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

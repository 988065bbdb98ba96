import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure, run, until } from 'effection';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { durableSessions } from '../../src/session/durable-sessions.ts';
import { createSessionManager } from '../../src/session/plugin-session-manager.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { postgresStore, type SqlRunner } from '../../src/store/postgres-store.ts';
import { nextEvent } from './next-event.ts';
import { describeSessionStore, entry } from './session-store-contract.ts';
import { postgresInProcess } from '../store/postgres-in-process.ts';

const folders: string[] = [];
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'elicit-sessions-'));
  folders.push(path);
  return path;
}
afterAll(() => {
  for (const path of folders) rmSync(path, { recursive: true, force: true });
});

describeSessionStore('sessions in memory, over the seam', () => durableSessions(memoryStore()));
const database = postgresInProcess();
let stores = 0;
describeSessionStore('sessions in Postgres', () =>
  durableSessions(postgresStore(database as unknown as SqlRunner, { prefix: `sessions_${(stores += 1)}` })),
);
describeSessionStore('sessions in a file', () => durableSessions(fileStore(folder())));

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
      const manager = createSessionManager({
        provider: {} as ChatProvider,
        tools: [tool],
        store: durableSessions(store),
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
      const store = memoryStore();
      const written: number[] = [];
      const sessions = durableSessions({
        ...store,
        commit: (change) => {
          written.push(JSON.stringify(change).length);
          return store.commit(change);
        },
      });
      yield* sessions.create({ ...entry, params });
      const append = { key: '0', kind: 'step', name: 's', hash: '', outcome: { ok: true } } as const;
      for (let nth = 0; nth < 100; nth += 1) yield* sessions.commit('s', { append: { ...append, key: `${nth}` } });
      expect(written[0]).toBeGreaterThan(10_000);
      expect(Math.max(...written.slice(1))).toBeLessThan(1000);
      const stored = yield* durableSessions(store).get('s');
      expect(stored).toMatchObject({ params, journal: { length: 100 }, pending: [{ elicitId: 'q' }] });
    }));

  it('is nothing once it has ended and its time is over, even if nobody deletes it', () =>
    run(function* () {
      vi.useFakeTimers({ toFake: ['Date'] });
      yield* ensure(() => {
        vi.useRealTimers();
      });
      const store = memoryStore();
      const sessions = durableSessions(store, { conversationTtl: 1000 });
      yield* sessions.create({ ...entry, params });
      vi.setSystemTime(Date.now() + 1_000_000);
      yield* sessions.commit('s', { outcome: { status: 'completed', content: 'done' } });
      vi.setSystemTime(Date.now() + 999);
      expect(yield* durableSessions(store).get('s')).toMatchObject({ outcome: { content: 'done' }, params });
      vi.setSystemTime(Date.now() + 2);
      expect(yield* durableSessions(store).get('s')).toBeNull();
      expect(yield* until(store.list('call/s/journal'))).toEqual([]);
    }));
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensure, run, until, type Operation } from 'effection';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import {
  createPluginSessionManager,
  memoryStore,
  type ChatProvider,
  type DurableStore,
  type PluginSession,
  type SessionLimits,
  type SessionOutcome,
} from '../../src/server.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { nextEvent } from './next-event.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';

const declaration = createMcpTool('game')
  .description('Play a game')
  .parameters(z.object({}))
  .elicits({ move: z.object({ cell: z.number() }) });
type Body = (params: object, ctx: McpToolContext<typeof declaration.elicits>) => Operation<unknown>;

const folder = mkdtempSync(join(tmpdir(), 'elicit-limits-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Played {
  outcome: SessionOutcome;
  answers: number;
}

/** Play a call to its end, and answer each of its questions. */
function* play(body: Body, limits: Partial<SessionLimits>, store?: DurableStore): Operation<Played> {
  const tool = declaration.execute(body);
  const manager = createPluginSessionManager({ provider: {} as ChatProvider, tools: [tool], limits, store });
  yield* ensure(() => manager.close());
  return yield* toEnd(yield* manager.create({ tool, params: {}, callId: 'call_1' }));
}

function* toEnd(session: PluginSession): Operation<Played> {
  for (let answers = 0; ;) {
    const event = yield* nextEvent(session);
    if (event.type === 'ended') return { outcome: event.outcome, answers };
    if (event.type !== 'elicit_request') continue;
    const answer = { action: 'accept', content: { cell: answers } } as const;
    const { outcome } = yield* session.respondToElicit(event.request.elicitId, answer);
    if (outcome === 'recorded') answers += 1;
  }
}

describe.each<[string, () => DurableStore]>([
  ['memory', () => memoryStore()],
  ['a file', () => fileStore(join(folder, 'game'))],
  ['Postgres', () => storeInProcess()],
])('over %s', (_, makeStore) => {
  it('a game of 200 rounds is played to its end', () =>
    run(function* () {
      let sum = 0;
      const { outcome, answers } = yield* play(
        function* (_params, ctx) {
          for (let round = 0; round < 200; round += 1) {
            const move = yield* ctx.elicit('move', { message: `Round ${round}?` });
            sum += yield* ctx.step('score', () => (move.action === 'accept' ? move.content.cell : 0));
          }
          return sum;
        },
        {},
        makeStore(),
      );
      expect(outcome).toEqual({ status: 'completed', content: '19900' });
      expect(answers).toBe(200);
    }));
});

const full = (most: string) => ({
  status: 'failed',
  error: {
    name: 'ToolRunError',
    code: 'JOURNAL_FULL',
    message: expect.stringContaining(`${most}, so the call is over`),
  },
});

describe('a full journal', () => {
  it('begins no step, ends the call and runs its clean-up', () =>
    run(function* () {
      const done: string[] = [];
      const { outcome } = yield* play(
        function* (_, ctx) {
          try {
            for (let index = 0; ; index += 1) yield* ctx.step('one', () => done.push(`step ${index}`));
          } finally {
            done.push('cleaned up');
          }
        },
        { bytes: 300 },
      );
      expect(outcome).toEqual(full('3 outcomes'));
      expect(done).toEqual(['step 0', 'step 1', 'step 2', 'cleaned up']);
    }));

  it('asks nothing more, and has recorded each answer', () =>
    run(function* () {
      const { outcome, answers } = yield* play(
        function* (_, ctx) {
          for (;;) yield* ctx.elicit('move', { message: 'Your move?' });
        },
        { bytes: 400 },
      );
      expect([outcome, answers]).toEqual([full('4 outcomes'), 4]);
    }));

  it('is also one of too many bytes', () =>
    run(function* () {
      let steps = 0;
      const { outcome } = yield* play(
        function* (_, ctx) {
          for (;;) {
            yield* ctx.step('read', () => 'x'.repeat(1000));
            steps += 1;
          }
        },
        { bytes: 1250 },
      );
      expect(outcome).toEqual(full('10000 bytes'));
      expect(steps).toBe(10);
    }));

  it('cannot be passed by a tool that catches its errors', () =>
    run(function* () {
      let steps = 0;
      const { outcome } = yield* play(
        function* (_, ctx) {
          for (;;) {
            try {
              yield* ctx.step('one', () => (steps += 1));
            } catch {
              return 'caught';
            }
          }
        },
        { bytes: 200 },
      );
      expect([outcome, steps]).toEqual([full('2 outcomes'), 2]);
    }));

  it('lets a tool end that has just enough room', () =>
    run(function* () {
      const { outcome } = yield* play(
        function* (_, ctx) {
          yield* ctx.step('one', () => 1);
          return yield* ctx.step('two', () => 2);
        },
        { bytes: 200 },
      );
      expect(outcome).toEqual({ status: 'completed', content: '2' });
    }));

  it('ends a call in the same way after its process died', () =>
    run(function* () {
      const store = () => fileStore(join(folder, 'full'));
      const tool = declaration.execute(function* (_, ctx) {
        yield* ctx.step('one', () => 1);
        yield* ctx.elicit('move', { message: 'Your move?' });
        yield* ctx.step('two', () => 2);
        yield* ctx.step('three', () => 3);
      });
      const limits = { bytes: 400 };
      const open = () =>
        createPluginSessionManager({ provider: {} as ChatProvider, tools: [tool], limits, store: opened });
      let opened = store();
      const first = open();
      const session = yield* first.create({ tool, params: {}, callId: 'call_1' });
      expect((yield* nextEvent(session)).type).toBe('elicit_request');
      yield* first.close();
      yield* closed(opened);

      opened = store();
      const second = open();
      const again = yield* second.get('call_1');
      if (again === null) throw new Error('The call is gone.');
      yield* again.respondToElicit('call_1:elicit:0', { action: 'accept', content: { cell: 1 } });
      expect((yield* toEnd(again)).outcome).toEqual(full('4 outcomes'));
      yield* second.close();
      yield* closed(opened);
    }));
});

function* closed(store: DurableStore): Operation<void> {
  yield* until(store.close?.() ?? Promise.resolve());
}

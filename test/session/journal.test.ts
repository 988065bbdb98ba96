import type { PluginSessionManagerOptions } from '../../src/session/plugin-session-manager.ts';
import { all, ensure, race, run, sleep, spawn, suspend, withResolvers, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { callRecords, type CallRecords } from '../../src/session/call-record.ts';
import { keepCalls } from '../../src/session/plugin-session-manager.ts';
import { readSessionLimits } from '../../src/session/session-limits.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const provider: ChatProvider = {
  async *stream() {
    yield { type: 'text', content: '' };
    return { text: '', toolCalls: [] };
  },
};
let parses = 0;
const counted = z.string().refine(() => {
  parses += 1;
  return true;
});
let clock = 0;
const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({ to: counted.default('LAX'), at: z.number().default(() => (clock += 1)) }))
  .elicits({
    seat: z.object({ seat: counted, at: z.number().default(() => (clock += 1)) }),
    when: z.object({ when: z.iso.datetime().transform((text) => new Date(text)) }),
  });
type Body = (
  params: z.output<typeof declaration.parameters>,
  ctx: McpToolContext<typeof declaration.elicits>,
) => Operation<unknown>;
const elicitId = 'call_1:elicit:0';
const accept = { action: 'accept', content: { seat: '3A' } } as const;

interface Opened {
  manager: Calls;
  session: Call;
}

function withSession(
  body: Body,
  test: (opened: Opened) => Operation<void>,
  { records, limits, ...options }: Partial<PluginSessionManagerOptions> & { records?: CallRecords } = {},
): Promise<void> {
  return run(function* () {
    const tool = declaration.execute(body);
    const manager = keepCalls({ provider, tools: [tool], ...options }, readSessionLimits(limits), records);
    yield* ensure(() => manager.close());
    yield* test({ manager, session: yield* manager.create({ tool, params: {}, callId: 'call_1' }) });
  });
}

function* next<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`The session ended without ${type}.`);
  }
}

describe('what a schema makes', () => {
  it('of an answer is made once: the check and the tool get the same object', () => {
    const seen: unknown[] = [];
    return withSession(
      function* (_, ctx) {
        const check = (content: unknown) => {
          seen.push(content);
          return [];
        };
        const answer = yield* ctx.elicit('seat', { message: 'Seat?' }, { check });
        seen.push(answer.action === 'accept' && answer.content);
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        parses = 0;
        yield* session.respondToElicit(elicitId, accept);
        yield* next(session, 'ended');
        expect(parses).toBe(1);
        expect(seen).toHaveLength(2);
        expect(seen[0]).toBe(seen[1]);
      },
    );
  });

  it('of the arguments is made once, and is the same in a repeated run', () => {
    const seen: unknown[] = [];
    parses = 0;
    return withSession(
      function* (params, ctx) {
        seen.push({ ...params });
        params.to = 'changed';
        const answer = yield* ctx.elicit('seat', { message: 'Seat?' });
        const { action } = yield* ctx.elicit('seat', { message: 'Again?' });
        return { answer, action };
      },
      function* ({ session }) {
        expect(parses).toBe(0);
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit(elicitId, accept);
        const { at } = { at: clock };
        yield* next(session, 'elicit_request');
        expect(yield* session.cool()).toBe(true);
        yield* session.respondToElicit('call_1:elicit:1', { action: 'decline' });
        const { outcome } = yield* next(session, 'ended');
        expect(JSON.parse((outcome as { content: string }).content)).toEqual({
          answer: { action: 'accept', content: { seat: '3A', at } },
          action: 'decline',
        });
        expect(seen).toHaveLength(2);
        expect(seen[1]).toEqual(seen[0]);
      },
    );
  });

  it('is made again in a repeated run only where JSON cannot hold it', () =>
    withSession(
      function* (_, ctx) {
        const { action, ...rest } = yield* ctx.elicit('when', { message: 'When?' });
        const time = action === 'accept' && (rest as { content: { when: Date } }).content.when.getTime();
        yield* ctx.elicit('seat', { message: 'Seat?' });
        return time;
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        const when = '2026-12-06T08:00:00Z';
        yield* session.respondToElicit(elicitId, { action: 'accept', content: { when } });
        yield* next(session, 'elicit_request');
        yield* session.cool();
        yield* session.respondToElicit('call_1:elicit:1', { action: 'decline' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: String(Date.parse(when)) });
      },
    ));

  it("and what a step gave, is the tool's to change: the journal keeps its own", () => {
    const seen: unknown[] = [];
    return withSession(
      function* (_, ctx) {
        const list = yield* ctx.step('search', () => [1]);
        list.push(2);
        const answer = yield* ctx.elicit('seat', { message: 'Seat?' });
        if (answer.action === 'accept') answer.content.seat += '!';
        seen.push([list, answer]);
        yield* ctx.elicit('seat', { message: 'Again?' });
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit(elicitId, accept);
        yield* next(session, 'elicit_request');
        yield* session.cool();
        yield* session.respondToElicit('call_1:elicit:1', { action: 'decline' });
        yield* next(session, 'ended');
        expect(seen).toHaveLength(2);
        expect(seen[1]).toEqual(seen[0]);
      },
    );
  });
});

describe('whatever closes a question first counts', () => {
  it('also while an answer is still being checked, which is told what closed it', () => {
    const checking = withResolvers<void>();
    return withSession(
      function* (_, ctx) {
        function* check(): Operation<[]> {
          checking.resolve();
          yield* suspend();
          return [];
        }
        return (yield* ctx.elicit('seat', { message: 'Seat?' }, { check })).action;
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        const slow = yield* spawn(() => session.respondToElicit(elicitId, accept));
        yield* checking.operation;
        const decline = { action: 'decline' } as const;
        const options = { answerId: 'no' };
        expect(yield* session.respondToElicit(elicitId, decline, options)).toEqual({ outcome: 'recorded' });
        expect(yield* slow).toEqual({ outcome: 'repeated', action: 'decline', answerId: 'no' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: 'decline' });
      },
    );
  });

  it('and the answer that is still being checked is told at once, though the tool goes on', () => {
    const checking = withResolvers<void>();
    return withSession(
      function* (_, ctx) {
        function* check(): Operation<[]> {
          checking.resolve();
          yield* suspend();
          return [];
        }
        yield* ctx.elicit('seat', { message: 'Seat?' }, { check });
        yield* suspend();
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        const slow = yield* spawn(() => session.respondToElicit(elicitId, accept));
        yield* checking.operation;
        yield* session.respondToElicit(elicitId, { action: 'decline' });
        expect(yield* slow).toMatchObject({ outcome: 'repeated', action: 'decline' });
        expect(yield* session.status()).toBe('running');
      },
    );
  });

  it('and an answer is checked once, though its tool is dropped meanwhile', () => {
    let checks = 0;
    const checking = withResolvers<void>();
    const checked = withResolvers<void>();
    return withSession(
      function* (_, ctx) {
        function* check(): Operation<[]> {
          checks += 1;
          checking.resolve();
          yield* checked.operation;
          return [];
        }
        return (yield* ctx.elicit('seat', { message: 'Seat?' }, { check })).action;
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        const answered = yield* spawn(() => session.respondToElicit(elicitId, accept));
        yield* checking.operation;
        expect(yield* session.cool()).toBe(true);
        checked.resolve();
        expect(yield* answered).toEqual({ outcome: 'recorded' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: 'accept' });
        expect(checks).toBe(1);
      },
    );
  });

  it('and a deadline counts like an answer', () => {
    const checking = withResolvers<void>();
    return withSession(
      function* (_, ctx) {
        function* check(): Operation<[]> {
          checking.resolve();
          yield* suspend();
          return [];
        }
        return (yield* ctx.elicit('seat', { message: 'Seat?' }, { check, timeout: 30 })).action;
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        const slow = yield* spawn(() => session.respondToElicit(elicitId, accept));
        yield* checking.operation;
        expect(yield* slow).toMatchObject({ outcome: 'repeated', action: 'cancel' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: 'cancel' });
      },
    );
  });
});

describe('a question to the model that loses a race', () => {
  it('is stopped, and its tokens are not paid for', () => {
    const asked = withResolvers<void>();
    let stopped = false;
    const slow: ChatProvider = {
      async *stream(_messages, { signal }) {
        asked.resolve();
        await new Promise((_, reject) =>
          signal?.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('Stopped.'));
          }),
        );
        yield { type: 'text', content: '' };
        return { text: '', toolCalls: [] };
      },
    };
    return withSession(
      function* (_, ctx) {
        const first = yield* race([ctx.sample({ prompt: 'Which?' }), ctx.step('other', () => asked.operation)]);
        // The call goes on: it is not its end that stops the model.
        yield* ctx.elicit('seat', { message: 'Seat?' });
        return first;
      },
      function* ({ session }) {
        yield* asked.operation;
        expect(yield* session.status()).toBe('awaiting_sample');
        yield* next(session, 'elicit_request');
        expect(stopped).toBe(true);
        expect(yield* session.status()).toBe('awaiting_elicit');
      },
      { provider: slow },
    );
  });
});

describe("a call's events", () => {
  it('are numbered, and read by several readers, each from where it likes', () =>
    withSession(
      function* (_, ctx) {
        yield* ctx.log('info', 'one');
        return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
      },
      function* ({ session }) {
        const first = session.getEvents();
        const told: string[] = [];
        for (;;) {
          const { number, event } = (yield* first.next()).value;
          told.push(`${number} ${event.type}`);
          if (event.type === 'waiting') yield* session.respondToElicit(elicitId, { action: 'decline' });
          if (event.type === 'ended') break;
        }
        expect(told).toEqual(['1 log', '2 elicit_request', '3 waiting', '4 elicit_settled', '5 ended']);
        const second = session.getEvents(3);
        expect((yield* second.next()).value).toMatchObject({ number: 4, event: { type: 'elicit_settled' } });
        expect((yield* second.next()).value).toMatchObject({ number: 5, event: { type: 'ended' } });
      },
    ));

  it('do not grow with what a tool logs, and lose no question', () =>
    withSession(
      function* (_, ctx) {
        yield* ctx.elicit('seat', { message: 'Seat?' });
        for (let line = 0; line < 3000; line += 1) yield* ctx.log('info', 'x');
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit(elicitId, { action: 'decline' });
        yield* next(session, 'ended');
        const late = session.getEvents();
        const types: string[] = [];
        while (types.at(-1) !== 'ended') types.push((yield* late.next()).value.event.type);
        expect(types.length).toBeLessThanOrEqual(1000);
        expect(types.filter((type) => type !== 'log' && type !== 'waiting')).toEqual([
          'elicit_request',
          'elicit_settled',
          'ended',
        ]);
      },
    ));
});

/** Two managers with these have the same calls. */
function sharedBy(store: DurableStore | undefined) {
  return { store, records: callRecords(store) };
}

describe.each<[string, () => DurableStore | undefined]>([
  ['in memory', () => undefined],
  ['in a store', keptStore],
])('a call that has ended, %s', (_, makeStore) => {
  it('tells its outcome to whoever comes late, and does not start again', () => {
    let runs = 0;
    const shared = sharedBy(makeStore());
    return withSession(
      function* () {
        runs += 1;
        return yield* sleep(0);
      },
      function* ({ manager, session }) {
        const { outcome } = yield* next(session, 'ended');
        const here = yield* manager.get('call_1');
        expect(here && (yield* next(here, 'ended')).outcome).toEqual(outcome);
        const tool = declaration.execute(function* () {
          runs += 1;
          return yield* sleep(0);
        });
        const elsewhere = keepCalls(
          { provider, store: shared.store, tools: [tool] },
          readSessionLimits(),
          shared.records,
        );
        yield* ensure(() => elsewhere.close());
        const late = yield* elsewhere.get('call_1');
        expect(late && (yield* next(late, 'ended')).outcome).toEqual(outcome);
        expect(yield* late!.status()).toBe('completed');
        expect(yield* elsewhere.listActive()).toEqual([]);
        expect(runs).toBe(1);
      },
      shared,
    );
  });

  it('keeps its id: no other call gets it, while it runs and after it was forgotten', () =>
    withSession(
      function* (_, ctx) {
        return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
      },
      function* ({ manager, session }) {
        const tool = declaration.execute(function* () {
          return yield* sleep(0);
        });
        function* again(): Operation<string> {
          try {
            yield* manager.create({ tool, params: {}, callId: 'call_1' });
            return 'created';
          } catch (error) {
            return (error as { code: string }).code;
          }
        }
        yield* next(session, 'elicit_request');
        expect(yield* again()).toBe('SESSION_EXISTS');
        yield* session.respondToElicit(elicitId, accept);
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: 'accept' });
        yield* manager.release('call_1');
        expect(yield* again()).toBe('SESSION_EXISTS');
        expect(yield* manager.listActive()).toEqual([]);
      },
      sharedBy(makeStore()),
    ));

  it('takes no place any more when its readers hear of its end', () =>
    withSession(
      function* () {
        return yield* sleep(0);
      },
      function* ({ manager, session }) {
        yield* next(session, 'ended');
        expect(yield* manager.listActive()).toEqual([]);
        const tool = declaration.execute(function* () {
          return yield* sleep(0);
        });
        const second = yield* manager.create({ tool, params: {}, callId: 'call_2' });
        expect((yield* next(second, 'ended')).outcome).toMatchObject({ status: 'completed' });
      },
      { ...sharedBy(makeStore()), limits: { perProcess: 1 } },
    ));

  it('is forgotten when several let go of it at once, in one process or two', () => {
    const shared = sharedBy(makeStore());
    return withSession(
      function* () {
        return yield* sleep(0);
      },
      function* ({ manager, session }) {
        const elsewhere = keepCalls({ provider, store: shared.store }, readSessionLimits(), shared.records);
        yield* ensure(() => elsewhere.close());
        yield* next(session, 'ended');
        yield* all([manager.release('call_1'), manager.release('call_1'), elsewhere.release('call_1')]);
        expect(yield* manager.get('call_1')).toBeNull();
        expect(yield* manager.recall('call_1')).toMatchObject({ status: 'completed' });
      },
      shared,
    );
  });

  it('tells a late reader of its question, however much it has logged since', () =>
    withSession(
      function* (_, ctx) {
        yield* spawn(function* () {
          for (let line = 0; line < 1200; line += 1) yield* ctx.log('info', String(line));
        });
        return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
      },
      function* ({ session }) {
        const all1200 = session.getEvents();
        for (let last = ''; last !== '1199';) {
          const { event } = (yield* all1200.next()).value;
          if (event.type === 'log') last = event.message;
        }
        const told: string[] = [];
        const late = session.getEvents();
        while (told.length < 900) told.push((yield* late.next()).value.event.type);
        expect(told).toContain('elicit_request');
        expect(told.filter((type) => type === 'log').length).toBeLessThan(1000);
      },
    ));

  it('is forgotten once somebody lets go of it, before its end or after it', () =>
    withSession(
      function* (_, ctx) {
        return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
      },
      function* ({ manager, session }) {
        yield* next(session, 'elicit_request');
        yield* session.respondToElicit(elicitId, accept);
        yield* next(session, 'ended');
        expect(yield* manager.get('call_1')).not.toBeNull();
        yield* manager.release('call_1');
        expect(yield* manager.get('call_1')).toBeNull();

        const tool = declaration.execute(function* (_, ctx) {
          return (yield* ctx.elicit('seat', { message: 'Seat?' })).action;
        });
        const second = yield* manager.create({ tool, params: {}, callId: 'call_2' });
        yield* next(second, 'elicit_request');
        yield* manager.release('call_2');
        expect(yield* manager.get('call_2')).not.toBeNull();
        yield* second.respondToElicit('call_2:elicit:0', accept);
        yield* next(second, 'ended');
        expect(yield* manager.get('call_2')).toBeNull();
      },
      sharedBy(makeStore()),
    ));
});

it('a step writes what it adds, however long the journal is', () => {
  const store = keptStore();
  const bytes: number[] = [];
  const measured: DurableStore = {
    ...store,
    commit(commit) {
      bytes.push(JSON.stringify(commit).length);
      return store.commit(commit);
    },
  };
  return withSession(
    function* (_, ctx) {
      for (let step = 0; step < 400; step += 1) yield* ctx.step('search', () => 'x'.repeat(100));
    },
    function* ({ session }) {
      yield* next(session, 'ended');
      // The call's beginning and its end, and of each step that it has begun, and what came of it.
      expect(bytes).toHaveLength(802);
      const [first, last] = [bytes.slice(1, 3), bytes.slice(-3, -1)];
      expect(Math.max(...first)).toBeLessThan(600);
      // Its number has more digits.
      for (const [nth, length] of last.entries()) expect(length - first[nth]!).toBeLessThan(20);
    },
    { store: measured },
  );
});

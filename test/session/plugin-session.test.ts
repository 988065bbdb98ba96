import type { PluginSessionManagerOptions } from '../../src/session/plugin-session-manager.ts';
import { all, ensure, race, run, sleep, spawn, suspend, withResolvers, type Operation, type Task } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { ServerEvent } from '../../src/session/server-event.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { keptStore, storedCall } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({ to: z.string() }))
  .elicits({ flight: z.object({ id: z.coerce.number() }), seat: z.object({ seat: z.string() }) });
type Body = (params: { to: string }, ctx: McpToolContext<typeof declaration.elicits>) => Operation<unknown>;

const provider: ChatProvider = {
  async *stream(messages) {
    yield { type: 'text', content: 'tip ' };
    return { text: `tip for ${messages.at(-1)?.content}`, toolCalls: [] };
  },
};

const booking: Body = function* ({ to }, ctx) {
  const flight = yield* ctx.elicit('flight', { message: 'Which flight?' });
  if (flight.action !== 'accept') return `none: ${flight.action}`;
  const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
  if (seat.action !== 'accept') return { seat: seat.action, reason: seat.reason };
  const { text } = yield* ctx.sample({ prompt: to });
  return { flight: flight.content.id, seat: seat.content.seat, text };
};

interface Opened {
  manager: Calls;
  session: Call;
}

/** Run a test with one session, and close the manager after it. */
function withSession(
  body: Body,
  test: (opened: Opened) => Operation<void>,
  options: Partial<PluginSessionManagerOptions> & { owner?: string } = {},
): Promise<void> {
  return run(function* () {
    const tool = declaration.execute(body);
    const { owner, ...rest } = options;
    const manager = createPluginSessionManager({ provider, tools: [tool], ...rest });
    yield* ensure(() => manager.close());
    const session = yield* manager.create({ tool, params: { to: 'LAX' }, callId: 'call_1', owner });
    yield* test({ manager, session });
  });
}

/** Stop a call, and do something while it cleans up, which lasts until `clean`. */
function whileItCleansUp(
  test: (stopped: Opened & { stopping: Task<void>; clean: () => void }) => Operation<void>,
  options: Partial<PluginSessionManagerOptions> = {},
): Promise<void> {
  const cleaning = withResolvers<void>();
  const clean = withResolvers<void>();
  return withSession(
    function* (_, ctx) {
      yield* ensure(function* () {
        cleaning.resolve();
        yield* clean.operation;
      });
      return yield* ctx.elicit('seat', { message: 'Seat?' });
    },
    function* ({ manager, session }) {
      yield* next(session, 'elicit_request');
      const stopping = yield* spawn(() => manager.abort('call_1'));
      yield* cleaning.operation;
      yield* test({ manager, session, stopping, clean: clean.resolve });
    },
    options,
  );
}

function* next<T extends PluginSessionEvent['type']>(
  session: Call,
  type: T,
): Operation<Extract<PluginSessionEvent, { type: T }>> {
  const event = yield* nextEvent(session);
  expect(event.type).toBe(type);
  return event as Extract<PluginSessionEvent, { type: T }>;
}

function* accept(session: Call, content: unknown, attempt?: number) {
  const elicitId = session.pending()[0]?.elicitId ?? 'none';
  return yield* session.respondToElicit(elicitId, { action: 'accept', content }, { attempt });
}

describe('a session', () => {
  it('asks, settles and goes on, and ends with what the tool returned', () =>
    withSession(booking, function* ({ manager, session }) {
      const first = yield* next(session, 'elicit_request');
      expect(first.request).toMatchObject({
        sessionId: 'call_1',
        callId: 'call_1',
        toolName: 'trip',
        elicitId: 'call_1:elicit:0',
        key: 'flight',
        message: 'Which flight?',
        seq: 0,
        attempt: 1,
        params: { to: 'LAX' },
      });
      expect(yield* session.status()).toBe('awaiting_elicit');
      expect(yield* manager.listActive()).toMatchObject([{ id: 'call_1', pending: [{ key: 'flight' }] }]);
      expect(yield* accept(session, { id: '7' })).toEqual({ outcome: 'recorded' });
      expect(yield* next(session, 'elicit_settled')).toMatchObject({ elicitId: 'call_1:elicit:0', action: 'accept' });
      expect((yield* next(session, 'elicit_request')).request).toMatchObject({ key: 'seat', seq: 1 });
      yield* accept(session, { seat: '3A' });
      yield* next(session, 'elicit_settled');
      const { outcome } = yield* next(session, 'ended');
      expect(outcome).toEqual({
        status: 'completed',
        content: JSON.stringify({ flight: 7, seat: '3A', text: 'tip for LAX' }),
      });
      expect(yield* manager.listActive()).toEqual([]);
    }));

  it('goes on from its journal when it was cooled at every question', () =>
    withSession(booking, function* ({ session }) {
      yield* next(session, 'elicit_request');
      expect(yield* session.cool()).toBe(true);
      yield* accept(session, { id: 7 });
      yield* next(session, 'elicit_settled');
      yield* next(session, 'elicit_request');
      expect(yield* session.cool()).toBe(true);
      yield* accept(session, { seat: 12 });
      expect((yield* next(session, 'elicit_request')).request).toMatchObject({
        attempt: 2,
        issues: [{ path: ['seat'] }],
      });
      expect(yield* session.cool()).toBe(true);
      yield* accept(session, { seat: '3A' });
      yield* next(session, 'elicit_settled');
      expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'completed' });
    }));

  it('still asks its question when it was cooled inside a race', () =>
    withSession(
      function* (_, ctx) {
        return yield* race([ctx.elicit('seat', { message: 'Seat?' }), ctx.sleep(60_000)]);
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        expect(yield* session.cool()).toBe(true);
        expect(yield* accept(session, { seat: '3A' })).toEqual({ outcome: 'recorded' });
        expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'accept' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'completed' });
      },
    ));

  it('is not cooled while a step is under way beside its question, which is done once', () => {
    const begun = withResolvers<void>();
    const charged = withResolvers<void>();
    let charges = 0;
    return withSession(
      function* (_, ctx) {
        function* charge(): Operation<void> {
          charges += 1;
          begun.resolve();
          yield* charged.operation;
        }
        const [seat] = yield* all([ctx.elicit('seat', { message: 'Seat?' }), ctx.step('charge', charge)]);
        return seat.action;
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* begun.operation;
        expect(yield* session.cool()).toBe(false);
        yield* accept(session, { seat: '3A' });
        charged.resolve();
        yield* next(session, 'elicit_settled');
        expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: 'accept' });
        expect(charges).toBe(1);
      },
    );
  });

  it('takes a cold decline without running the tool first', () =>
    withSession(booking, function* ({ session }) {
      yield* next(session, 'elicit_request');
      yield* session.cool();
      yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' });
      yield* next(session, 'elicit_settled');
      expect((yield* next(session, 'ended')).outcome).toEqual({ status: 'completed', content: 'none: decline' });
    }));

  it('tells how it ended also to a manager that has its tool no more', () =>
    run(function* () {
      const store = keptStore();
      const tool = declaration.execute(booking);
      const one = createPluginSessionManager({ provider, tools: [tool], store });
      const begun = yield* one.create({ tool, params: { to: 'LAX' }, callId: 'call_1' });
      yield* next(begun, 'elicit_request');
      yield* one.abort('call_1', 'Enough.');

      const two = createPluginSessionManager({ provider, tools: [], store });
      yield* ensure(() => two.close());
      const ended = yield* two.get('call_1');
      if (ended === null) throw new Error('The session was not found.');
      expect(yield* ended.status()).toBe('aborted');
      expect((yield* next(ended, 'ended')).outcome).toMatchObject({ status: 'aborted', reason: 'Enough.' });
      expect(yield* accept(ended, { id: 7 })).not.toEqual({ outcome: 'recorded' });
      expect(yield* two.listActive()).toEqual([]);
    }));

  it('is taken up from the store by another manager', () =>
    run(function* () {
      const store = keptStore();
      const tool = declaration.execute(booking);
      const one = createPluginSessionManager({ provider, tools: [tool], store });
      const begun = yield* one.create({ tool, params: { to: 'LAX' }, callId: 'call_1' });
      yield* next(begun, 'elicit_request');
      yield* accept(begun, { id: 7 });
      yield* next(begun, 'elicit_settled');
      yield* next(begun, 'elicit_request');
      yield* begun.cool();

      const two = createPluginSessionManager({ provider, tools: [tool], store });
      yield* ensure(() => two.close());
      const taken = yield* two.get('call_1');
      if (taken === null) throw new Error('The session was not taken up.');
      expect(taken.pending()).toMatchObject([{ key: 'seat' }]);
      yield* accept(taken, { seat: '3A' });
      yield* next(taken, 'elicit_settled');
      expect((yield* next(taken, 'ended')).outcome).toMatchObject({ status: 'completed' });
    }));

  it('asks again with issues for content that does not fit, and gives up as failed', () =>
    withSession(
      booking,
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        expect(yield* accept(session, { id: 'x' })).toEqual({ outcome: 'refused' });
        const again = yield* next(session, 'elicit_request');
        expect(again.request).toMatchObject({ elicitId: 'call_1:elicit:0', attempt: 2, issues: [{ path: ['id'] }] });
        expect(yield* accept(session, { id: 1 }, 1)).toEqual({ outcome: 'stale' });
        expect(yield* accept(session, {})).toEqual({ outcome: 'refused' });
        expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'cancel' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ content: 'none: cancel' });
      },
      { limits: { attempts: 2 } },
    ));

  it("asks again with the tool's own issues, from a value, a promise or an operation", () => {
    const checks = [
      () => ['not offered'],
      () => Promise.resolve([{ path: ['id'], message: 'not offered' }]),
      function* (): Operation<string[]> {
        yield* sleep(0);
        return ['not offered'];
      },
      () => {
        throw new Error('secret');
      },
    ];
    expect.assertions(checks.length * 6);
    return run(() =>
      all(
        checks.map((check) => ({
          *[Symbol.iterator]() {
            const tool = declaration.execute(function* (_, ctx) {
              return yield* ctx.elicit('flight', { message: 'Which?' }, { check });
            });
            const manager = createPluginSessionManager({ provider });
            yield* ensure(() => manager.close());
            const session = yield* manager.create({ tool, params: { to: 'LAX' }, callId: 'call_1' });
            yield* next(session, 'elicit_request');
            expect(yield* accept(session, { id: 1 })).toEqual({ outcome: 'refused' });
            const { request } = yield* next(session, 'elicit_request');
            expect(request.attempt).toBe(2);
            expect(request.issues).toHaveLength(1);
            expect(JSON.stringify(request.issues)).not.toContain('secret');
          },
        })),
      ),
    );
  });

  it('keeps the first answer: a repetition gets its action and changes nothing', () =>
    withSession(booking, function* ({ manager, session }) {
      yield* next(session, 'elicit_request');
      const outcomes = yield* all([
        session.respondToElicit('call_1:elicit:0', { action: 'accept', content: { id: 1 } }),
        session.respondToElicit('call_1:elicit:0', { action: 'accept', content: { id: 2 } }),
      ]);
      const repeated = { outcome: 'repeated', action: 'accept' };
      expect(outcomes).toEqual([{ outcome: 'recorded' }, repeated]);
      expect(yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' })).toEqual(repeated);
      yield* next(session, 'elicit_settled');
      yield* next(session, 'elicit_request');
      yield* session.respondToElicit('call_1:elicit:1', { action: 'decline' });
      yield* next(session, 'elicit_settled');
      yield* next(session, 'ended');
      yield* manager.release('call_1');
      const result = { action: 'cancel' } as const;
      const late = { elicitId: 'call_1:elicit:0', attempt: 1, by: undefined, via: 'server', result } as const;
      expect(yield* manager.lookUp('call_1', late)).toEqual({ outcome: 'repeated', action: 'accept' });
      expect(yield* manager.get('call_1')).toBeNull();
    }));

  it('does not exist for anybody but its owner, and is bound by the first identified answer', () =>
    run(function* () {
      const tool = declaration.execute(booking);
      const manager = createPluginSessionManager({ provider });
      yield* ensure(() => manager.close());
      const owned = yield* manager.create({ tool, params: { to: 'LAX' }, callId: 'owned', owner: 'ada' });
      yield* next(owned, 'elicit_request');
      const content = { action: 'accept', content: { id: 1 } } as const;
      for (const owner of [undefined, 'eve']) {
        expect(yield* owned.respondToElicit('owned:elicit:0', content, { by: owner })).toEqual({ outcome: 'unknown' });
      }
      expect(yield* owned.respondToElicit('owned:elicit:0', content, { by: 'ada' })).toEqual({
        outcome: 'recorded',
      });

      const free = yield* manager.create({ tool, params: { to: 'LAX' }, callId: 'free' });
      yield* next(free, 'elicit_request');
      yield* free.respondToElicit('free:elicit:0', content, { by: 'ada' });
      yield* next(free, 'elicit_settled');
      yield* next(free, 'elicit_request');
      const seat = { action: 'accept', content: { seat: '1A' } } as const;
      expect(yield* free.respondToElicit('free:elicit:1', seat, { by: 'eve' })).toEqual({ outcome: 'unknown' });
      expect(yield* free.respondToElicit('free:elicit:1', seat, { by: 'ada' })).toEqual({ outcome: 'recorded' });
    }));

  it('refuses arguments that do not fit, naming the field', () =>
    run(function* () {
      const manager = createPluginSessionManager({ provider });
      yield* ensure(() => manager.close());
      const tool = declaration.execute(booking);
      try {
        yield* manager.create({ tool, params: { to: 5 }, callId: 'call_1' });
        throw new Error('It was created.');
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_ARGUMENTS', message: expect.stringContaining('to: ') as string });
      }
      expect(yield* manager.listActive()).toEqual([]);
    }));

  it('ends a question at its deadline, warm or cold', () =>
    run(function* () {
      const tool = declaration.execute(function* (_, ctx) {
        return yield* ctx.elicit('seat', { message: 'Seat?' }, { timeout: 5 });
      });
      const manager = createPluginSessionManager({ provider });
      yield* ensure(() => manager.close());
      for (const cold of [false, true]) {
        const session = yield* manager.create({ tool, params: { to: 'LAX' }, callId: `call_${cold}` });
        const { request } = yield* next(session, 'elicit_request');
        expect(request.expiresAt).toBeGreaterThan(0);
        if (cold) yield* session.cool();
        expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'cancel' });
        const { outcome } = yield* next(session, 'ended');
        expect(outcome).toEqual({ status: 'completed', content: '{"action":"cancel","reason":"expired"}' });
      }
    }));

  it('ends pending and later questions as interrupted', () =>
    withSession(
      function* (_, ctx) {
        const one = yield* ctx.elicit('flight', { message: 'Which?' });
        const two = yield* ctx.elicit('seat', { message: 'Which?' });
        return [one, two];
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.interrupt();
        yield* next(session, 'elicit_settled');
        yield* next(session, 'elicit_settled');
        const cancelled = { action: 'cancel', reason: 'interrupted' };
        expect((yield* next(session, 'ended')).outcome).toEqual({
          status: 'completed',
          content: JSON.stringify([cancelled, cancelled]),
        });
      },
    ));

  it('withdraws a question that the tool no longer waits for', () =>
    withSession(
      function* (_, ctx) {
        return yield* race([ctx.elicit('seat', { message: 'Seat?' }), ctx.sleep(5)]);
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        expect(yield* next(session, 'elicit_settled')).toMatchObject({ action: 'cancel' });
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'completed' });
      },
    ));

  it('runs the clean-up of an aborted tool, then says by whom it was stopped', () => {
    const seen: string[] = [];
    return withSession(
      function* (_, ctx) {
        yield* ensure(function* () {
          yield* sleep(1);
          seen.push('ensure');
        });
        try {
          return yield* ctx.elicit('seat', { message: 'Seat?' });
        } finally {
          seen.push('finally');
        }
      },
      function* ({ manager, session }) {
        yield* next(session, 'elicit_request');
        yield* manager.abort('call_1', 'changed my mind');
        expect(seen).toEqual(['finally', 'ensure']);
        expect((yield* next(session, 'ended')).outcome).toEqual({
          status: 'aborted',
          by: 'user',
          reason: 'changed my mind',
        });
        expect(yield* manager.listActive()).toEqual([]);
        expect(yield* accept(session, { seat: '1A' })).toEqual({ outcome: 'ended', status: 'aborted' });
        const result = { action: 'accept', content: { seat: '1A' } } as const;
        const late = { elicitId: 'call_1:elicit:0', attempt: 1, by: undefined, via: 'server', result } as const;
        yield* manager.release('call_1');
        expect(yield* manager.lookUp('call_1', late)).toEqual({ outcome: 'ended', status: 'aborted' });
      },
    );
  });

  it('ends though whoever stopped it went away during its clean-up', () =>
    whileItCleansUp(function* ({ manager, session, stopping, clean }) {
      yield* stopping.halt();
      clean();
      expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'aborted', by: 'user' });
      expect(yield* manager.listActive()).toEqual([]);
    }));

  it.each<[string, DurableStore | undefined]>([
    ['in memory', undefined],
    ['in a store', keptStore()],
  ])('is stopped once, and not closed or cooled before that is done, %s', (_, store) =>
    whileItCleansUp(
      function* ({ manager, session, stopping, clean }) {
        expect(yield* session.cool()).toBe(false);
        const closing = yield* spawn(() => manager.close());
        clean();
        yield* closing;
        yield* stopping;
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'aborted', by: 'user' });
        if (store !== undefined) {
          expect(yield* storedCall(store, 'call_1')).toMatchObject({ outcome: { status: 'aborted', by: 'user' } });
        }
      },
      { store },
    ),
  );

  it('does not wait for ever for a clean-up', () =>
    withSession(
      function* (_, ctx) {
        yield* ensure(() => suspend());
        return yield* ctx.elicit('seat', { message: 'Seat?' });
      },
      function* ({ session }) {
        yield* next(session, 'elicit_request');
        yield* session.abort();
        expect((yield* next(session, 'ended')).outcome).toMatchObject({ status: 'aborted' });
      },
      { limits: { cleanupTime: 1 } },
    ));

  it('tells a tool that throws, and a model that fails, as a failure', () =>
    run(function* () {
      const broken: ChatProvider = {
        async *stream() {
          throw new Error('overloaded');
        },
      };
      const manager = createPluginSessionManager({ provider: broken });
      yield* ensure(() => manager.close());
      const tool = declaration.execute((_, ctx) => ctx.sample({ prompt: 'x' }));
      const session = yield* manager.create({ tool, params: { to: 'LAX' }, callId: 'call_1' });
      expect((yield* next(session, 'ended')).outcome).toMatchObject({
        status: 'failed',
        error: { code: 'SAMPLE_FAILED', message: expect.stringContaining('the provider failed') as string },
      });
    }));
});

describe('a tool that fails', () => {
  const cause = new Error('no seats left');
  const bodies: [what: string, body: unknown, error: object][] = [
    [
      'throws',
      function* () {
        throw cause;
      },
      cause,
    ],
    ['is no generator', () => 'done', { code: 'NOT_AN_OPERATION' }],
    ['gives a promise', () => Promise.reject(cause), { code: 'NOT_AN_OPERATION' }],
    [
      'forgets yield* before a question it returns',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        return ctx.elicit('seat', { message: 'Seat?' });
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining('yield*') as string },
    ],
    [
      'forgets yield* before a question, and reads how it ended',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        const seat = ctx.elicit('seat', { message: 'Seat?' }) as unknown as { action: string };
        return seat.action === 'accept' ? 'Booked.' : 'Not booked.';
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining('Write yield* before ctx.elicit(…)') as string },
    ],
    [
      'forgets yield* before a step',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        void ctx.step('book', () => 'booked');
        return 'Booked.';
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining('Write yield* before ctx.step(…)') as string },
    ],
    [
      'forgets the star of yield*',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        yield ctx.elicit('seat', { message: 'Seat?' });
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining('Write yield* before ctx.elicit(…)') as string },
    ],
    [
      'yields a promise',
      function* () {
        yield Promise.reject(cause);
      },
      {
        code: 'NOT_AN_OPERATION',
        message: expect.stringContaining("yield* ctx.step('name', () => promise)") as string,
      },
    ],
    [
      'yields an operation of its own without the star',
      function* () {
        yield sleep(0);
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining('Write yield* in place of yield') as string },
    ],
    [
      'yields nothing',
      function* () {
        yield;
      },
      {
        code: 'NOT_AN_OPERATION',
        message: expect.stringContaining('yielded something that is no operation') as string,
      },
    ],
    [
      'yields a promise in a branch',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        yield* ctx.branch(function* () {
          yield Promise.reject(cause);
        } as never);
      },
      {
        code: 'NOT_AN_OPERATION',
        message: expect.stringContaining("yield* ctx.step('name', () => promise)") as string,
      },
    ],
    [
      'yields a promise in a step',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        yield* ctx.step('book', function* () {
          yield Promise.reject(cause);
        } as never);
      },
      { code: 'STEP_FAILED', message: expect.stringContaining('yield* until(promise)') as string },
    ],
    [
      'gives a step a promise in place of a function',
      function* (_: unknown, ctx: McpToolContext<typeof declaration.elicits>) {
        yield* ctx.step('book', Promise.reject(cause) as never);
      },
      { code: 'NOT_AN_OPERATION', message: expect.stringContaining("ctx.step('name', () => promise)") as string },
    ],
    [
      'returns a promise',
      function* () {
        return Promise.reject(cause);
      },
      { code: 'NOT_AN_OPERATION' },
    ],
  ];

  it.each(bodies)('because it %s tells the host what was thrown, whole', (_, body, error) => {
    const heard: ServerEvent[] = [];
    return withSession(
      body as Body,
      function* ({ session }) {
        expect((yield* next(session, 'ended')).outcome.status).toBe('failed');
        const failed = heard.flatMap((event) => (event.type === 'tool_failed' ? [event] : []));
        expect(failed).toMatchObject([{ sessionId: 'call_1', toolName: 'trip', error }]);
        expect(failed[0]?.error).toHaveProperty('stack', expect.stringContaining('\n    at '));
      },
      { onEvent: (event) => heard.push(event) },
    );
  });

  it('gets the error where the yield stands, so that it can clean up and go on', () =>
    withSession(
      function* () {
        try {
          yield Promise.resolve() as never;
        } catch (error) {
          return (error as { code: string }).code;
        }
        return 'went on';
      },
      function* ({ session }) {
        const { outcome } = yield* next(session, 'ended');
        expect(outcome).toMatchObject({ status: 'completed', content: 'NOT_AN_OPERATION' });
      },
    ));

  it('is told of when it is declared with an async function', () => {
    expect(() => declaration.execute((async () => 'done') as never)).toThrow(/generator function, not an async one/);
    const both = async function* () {
      yield 'done';
    };
    expect(() => declaration.execute(both as never)).toThrow(/generator function, not an async one/);
  });
});

describe('a manager', () => {
  it('stops every call when it closes, and resolves when their clean-up ran', () =>
    run(function* () {
      const seen: number[] = [];
      const manager = createPluginSessionManager({ provider });
      const asked = withResolvers<void>();
      let count = 0;
      const tool = declaration.execute(function* (_, ctx) {
        const mine = (count += 1);
        yield* ensure(function* () {
          yield* sleep(1);
          seen.push(mine);
        });
        yield* spawn(function* () {
          yield* sleep(0);
          if (mine === 3) asked.resolve();
        });
        yield* ctx.elicit('seat', { message: 'Seat?' });
      });
      for (const callId of ['a', 'b', 'c']) yield* manager.create({ tool, params: { to: 'LAX' }, callId });
      yield* asked.operation;
      yield* manager.close();
      expect(seen.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
      expect(yield* manager.listActive()).toEqual([]);
    }));
});

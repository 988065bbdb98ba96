import {
  createPluginSessionManager,
  type PluginSessionManagerOptions,
} from '../../src/session/plugin-session-manager.ts';
import { all, ensure, run, suspend, until, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import {
  type ChatProvider,
  type PluginSession,
  type PluginSessionManager,
  type ServerEvent,
} from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { aroundCalls, keptStore } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('trip')
  .description('Plan a trip')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }) });
type Body = (params: object, ctx: McpToolContext<typeof declaration.elicits>) => Operation<unknown>;

const asking: Body = (_, ctx) => ctx.elicit('seat', { message: 'Seat?' });
const quiet: ChatProvider = {
  async *stream() {
    return { text: 'ok', toolCalls: [] };
  },
};

function withManager(
  options: Partial<PluginSessionManagerOptions>,
  test: (manager: PluginSessionManager) => Operation<void>,
): Promise<void> {
  return run(function* () {
    const manager = createPluginSessionManager({ provider: quiet, ...options });
    yield* ensure(() => manager.close());
    yield* test(manager);
  });
}

function* create(manager: PluginSessionManager, body: Body, callId = 'call_1', owner?: string) {
  return yield* manager.create({ tool: declaration.execute(body), params: {}, callId, owner });
}

/** Everything a session tells until its end. */
function* toEnd(session: PluginSession): Operation<string[]> {
  const told: string[] = [];
  for (;;) {
    const event = yield* nextEvent(session);
    told.push(event.type === 'ended' ? `${event.outcome.status} ${JSON.stringify(event.outcome)}` : event.type);
    if (event.type === 'ended') return told;
  }
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a limit of depth', () => {
  it('refuses a branch of a branch beyond it, which the tool can catch', () =>
    withManager({ limits: { toolDepth: 1 } }, function* (manager) {
      const session = yield* create(manager, function* (_, ctx) {
        return yield* ctx.branch((outer) => outer.branch(function* () {}));
      });
      const [told] = yield* toEnd(session);
      expect(told).toContain('TOOL_DEPTH');
    }));
});

describe('a limit of time', () => {
  it('stops a tool that runs too long', () =>
    withManager({ limits: { runTime: 5 } }, function* (manager) {
      const told = yield* toEnd(yield* create(manager, () => suspend()));
      expect(told).toEqual([expect.stringContaining('"by":"timeout"')]);
    }));

  it.for<[where: string, tool: number | undefined, host: number]>([
    ['the host', undefined, 7],
    ['the tool, where that is stricter', 7, 1000],
  ])('says after how long it stopped a step that waits for something outside, and what to do: of %s', (limit) =>
    withManager({ limits: { runTime: limit[2] } }, function* (manager) {
      const tool = declaration
        .limits({ timeout: limit[1] })
        .execute((_, ctx) => ctx.step('webhook', () => new Promise<string>(() => {})));
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      const [told] = yield* toEnd(session);
      expect(told).toContain('trip ran for more than 7 ms, not counting the time that people took.');
      expect(told).toContain('To wait for something outside, use ctx.waitFor.');
      expect(told).toContain('limits.runTime of the host');
    }),
  );

  it("counts no time of the person's against the tool", () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
    return withManager({ limits: { runTime: 1000 } }, function* (manager) {
      const session = yield* create(manager, function* (_, ctx) {
        yield* ctx.elicit('seat', { message: 'Seat?' });
        yield* suspend();
      });
      yield* nextEvent(session);
      vi.advanceTimersByTime(1_000_000);
      expect(yield* session.status()).toBe('awaiting_elicit');
      yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' });
      yield* nextEvent(session);
      vi.advanceTimersByTime(999);
      expect(yield* session.status()).toBe('running');
      vi.advanceTimersByTime(1);
      expect(yield* toEnd(session)).toEqual([expect.stringContaining('trip ran for more than 1000 ms')]);
    });
  });

  it('does not count it when the clock of the machine is set ahead meanwhile', () => {
    const now = Date.now;
    return withManager({}, function* (manager) {
      const session = yield* create(manager, function* (_, ctx) {
        yield* ctx.step('work', () => void vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000));
        yield* ctx.elicit('seat', { message: 'Seat?' });
        yield* ctx.step('more', () => new Promise((resolve) => setTimeout(resolve, 20, 'done')));
        return 'done';
      });
      yield* nextEvent(session);
      yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' });
      expect(yield* toEnd(session)).toEqual(['elicit_settled', expect.stringContaining('completed')]);
    });
  });

  it('stops a call that nobody comes back to', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    return withManager({}, function* (manager) {
      const session = yield* create(manager, asking);
      yield* nextEvent(session);
      vi.advanceTimersByTime(86_400_000 - 1);
      expect(yield* session.status()).toBe('awaiting_elicit');
      vi.advanceTimersByTime(1);
      expect(yield* toEnd(session)).toEqual([expect.stringContaining('"by":"timeout"')]);
      expect(yield* manager.listActive()).toEqual([]);
    });
  });

  it('fails a sample that takes too long, and aborts the provider', () => {
    let aborted = false;
    const slow: ChatProvider = {
      async *stream(_, { signal }) {
        yield { type: 'text', content: '' };
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            aborted = true;
            resolve();
          });
        });
        return { text: '', toolCalls: [] };
      },
    };
    return withManager({ provider: slow, limits: { runTime: 1000 } }, function* (manager) {
      const told = yield* toEnd(yield* create(manager, (_, ctx) => ctx.sample({ prompt: 'x' })));
      expect(told.at(-1)).toContain('within 200 ms');
      expect(aborted).toBe(true);
    });
  });
});

describe('a limit of size or number', () => {
  it('refuses a question that is one byte too large with its schema', () => {
    const body = (size: number): Body =>
      function* (_, ctx) {
        return yield* ctx.elicit('seat', { message: 'Seat?', x: 'x'.repeat(size) });
      };
    const { json } = declaration.execute(asking).questions.get('seat')!;
    const emptyBytes = (JSON.stringify(json) + JSON.stringify(['Seat?', { x: '' }, null, null, null, null])).length;
    return withManager({ limits: { bytes: 2 * (emptyBytes + 10) } }, function* (manager) {
      const fits = yield* create(manager, body(10), 'fits');
      expect((yield* nextEvent(fits)).type).toBe('elicit_request');
      const told = yield* toEnd(yield* create(manager, body(11), 'large'));
      expect(told.at(-1)).toContain('CONTEXT_TOO_LARGE');
    });
  });

  it('refuses one call more than an owner, all owners together, or nobody in particular may have open', () =>
    withManager({ limits: { perOwner: 2, perProcess: 3 } }, function* (manager) {
      function* refused(callId: string, owner?: string): Operation<string> {
        try {
          yield* create(manager, asking, callId, owner);
          return 'created';
        } catch (error) {
          return (error as { code: string }).code;
        }
      }
      expect(yield* refused('a', 'ada')).toBe('created');
      expect(yield* refused('b', 'ada')).toBe('created');
      expect(yield* refused('c', 'ada')).toBe('TOO_MANY_SESSIONS');
      expect(yield* refused('d', 'eve')).toBe('created');
      expect(yield* refused('e', 'joe')).toBe('TOO_MANY_SESSIONS');
      // Neither do owners leave no place for others, nor others none for owners.
      for (const id of ['f', 'g', 'h']) expect(yield* refused(id)).toBe('created');
      expect(yield* refused('i')).toBe('TOO_MANY_SESSIONS');
      yield* manager.abort('a');
      expect(yield* refused('j', 'ada')).toBe('created');
    }));

  it('refuses as many while a slow store still writes the first ones', () => {
    const store = aroundCalls(keptStore(), async (keep, { begins, callId }) => {
      if (begins) await new Promise((resolve) => setTimeout(resolve, 1));
      if (callId === 'broken') throw new Error('no connection');
      return keep();
    });
    const errors: string[] = [];
    const onEvent = (event: ServerEvent) => {
      if (event.type === 'error') errors.push((event.error as Error).message);
    };
    return withManager({ store, onEvent, limits: { perOwner: 2, perProcess: 3 } }, function* (manager) {
      function* refused(callId: string, owner: string): Operation<string> {
        try {
          yield* create(manager, asking, callId, owner);
          return 'created';
        } catch (error) {
          return (error as { code?: string }).code ?? 'failed';
        }
      }
      expect(yield* all(['a', 'b', 'c'].map((id) => refused(id, 'ada')))).toEqual([
        'created',
        'created',
        'TOO_MANY_SESSIONS',
      ]);
      expect(yield* all([refused('d', 'eve'), refused('e', 'joe')])).toEqual(['created', 'TOO_MANY_SESSIONS']);
      yield* manager.abort('d');
      // What could not be begun takes nobody's place, and disturbs nobody who has it.
      expect(yield* all([refused('broken', 'eve')])).toEqual(['failed']);
      expect(yield* refused('b', 'eve')).toBe('SESSION_EXISTS');
      expect(yield* refused('f', 'eve')).toBe('created');
      const open = yield* manager.listActive();
      expect(open.map(({ id }) => id).toSorted()).toEqual(['a', 'b', 'f']);
      const second = yield* manager.get('b');
      expect((yield* second!.respondToElicit('b:elicit:0', { action: 'decline' }, { by: 'ada' })).outcome).toBe(
        'recorded',
      );
      expect((yield* toEnd(second!)).at(-1)).toContain('completed');
      expect(errors).toEqual(['no connection']);
    });
  });

  it('gives the place of a call back that was begun without an owner, and that a person has claimed', () =>
    withManager({ store: keptStore(), limits: { perProcess: 1 } }, function* (manager) {
      const session = yield* create(manager, function* (_, ctx) {
        yield* ctx.elicit('seat', { message: 'Seat?' });
        yield* ctx.elicit('seat', { message: 'And another?' });
      });
      yield* nextEvent(session);
      yield* session.respondToElicit('call_1:elicit:0', { action: 'decline' }, { by: 'ada' });
      while ((yield* nextEvent(session)).type !== 'elicit_request');
      expect(yield* manager.park('call_1')).toBe(true);
      expect((yield* create(manager, asking, 'call_2')).callId).toBe('call_2');
    }));
});

describe('a store that fails', () => {
  it('leaves the question waiting, for what takes the call up, when an answer cannot be recorded', () => {
    let broken = true;
    const events: ServerEvent[] = [];
    const store = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (broken && journal.length > 0) throw new Error('no connection');
      return keep();
    });
    const tools = [declaration.execute(asking)];
    return withManager({ store, tools, onEvent: (event) => events.push(event) }, function* (manager) {
      const session = yield* create(manager, asking);
      yield* nextEvent(session);
      function* decline(to: PluginSession | null): Operation<string | undefined> {
        try {
          return (yield* to!.respondToElicit('call_1:elicit:0', { action: 'decline' })).outcome;
        } catch (error) {
          return (error as Error).message;
        }
      }
      expect(yield* decline(session)).toBe('no connection');
      expect(yield* toEnd(session)).toEqual([expect.stringContaining('The server failed')]);
      const again = yield* manager.get('call_1');
      expect(again?.pending()).toMatchObject([{ elicitId: 'call_1:elicit:0' }]);
      broken = false;
      expect(yield* decline(again)).toBe('recorded');
      expect((yield* toEnd(again!)).at(-1)).toContain('completed');
      expect(events.map(({ type }) => type)).toEqual([
        'session_created',
        'asked',
        'error',
        'session_left',
        'session_resumed',
        'settled',
        'session_ended',
      ]);
    });
  });

  it('ends a call here whose journal cannot be kept, and says so', () => {
    const events: ServerEvent[] = [];
    let broken = true;
    const store = aroundCalls(keptStore(), async (keep, { journal }) => {
      if (broken && journal.some(({ kind }) => kind === 'step')) throw new Error('disk full');
      return keep();
    });
    const body: Body = (_, ctx) => ctx.step('search', () => 1, { idempotent: true });
    const tools = [declaration.execute(body)];
    return withManager({ store, tools, onEvent: (event) => events.push(event) }, function* (manager) {
      const told = yield* toEnd(yield* create(manager, body));
      expect(told).toEqual([expect.stringContaining('The server failed')]);
      const types = ['session_created', 'error', 'session_left'];
      yield* until(eventually(() => expect(events.map(({ type }) => type)).toEqual(types)));
      expect(String((events[1] as { error: unknown }).error)).toContain('disk full');
      // Its record is as it was: whoever takes it up does again what nothing has kept.
      broken = false;
      expect(yield* toEnd((yield* manager.get('call_1'))!)).toEqual([expect.stringContaining('completed')]);
    });
  });
});

describe('what the server tells of its calls', () => {
  it('names who, what and how long, and nothing that people said', () => {
    const events: ServerEvent[] = [];
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    return withManager(
      {
        onEvent(event) {
          events.push(event);
          throw new Error('A listener that fails disturbs nothing.');
        },
      },
      function* (manager) {
        const session = yield* create(manager, asking);
        yield* nextEvent(session);
        const respond = (result: Parameters<typeof session.respondToElicit>[1], attempt?: number) =>
          session.respondToElicit('call_1:elicit:0', result, { attempt });
        yield* respond({ action: 'accept', content: { seat: 5 } });
        yield* respond({ action: 'accept', content: { seat: 'secret seat' } }, 1);
        yield* all([
          respond({ action: 'accept', content: { seat: 'secret seat' } }, 2),
          respond({ action: 'accept', content: { seat: 'another secret' } }, 2),
        ]);
        yield* toEnd(session);
      },
    ).then(() => {
      expect(events.map((event) => ('outcome' in event ? `${event.type} ${event.outcome}` : event.type))).toEqual([
        'session_created',
        'asked',
        'refused',
        'asked',
        'answer_ignored stale',
        'settled',
        'answer_ignored repeated',
        'session_ended',
      ]);
      expect(events[5]).toMatchObject({ key: 'seat', action: 'accept', duration: expect.any(Number) as number });
      expect(events.at(-1)).toMatchObject({ status: 'completed', duration: expect.any(Number) as number });
      expect(JSON.stringify(events)).not.toContain('secret');
      expect(logged).toHaveBeenCalledTimes(events.length);
    });
  });
});

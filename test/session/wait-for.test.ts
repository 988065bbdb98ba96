import { all, ensure, race, run, spawn, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext, type WaitToken } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import type { Answerer, AnswerSource } from '../../src/protocol/person.ts';
import { macrotask } from '../../src/base/wait.ts';
import { createQueuedHost } from '../queued-host.ts';
import { keptSource, sourceOf, type JournalEntry } from '../../src/runtime/journal.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call, PluginSessionEvent } from '../../src/session/plugin-session.ts';
import type { SessionLimits } from '../../src/session/session-limits.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { aroundCalls, keptStore, never } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const declaration = createMcpTool('sign')
  .description('Have a contract signed')
  .parameters(z.object({}))
  .elicits({ seat: z.object({ seat: z.string() }), paper: z.object({ paper: z.string() }) }, { url: true });
type Ctx = McpToolContext<typeof declaration.elicits, { url: true }>;
type Body = (ctx: Ctx, tokens: WaitToken[]) => Operation<unknown>;

const schema = z.object({ by: z.string().transform((name) => name.toUpperCase()) });
const wait = { schema, timeout: 60_000, message: 'Waiting for DocuSign' };
const provider = {} as ChatProvider;

/** Waits once, and says what came of it. */
const once: Body = function* (ctx, tokens) {
  tokens.push(yield* ctx.waitFor.token('signed'));
  return toldOf(yield* ctx.waitFor('signed', wait));
};

const toldOf = (result: { action: string; content?: { by: string }; reason?: string | undefined }) =>
  result.action === 'accept' ? result.content?.by : `${result.action}: ${result.reason}`;

interface Scene {
  session: Call;
  manager: Calls;
  tokens: WaitToken[];
  /** Another process over the same store. This one does nothing more. */
  restart(): Operation<Scene>;
}

const inScene = (
  body: Body,
  test: (scene: Scene) => Operation<void>,
  store?: DurableStore,
  limits?: Partial<SessionLimits>,
) =>
  run(function* () {
    function* open(begin: boolean): Operation<Scene> {
      const tokens: WaitToken[] = [];
      const tool = declaration.execute((_, ctx) => body(ctx, tokens));
      const manager = createPluginSessionManager({ provider, tools: [tool], store, limits });
      yield* ensure(() => manager.close());
      const session = begin
        ? yield* manager.create({ tool, params: {}, callId: 'call_1' })
        : (yield* manager.get('call_1'))!;
      return {
        session,
        manager,
        tokens,
        *restart() {
          yield* manager.close();
          return yield* open(false);
        },
      };
    }
    yield* test(yield* open(true));
  });

/** Read a call's events up to one of this type. */
function* until<T extends PluginSessionEvent['type']>(session: Call, type: T) {
  for (;;) {
    const event = yield* nextEvent(session);
    if (event.type === type) return event as Extract<PluginSessionEvent, { type: T }>;
    if (event.type === 'ended') throw new Error(`It ended: ${JSON.stringify(event.outcome)}`);
  }
}

function* asked(session: Call, count = 1) {
  for (let seen = 0; seen < count; seen += 1) yield* until(session, 'elicit_request');
}

function* endOf(session: Call) {
  const { outcome } = yield* until(session, 'ended');
  return outcome.status === 'completed' ? outcome.content : outcome;
}

function* answer(session: Call, key: string, content: object, about = {}) {
  const elicitId = session.pending().find((question) => question.key === key)?.elicitId ?? 'none';
  return (yield* session.respondToElicit(elicitId, { action: 'accept', content }, about)).outcome;
}

afterEach(() => void vi.useRealTimers());

describe('ctx.waitFor', () => {
  it('gives the value as its schema parsed it', () =>
    inScene(once, function* ({ session, tokens }) {
      yield* asked(session);
      expect(session.pending()).toMatchObject([{ key: '~wait:signed', message: 'Waiting for DocuSign' }]);
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
      expect(yield* endOf(session)).toBe('ADA');
    }));

  it('counts one value, and tells every other one so', () =>
    inScene(once, function* ({ session, manager, tokens }) {
      yield* asked(session);
      const values = ['ada', 'bob', 'eve'].map((by) => session.resolve(tokens[0]!, { by }));
      const outcomes = (yield* all(values)).map(({ outcome }) => outcome);
      expect(outcomes).toEqual(['recorded', 'repeated', 'repeated']);
      expect(yield* endOf(session)).toBe('ADA');
      expect(yield* manager.resolve(tokens[0]!, { by: 'bob' })).toEqual({ outcome: 'repeated' });
      yield* manager.release('call_1');
      expect(yield* manager.resolve(tokens[0]!, { by: 'bob' })).toEqual({ outcome: 'repeated' });
    }));

  it('tells the sender what is wrong with a value, and waits on', () =>
    inScene(once, function* ({ session, tokens }) {
      yield* asked(session);
      expect(yield* session.resolve(tokens[0]!, { by: 7 })).toMatchObject({
        outcome: 'invalid',
        issues: [{ path: ['by'] }],
      });
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
    }));

  it('refuses a value that is no JSON or too large, with a code', () =>
    inScene(once, function* ({ session, tokens }) {
      yield* asked(session);
      for (const value of [undefined, () => 1, { by: 'x'.repeat(600_000) }]) {
        const refused = yield* failureOf(() => session.resolve(tokens[0]!, value));
        expect(refused).toMatchObject({ code: 'WAIT_VALUE' });
      }
      expect(session.pending()).toHaveLength(1);
    }));

  it('does not know a token that was altered, or is of no call', () =>
    inScene(once, function* ({ session, manager, tokens }) {
      yield* asked(session);
      const [token = ''] = tokens;
      const last = token.endsWith('0') ? '1' : '0';
      const others = [
        `${token.slice(0, -1)}${last}`,
        token.replace('call_1', 'call_2'),
        'call_1',
        '',
        `call_1/remains${token.slice(6)}`,
      ];
      for (const other of others) expect(yield* manager.resolve(other, { by: 'eve' })).toEqual({ outcome: 'unknown' });
      expect(session.pending()).toHaveLength(1);
    }));

  it('is answered by no person', () =>
    inScene(once, function* ({ session, tokens }) {
      yield* asked(session);
      expect(yield* answer(session, '~wait:signed', { by: 'eve' })).toBe('unknown');
      expect(yield* answer(session, '~wait:signed', { by: 'eve' }, { revises: 'a' })).toBe('unknown');
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
    }));

  it('ends as cancel after its timeout, and a value is late then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const go: Body = function* (ctx, tokens) {
      const first = yield* once(ctx, tokens);
      yield* ctx.elicit('seat', { message: 'Which seat?' });
      return first;
    };
    await inScene(go, function* ({ session, tokens }) {
      yield* asked(session);
      vi.advanceTimersByTime(60_001);
      yield* asked(session);
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'late' });
      yield* answer(session, 'seat', { seat: '1A' });
      expect(yield* endOf(session)).toBe('cancel: expired');
    });
  });

  it('does not take of the time that the tool may run', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const long: Body = function* (ctx, tokens) {
      tokens.push(yield* ctx.waitFor.token('signed'));
      return toldOf(yield* ctx.waitFor('signed', { ...wait, timeout: Infinity }));
    };
    await inScene(long, function* ({ session, tokens }) {
      yield* asked(session);
      vi.advanceTimersByTime(3_600_000);
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
      expect(yield* endOf(session)).toBe('ADA');
    });
  });

  it('ends as cancel when the person does not answer the call any more', () =>
    inScene(once, function* ({ session }) {
      yield* asked(session);
      yield* session.interrupt();
      expect(yield* endOf(session)).toBe('cancel: interrupted');
    }));

  it('has a token of its own for each time that a loop waits', () =>
    inScene(
      function* (ctx, tokens) {
        const said: unknown[] = [];
        for (let turn = 0; turn < 3; turn += 1) {
          tokens.push(yield* ctx.waitFor.token('signed'), yield* ctx.waitFor.token('signed'));
          said.push(toldOf(yield* ctx.waitFor('signed', wait)));
        }
        return said.join();
      },
      function* ({ session, tokens }) {
        for (const by of ['ada', 'bob', 'eve']) {
          yield* asked(session);
          expect(yield* session.resolve(tokens.at(-1)!, { by })).toEqual({ outcome: 'recorded' });
        }
        expect(new Set(tokens).size).toBe(3);
        expect(yield* endOf(session)).toBe('ADA,BOB,EVE');
      },
    ));
});

function* failureOf(work: () => Operation<unknown>): Operation<unknown> {
  try {
    return yield* work();
  } catch (error) {
    return error;
  }
}

describe('a value that comes before its wait', () => {
  const late: Body = function* (ctx, tokens) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
    return `${seat.action} ${toldOf(yield* ctx.waitFor('signed', wait))}`;
  };

  it.each([
    ['in one process', false],
    ['over a restart', true],
  ])('is kept once and given at once, %s', (_, restarts) =>
    inScene(
      late,
      function* (scene) {
        const { tokens } = scene;
        yield* asked(scene.session);
        expect(yield* scene.session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'early' });
        expect(yield* scene.session.resolve(tokens[0]!, { by: 'eve' })).toEqual({ outcome: 'repeated' });
        const { session } = restarts ? yield* scene.restart() : scene;
        yield* answer(session, 'seat', { seat: '1A' });
        expect(yield* endOf(session)).toBe('accept ADA');
        expect(yield* session.resolve(tokens[0]!, { by: 'eve' })).toEqual({ outcome: 'repeated' });
      },
      keptStore(),
    ),
  );

  it('ends the wait as failed if it does not fit', () =>
    inScene(late, function* ({ session, tokens }) {
      yield* asked(session);
      expect(yield* session.resolve(tokens[0]!, { by: 7 })).toEqual({ outcome: 'early' });
      yield* answer(session, 'seat', { seat: '1A' });
      expect(yield* endOf(session)).toBe('accept cancel: failed');
    }));

  it('is given by the next process if this one dies before the wait has got it', () => {
    const kept = keptStore();
    const died = { yet: false };
    const dying = aroundCalls(kept, async (keep, { pending }) => {
      const version = died.yet ? await never : await keep();
      died.yet = pending.some(({ key }) => key === '~wait:signed');
      return version;
    });
    // The first process checks the value until it dies.
    const slow = z.object({ by: z.string() }).refine(() => died.yet || never);
    const body: Body = function* (ctx, tokens) {
      tokens.push(yield* ctx.waitFor.token('signed'));
      const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
      return `${seat.action} ${toldOf(yield* ctx.waitFor('signed', { ...wait, schema: slow }))}`;
    };
    return inScene(
      body,
      function* (scene) {
        yield* asked(scene.session);
        yield* scene.session.resolve(scene.tokens[0]!, { by: 'ada' });
        yield* spawn(() => answer(scene.session, 'seat', { seat: '1A' }));
        while (!died.yet) yield* macrotask();
        const tool = declaration.execute((_, ctx) => body(ctx, []));
        const manager = createPluginSessionManager({ provider, tools: [tool], store: kept });
        yield* ensure(() => manager.close());
        expect(yield* endOf((yield* manager.get('call_1'))!)).toBe('accept ada');
      },
      dying,
      { patience: Infinity, cleanupTime: 1 },
    );
  });

  it('lets no earlier answer be changed', () =>
    inScene(
      function* (ctx, tokens) {
        yield* ctx.elicit('paper', { message: 'Which paper?' });
        tokens.push(yield* ctx.waitFor.token('signed'));
        yield* ctx.elicit('seat', { message: 'Which seat?' });
        return toldOf(yield* ctx.waitFor('signed', wait));
      },
      function* ({ session, tokens }) {
        yield* asked(session);
        const { elicitId } = session.pending()[0]!;
        yield* answer(session, 'paper', { paper: 'A4' }, { answerId: 'first' });
        yield* asked(session);
        yield* session.resolve(tokens[0]!, { by: 'ada' });
        const other = { action: 'accept' as const, content: { paper: 'A3' } };
        const changed = yield* session.respondToElicit(elicitId, other, { answerId: 'second', revises: 'first' });
        expect(changed).toMatchObject({ outcome: 'kept', because: 'late' });
      },
    ));
});

describe('a wait of a call that another process takes over', () => {
  it('is ended by a value there, however often', () =>
    inScene(
      once,
      function* (scene) {
        yield* asked(scene.session);
        expect(yield* scene.session.cool()).toBe(true);
        const second = yield* scene.restart();
        expect(second.session.isCold()).toBe(true);
        const third = yield* second.restart();
        expect(yield* third.manager.resolve(scene.tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
        expect(yield* endOf(third.session)).toBe('ADA');
        expect(third.tokens).toEqual(scene.tokens);
      },
      keptStore(),
    ));

  it('keeps the value that came before its process ended', () =>
    inScene(
      function* (ctx, tokens) {
        const signed = yield* once(ctx, tokens);
        const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
        return [signed, seat.action].join(' ');
      },
      function* (scene) {
        yield* asked(scene.session);
        yield* scene.session.resolve(scene.tokens[0]!, { by: 'ada' });
        yield* asked(scene.session);
        const { session } = yield* scene.restart();
        expect(yield* session.resolve(scene.tokens[0]!, { by: 'eve' })).toEqual({ outcome: 'repeated' });
        yield* answer(session, 'seat', { seat: '1A' });
        expect(yield* endOf(session)).toBe('ADA accept');
      },
      keptStore(),
    ));
});

describe('a wait that races with a question', () => {
  const impatient: Body = function* (ctx, tokens) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const first = yield* race([ctx.elicit('paper', { message: 'Sign on paper?' }), ctx.waitFor('signed', wait)]);
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
    return `${JSON.stringify(first)} ${seat.action}`;
  };

  it.each([[false], [true]])('wins if its value comes first (after a restart: %s)', (restarts) =>
    inScene(
      impatient,
      function* (scene) {
        yield* asked(scene.session, 2);
        const { session } = restarts ? yield* scene.restart() : scene;
        expect(yield* session.resolve(scene.tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
        yield* askedFor(session, 'seat');
        expect(yield* answer(session, 'paper', { paper: 'A4' })).not.toBe('recorded');
        yield* answer(session, 'seat', { seat: '1A' });
        expect(yield* endOf(session)).toBe('{"action":"accept","content":{"by":"ADA"}} accept');
      },
      keptStore(),
    ),
  );

  it.each([[false], [true]])('loses to an answer, and its value is late (after a restart: %s)', (restarts) =>
    inScene(
      impatient,
      function* (scene) {
        yield* asked(scene.session, 2);
        const { session } = restarts ? yield* scene.restart() : scene;
        expect(yield* answer(session, 'paper', { paper: 'A4' })).toBe('recorded');
        yield* askedFor(session, 'seat');
        expect(yield* session.resolve(scene.tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'late' });
        yield* answer(session, 'seat', { seat: '1A' });
        expect(yield* endOf(session)).toBe('{"action":"accept","content":{"paper":"A4"}} accept');
      },
      keptStore(),
    ),
  );
});

/** Wait until only this question waits. */
function* askedFor(session: Call, key: string): Operation<void> {
  while (session.pending()[0]?.key !== key || session.pending().length > 1) yield* nextEvent(session);
}

describe('an earlier answer that is changed', () => {
  const body: Body = function* (ctx, tokens) {
    const paper = yield* ctx.elicit('paper', { message: 'Which paper?' });
    tokens.push(yield* ctx.waitFor.token('signed'));
    const first = yield* race([ctx.elicit('paper', { message: 'Or on paper?' }), ctx.waitFor('signed', wait)]);
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' });
    return `${JSON.stringify([paper, first])} ${seat.action}`;
  };
  const other = { action: 'accept' as const, content: { paper: 'A3' } };
  const change = (session: Call) =>
    session.respondToElicit('call_1:elicit:0', other, { answerId: 'second', revises: 'first' });

  it('makes the token late, and the tool makes another', () =>
    inScene(
      body,
      function* ({ session, manager, tokens }) {
        yield* asked(session);
        yield* answer(session, 'paper', { paper: 'A4' }, { answerId: 'first' });
        yield* asked(session, 2);
        expect(yield* change(session)).toMatchObject({ outcome: 'revised' });
        while (session.pending().length < 2) yield* nextEvent(session);
        const [old, , newest] = [tokens[0]!, tokens[1], tokens.at(-1)!];
        expect(newest).not.toBe(old);
        expect(yield* manager.resolve(old, { by: 'ada' })).toEqual({ outcome: 'late' });
        expect(yield* manager.resolve(newest, { by: 'bob' })).toEqual({ outcome: 'recorded' });
        yield* askedFor(session, 'seat');
        yield* answer(session, 'seat', { seat: '1A' });
        const paper = { action: 'accept', content: { paper: 'A3' } };
        expect(yield* endOf(session)).toBe(
          `${JSON.stringify([paper, { action: 'accept', content: { by: 'BOB' } }])} accept`,
        );
      },
      keptStore(),
    ));

  it('stays as it is once the value has come', () =>
    inScene(body, function* ({ session, tokens }) {
      yield* asked(session);
      yield* answer(session, 'paper', { paper: 'A4' }, { answerId: 'first' });
      yield* asked(session, 2);
      yield* session.resolve(tokens[0]!, { by: 'ada' });
      yield* askedFor(session, 'seat');
      expect(session.pending()[0]?.changeable).toBeUndefined();
      expect(yield* change(session)).toMatchObject({ outcome: 'kept', because: 'late' });
    }));
});

describe('a page with until', () => {
  const url = 'https://sign.example/contract/7';
  const body: Body = function* (ctx, tokens) {
    const until = yield* ctx.waitFor.token('signed');
    tokens.push(until);
    const opened = yield* ctx.elicit.url({ message: 'Sign here', url }, { until });
    return `${opened.action} ${toldOf(yield* ctx.waitFor('signed', wait))}`;
  };

  it('ends when its value comes, which the wait then gets', () =>
    inScene(body, function* ({ session, tokens }) {
      yield* asked(session);
      expect(session.pending()).toMatchObject([{ url, until: expect.any(String) }]);
      expect(JSON.stringify(session.pending())).not.toContain(tokens[0]);
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'early' });
      expect(yield* endOf(session)).toBe('accept ADA');
    }));

  it('can be answered by a client that only says that it is open, and the wait goes on', () =>
    inScene(body, function* ({ session, tokens }) {
      yield* asked(session);
      yield* answer(session, '~url', {});
      yield* asked(session);
      expect(yield* session.resolve(tokens[0]!, { by: 'ada' })).toEqual({ outcome: 'recorded' });
      expect(yield* endOf(session)).toBe('accept ADA');
    }));

  it('is skipped by the person like any other', () =>
    inScene(
      function* (ctx) {
        const until = yield* ctx.waitFor.token('signed');
        return (yield* ctx.elicit.url({ message: 'Sign here', url }, { until })).action;
      },
      function* ({ session }) {
        yield* asked(session);
        yield* session.respondToElicit(session.pending()[0]!.elicitId, { action: 'decline' });
        expect(yield* endOf(session)).toBe('decline');
      },
    ));

  it('is not asked at all if the value has come before', () =>
    inScene(
      function* (ctx, tokens) {
        tokens.push(yield* ctx.waitFor.token('signed'));
        yield* ctx.elicit('seat', { message: 'Which seat?' });
        const opened = yield* ctx.elicit.url({ message: 'Sign here', url }, { until: tokens[0] });
        return opened.action;
      },
      function* ({ session, tokens }) {
        yield* asked(session);
        yield* session.resolve(tokens[0]!, { by: 'ada' });
        yield* answer(session, 'seat', { seat: '1A' });
        expect(yield* endOf(session)).toBe('accept');
      },
    ));
});

describe('a wrong use', () => {
  it.each<[string, string, Body]>([
    ['WAIT_TOKEN', 'a wait without a token', (ctx) => ctx.waitFor('signed', wait)],
    [
      'WAIT_TOKEN',
      'a second wait with the token of the first',
      function* (ctx, tokens) {
        tokens.push(yield* ctx.waitFor.token('signed'));
        yield* all([ctx.waitFor('signed', wait), ctx.waitFor('signed', wait)]);
      },
    ],
    [
      'WAIT_TOKEN',
      'a page until something that is no token',
      (ctx) => ctx.elicit.url({ message: 'Sign', url: 'https://sign.example/' }, { until: 'signed' as WaitToken }),
    ],
    ...['#', '?t=', '/'].map((sign): [string, string, Body] => [
      'TOKEN_IN_URL',
      `a page whose address shows the token after ${sign}`,
      function* (ctx) {
        const token = encodeURIComponent(yield* ctx.waitFor.token('signed')).toUpperCase();
        yield* ctx.elicit.url({ message: 'Sign', url: `https://sign.example/${sign}${token}` });
      },
    ]),
    [
      'WAIT_IN_BRANCH',
      'a wait in a branch',
      (ctx) => ctx.branch((inner) => (inner as unknown as Ctx).waitFor('signed', wait)),
    ],
    [
      'WAIT_IN_BRANCH',
      'a token in a branch',
      (ctx) => ctx.branch((inner) => (inner as unknown as Ctx).waitFor.token('signed')),
    ],
    [
      'INVALID_DECLARATION',
      'a wait without a schema',
      function* (ctx) {
        yield* ctx.waitFor.token('signed');
        yield* ctx.waitFor('signed', { timeout: 1 } as never);
      },
    ],
    [
      'INVALID_DECLARATION',
      'a wait without a timeout',
      function* (ctx) {
        yield* ctx.waitFor.token('signed');
        yield* ctx.waitFor('signed', { schema } as never);
      },
    ],
  ])('has the code %s: %s', (code, _, body) =>
    inScene(body, function* ({ session }) {
      expect(yield* endOf(session)).toMatchObject({ status: 'failed', error: { code } });
    }),
  );
});

it('goes on from every prefix of its journal, with the same winner, and the same people who answered', async () => {
  const tool = declaration.execute(function* (_, ctx) {
    yield* ctx.waitFor.token('signed');
    yield* ctx.waitFor.token('paid');
    yield* ctx.step('note', () => 1, { pure: true });
    const first = yield* race([ctx.waitFor('paid', wait), ctx.waitFor('signed', wait)]);
    const seat = yield* ctx.elicit('seat', { message: 'Which seat?' }, { to: 'bo' });
    const paper = yield* ctx.elicit('paper', { message: 'Which paper?' });
    return `${toldOf(first)} ${nameOf(seat)} ${nameOf(paper)}`;
  });
  const nameOf = ({ by }: { by?: Answerer | undefined }) => by?.name ?? by?.id;
  const answers: Record<string, [content: object, from: AnswerSource]> = {
    '~wait:signed': [{ by: 'ada' }, { via: 'server' }],
    seat: [{ seat: '1A' }, { by: { id: 'bo', name: 'Bo' }, via: 'link' }],
    paper: [{ paper: 'A4' }, { by: { id: 'cy' }, via: 'inbox' }],
  };
  const play = (journal: JournalEntry[]) =>
    run(function* () {
      const host = createQueuedHost({
        tool,
        params: {},
        callId: 'call_1',
        journal: [...journal],
        *append(entry) {
          journal.push(JSON.parse(JSON.stringify(entry)) as JournalEntry);
          return entry;
        },
      });
      yield* spawn(function* () {
        for (;;) {
          const { value: event } = yield* host.events.next();
          const [content, from] = (event.type === 'elicit' && answers[event.question.key]) || [];
          if (event.type !== 'elicit' || from === undefined) continue;
          const checked = yield* event.check({ action: 'accept', content }, from);
          if (checked.ok) yield* event.settle(checked.settlement, { attempt: 1, ...keptSource(from) });
        }
      });
      return yield* host.run();
    });
  const fromIn = ({ question }: JournalEntry) => question && sourceOf(question);
  const journal: JournalEntry[] = [];
  expect(await play(journal)).toBe('ADA Bo cy');
  const kinds = ['token', 'token', 'step', 'wait', 'wait', 'elicit', 'elicit'];
  expect(journal.map(({ kind }) => kind)).toEqual(kinds);
  for (let length = 0; length <= journal.length; length += 1) {
    // One after the other, so that a failure names its prefix.
    const again = journal.slice(0, length);
    expect(await play(again), `after ${length} entries`).toBe('ADA Bo cy');
    expect(again.map(fromIn), `after ${length} entries`).toEqual(journal.map(fromIn));
  }
});

import { race } from 'effection';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createMcpTool, type CodedError } from '../../src/plugin.ts';
import { createChatHandler, memoryStore, type ChatHandler, type DurableStore } from '../../src/server.ts';
import type { ChatMessage, ChatRequestBody, ChatStreamEvent, PluginElicitResponse } from '../../src/server.ts';
import { idleState, type ClientState } from '../../src/client/state/client-state.ts';
import { createModel, declaration, isWhole, messagesOf, only, read, user, type Answered } from '../chat/harness.ts';
import { runs } from '../runs.ts';
import { mortal, type MortalStore } from './mortal-store.ts';

const hour = 3_600_000;
const patience = 60_000;

/** What can happen to a conversation whose processes die, and whose store is a cache. Numbers pick among what is there. */
type Act =
  | { type: 'say' }
  | { type: 'answer'; question: number; fits: boolean; says: boolean }
  | { type: 'abort'; call: number }
  /** The process ends, and another one begins, whose clock may be wrong. */
  | { type: 'restart'; how: 'kill' | 'close'; clock: number }
  /** The store loses one call's record. */
  | { type: 'lose'; call: number; what: 'all' | 'head' | 'journal' }
  | { type: 'pass'; time: number };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ type: 'say' } as const) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      question: fc.nat(5),
      fits: fc.constantFrom(true, true, true, false),
      says: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('abort' as const), call: fc.nat(5) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('restart' as const),
      how: fc.constantFrom('kill' as const, 'kill', 'close'),
      clock: fc.constantFrom(0, 0, -hour, hour),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('lose' as const),
      call: fc.nat(5),
      what: fc.constantFrom('all' as const, 'head', 'journal'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('pass' as const), time: fc.constantFrom(10, 6000, 20_000, patience) }),
  },
);

/** Both questions are answered, over restarts. Few runs may come upon it. */
const booking: Act[] = [
  { type: 'restart', how: 'kill', clock: 0 },
  { type: 'answer', question: 0, fits: true, says: false },
  { type: 'restart', how: 'close', clock: -hour },
  { type: 'answer', question: 2, fits: true, says: false },
];

/** A message comes to a process whose clock is behind that of the one that died at work. */
const behind: Act[] = [
  { type: 'answer', question: 0, fits: false, says: false },
  { type: 'answer', question: 5, fits: true, says: false },
  { type: 'pass', time: 60_000 },
  { type: 'pass', time: 60_000 },
  { type: 'restart', how: 'kill', clock: -hour },
  { type: 'say' },
  { type: 'answer', question: 3, fits: true, says: false },
];

/** Nobody picks a seat in time. Few runs may come upon it. */
const tooLate: Act[] = [
  { type: 'answer', question: 0, fits: true, says: false },
  { type: 'pass', time: patience },
];

/** The store loses a call that waits, and the next process finds out. */
const lost: Act[] = [
  { type: 'lose', call: 0, what: 'head' },
  { type: 'restart', how: 'kill', clock: 0 },
  { type: 'answer', question: 0, fits: true, says: false },
];

type Question = Extract<ChatStreamEvent, { type: 'plugin_elicit_request' }>;

/** What the world outside knows of the calls, whichever process ran them. */
interface World {
  readonly charges: Map<string, number>;
  readonly holds: Map<string, string>;
  /** What each question gave the tool, by call and key. A replay gets the same. */
  readonly got: Map<string, Set<string>>;
}

function toolOf({ charges, holds, got }: World) {
  return createMcpTool('book_flight')
    .description(declaration.description)
    .parameters(declaration.parameters)
    .elicits(declaration.elicits)
    .execute(function* (_, ctx) {
      const heard = <T>(key: string, result: T): T => {
        const name = `${ctx.callId} ${key}`;
        got.set(name, (got.get(name) ?? new Set()).add(JSON.stringify(result)));
        return result;
      };
      const hold = yield* ctx.step(
        'hold',
        ({ idempotencyKey }) => {
          holds.set(idempotencyKey, ctx.callId);
          return idempotencyKey;
        },
        { idempotent: true },
      );
      try {
        const flight = heard('flight', yield* ctx.elicit('pickFlight', { message: 'Which?', flights: [] }));
        if (flight.action !== 'accept') return flight.action;
        yield* ctx.step('charge', () => void charges.set(ctx.callId, (charges.get(ctx.callId) ?? 0) + 1));
        const seat = yield* race([ctx.elicit('pickSeat', { message: 'Where?' }), ctx.sleep(patience)]);
        return heard('seat', seat?.action ?? 'too late');
      } finally {
        holds.delete(hold);
      }
    });
}

/** A store of which single keys can be lost. */
function losingStore(): { store: DurableStore; lose(isMeant: (key: string) => boolean): Promise<unknown> } {
  const inner = memoryStore();
  const keys = new Set<string>();
  const store: DurableStore = {
    ...inner,
    isVolatile: false,
    commit(commit) {
      for (const { key } of [...(commit.put ?? []), ...(commit.append ?? [])]) keys.add(key);
      return inner.commit(commit);
    },
  };
  return { store, lose: (isMeant) => inner.commit({ remove: [...keys].filter(isMeant) }) };
}

afterEach(() => {
  vi.useRealTimers();
});

it('a conversation whose processes die and have wrong clocks, and whose store loses records, does nothing twice', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 1, maxLength: 14 }),
      fc.constantFrom('cancel' as const, 'abort' as const),
      fc.constantFrom(0, 5000),
      (acts, onInterruption, parkAfter) => play(acts, onInterruption, parkAfter, seen),
    ),
    {
      numRuns: runs(800),
      examples: [
        [booking, 'cancel', 5000],
        [behind, 'cancel', 5000],
        [tooLate, 'cancel', 5000],
        [lost, 'cancel', 5000],
      ],
    },
  );
  for (const sight of ['accept', 'cancel', 'too late', 'lost', 'charged', 'interrupted']) {
    expect(seen, `the runs saw: ${sight}`).toContain(sight);
  }
}, 600_000);

async function play(
  acts: readonly Act[],
  onInterruption: 'cancel' | 'abort',
  parkAfter: number,
  seen: Set<string>,
): Promise<void> {
  const world: World = { charges: new Map(), holds: new Map(), got: new Map() };
  const { store, lose } = losingStore();
  const errors: CodedError[] = [];
  const calls = ['LAX', 'SFO'].map((destination) => ({
    name: 'book_flight',
    arguments: { from: 'NYC', destination },
  }));
  const model = createModel((messages) => (messages.at(-1)?.role === 'tool' ? 'Told.' : { text: '', calls }));
  let process: { chat: ChatHandler; store: MortalStore };
  const open = () => {
    const own = mortal(store);
    const chat = createChatHandler({
      provider: model.provider,
      tools: [toolOf(world)],
      store: own,
      onInterruption,
      limits: { parkAfter },
      // What a dead process says is heard by nobody.
      onEvent: (event) => event.type === 'error' && process.store === own && errors.push(event.error as CodedError),
    });
    process = { chat, store: own };
  };
  open();

  let known: ClientState = idleState();
  const streams: Answered[] = [];
  let said = 0;
  let answers = 0;
  /** Questions whose answers were told to count, by call and name. */
  const counted = new Set<string>();
  const stopped = new Set<string>();

  async function send(body: Partial<ChatRequestBody>): Promise<Answered> {
    const request = { conversationId: 'c', messages: [] as readonly ChatMessage[], ...body };
    const post = (full: object) =>
      process.chat(
        new Request('http://chat.test/', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(full),
        }),
      );
    let response = await post({ ...request, revision: known.revision });
    let before = known;
    if (response.status === 409) {
      // As a client does, tell the server everything.
      before = idleState(known.messages);
      const whole = [...known.messages, ...request.messages];
      response = await post({ ...request, attach: undefined, messages: whole, restartAbove: known.revision });
    }
    const answered = await read(response, before);
    if (answered.status === 200) {
      streams.push(answered);
      known = answered.state;
    }
    return answered;
  }
  /** Busy and failing servers are asked again. */
  const post = (body: Partial<ChatRequestBody>) =>
    finish(
      (async () => {
        for (let tries = 0; tries < 30; tries += 1) {
          const answered = await send(body);
          if (answered.status === 200) return answered;
          expect(answered.status).toBe(503);
        }
        throw new Error('The server stays busy.');
      })(),
    );
  const say = () => ({ messages: [{ ...user(`Message ${(said += 1)}`), id: `m${said}` }] });
  const questions = () => streams.flatMap((stream): Question[] => only(stream, 'plugin_elicit_request'));

  async function perform(what: Act): Promise<void> {
    switch (what.type) {
      case 'say':
        await post(say());
        return;
      case 'answer': {
        const asked = pick(questions(), what.question);
        if (asked === undefined) return;
        answers += 1;
        const { sessionId, callId, elicitId, attempt, key } = asked;
        const fits = key === 'pickFlight' ? { flightId: `F${answers}` } : { row: answers, seat: 'A' };
        const response: PluginElicitResponse = {
          sessionId,
          callId,
          elicitId,
          attempt,
          answerId: `a${answers}`,
          result: { action: 'accept', content: what.fits ? fits : {} },
        };
        await post({ pluginElicitResponses: [response], ...(what.says && say()) });
        return;
      }
      case 'abort': {
        const asked = pick(questions(), what.call);
        if (asked === undefined) return;
        stopped.add(asked.callId);
        await post({ pluginAbort: { sessionId: asked.sessionId } });
        return;
      }
      case 'restart': {
        if (what.how === 'close') await finish(process.chat.close());
        else {
          await process.store.die();
          void process.chat.close();
        }
        vi.setSystemTime(Date.now() + what.clock);
        open();
        return;
      }
      case 'lose': {
        const callId = pick(questions(), what.call)?.callId;
        if (callId === undefined) return;
        const head = `call/${callId}`;
        await lose((key) => key.startsWith(head) && (what.what === 'all' || (key === head) === (what.what === 'head')));
        return;
      }
      case 'pass':
        await vi.advanceTimersByTimeAsync(what.time);
    }
  }

  await post(say());
  for (const what of acts) await perform(what);
  // Everything that can still end is stopped.
  await post({ attach: true });
  for (const callId of new Set(questions().map((asked) => asked.callId))) {
    await post({ pluginAbort: { sessionId: callId } });
  }
  await vi.advanceTimersByTimeAsync(hour);
  await post({ attach: true });
  await finish(process!.chat.close());

  for (const { elicitId, action, answerId } of streams.flatMap((stream) => only(stream, 'plugin_elicit_settled'))) {
    seen.add(action);
    const asked = questions().find((question) => question.elicitId === elicitId);
    if (answerId !== undefined && action === 'accept' && asked !== undefined) {
      counted.add(`${asked.callId} ${asked.key === 'pickFlight' ? 'flight' : 'seat'}`);
    }
  }
  const isLost = errors.some(({ code }) => code === 'STORE_LOST');
  if (isLost) seen.add('lost');
  if (world.charges.size > 0) seen.add('charged');
  const twice = [...world.charges.values()].filter((times) => times > 1);
  expect(twice, 'no step runs twice').toEqual([]);
  for (const [name, results] of world.got) {
    expect(results.size, `${name} has one result, in every process`).toBe(1);
    const [result = ''] = results;
    for (const sight of ['interrupted', 'too late']) if (result.includes(sight)) seen.add(sight);
  }
  // A call that is stopped, or whose record is lost, may not hear of its answer any more.
  const unheard = [...counted].filter((name) => !world.got.has(name) && !stopped.has(name.split(' ')[0] ?? ''));
  expect(isLost ? [] : unheard, 'an answer that counts reaches its tool').toEqual([]);
  const wrong = [...counted].filter((name) => [...(world.got.get(name) ?? [])].some((got) => !got.includes('accept')));
  expect(wrong, 'an answer that counts is what its tool gets').toEqual([]);
  // A process that finds a record lost gives up the conversation with all of its calls.
  expect(isLost ? [] : [...world.holds.values()], 'what was held is given back').toEqual([]);
  expect(errors.filter(({ code }) => code !== 'STORE_LOST')).toEqual([]);
  expect(isWhole(messagesOf({ state: known })), 'no call dangles').toBe(true);
}

/** Let everything run that runs by itself: clocks move only as far as they must. */
async function finish<T>(work: Promise<T>): Promise<T> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => undefined);
  for (let turns = 0; !over && turns < 170; turns += 1) await vi.advanceTimersByTimeAsync(turns < 50 ? 0 : 1000);
  expect(over, 'nothing hangs').toBe(true);
  return work;
}

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % from.length];
}

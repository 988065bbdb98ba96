import { run } from 'effection';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMcpTool } from '../../src/plugin.ts';
import { idleState, type ClientState } from '../../src/client/state/client-state.ts';
import type { ChatRequestBody, ChatStreamEvent, ChatStreamLine, PluginElicitResponse } from '../../src/server.ts';
import {
  createChat,
  createModel,
  declaration,
  isWhole,
  messagesOf,
  only,
  read,
  user,
  type Answered,
} from '../chat/harness.ts';
import { runs } from '../runs.ts';

/** What can happen to a conversation. Numbers pick among what is there. */
type Act =
  | { type: 'say' }
  | {
      type: 'answer';
      question: number;
      how: 'good' | 'other' | 'wrong' | 'malformed' | 'decline' | 'cancel';
      /** Say something in the same request. */
      says: boolean;
    }
  /** `given`: which of the answers to it is to be replaced, counted from the last. */
  | { type: 'change'; question: number; given: number; how: 'good' | 'other' | 'wrong' }
  | { type: 'stale'; question: number }
  | { type: 'duplicate'; post: number }
  | { type: 'abort'; call: number; silent: boolean }
  | { type: 'edit'; message: number }
  | { type: 'attach' | 'cool' | 'expire' | 'wait' | 'stranger' | 'say again' };

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({ type: 'say' } as const) },
  {
    weight: 7,
    arbitrary: fc.record({
      type: fc.constant('answer' as const),
      question: fc.nat(5),
      how: fc.constantFrom('good', 'good', 'good', 'other', 'wrong', 'malformed', 'decline', 'cancel'),
      says: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('change' as const),
      question: fc.nat(5),
      given: fc.constantFrom(0, 0, 0, 1),
      how: fc.constantFrom('good', 'other', 'other', 'wrong'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('stale' as const), question: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('duplicate' as const), post: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('abort' as const), call: fc.nat(5), silent: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ type: fc.constantFrom('attach' as const, 'cool', 'expire', 'wait', 'wait', 'wait') }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('edit' as const), message: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'stranger' } as const) },
  { weight: 2, arbitrary: fc.constant({ type: 'say again' } as const) },
);

/** The way to a ticket: few runs may not come upon it. */
const booking: Act[] = [
  { type: 'answer', question: 0, how: 'good', says: false },
  { type: 'wait' },
  { type: 'answer', question: 2, how: 'good', says: false },
];

/** The calls of the second message leave memory before the end. */
const leaving: Act[] = [
  { type: 'attach' },
  { type: 'answer', question: 0, how: 'good', says: true },
  { type: 'expire' },
  { type: 'cool' },
];

/** The same, with another flight in between. */
const changing: Act[] = [
  { type: 'answer', question: 0, how: 'good', says: false },
  { type: 'wait' },
  { type: 'change', question: 0, given: 0, how: 'other' },
  { type: 'wait' },
  { type: 'answer', question: 3, how: 'good', says: false },
];

const contents: Record<string, { good: unknown; other: unknown; wrong: unknown }> = {
  pickFlight: { good: { flightId: 'FL001' }, other: { flightId: 'FL002' }, wrong: { flightId: 'FL999' } },
  pickSeat: { good: { row: 1, seat: 'A' }, other: { row: 2, seat: 'B' }, wrong: { row: 'one', seat: 7 } },
};

type Question = Extract<ChatStreamEvent, { type: 'plugin_elicit_request' }>;

const expiry = 60_000;

/** The same tool, which may ask more while a question waits, and so says itself when it does not. */
const concurrent = createMcpTool('book_flight')
  .description(declaration.description)
  .parameters(declaration.parameters)
  .elicits(declaration.elicits, { concurrent: true });

/** A conversation in which every message makes two calls, and everything that was ever told of it. */
function createConversation(isConcurrent: boolean) {
  const booked = new Map<string, number>();
  /** What is held, by the key under which it was. */
  const holds = new Map<string, { callId: string; flight: string; isReleased: boolean }>();
  const tool = (isConcurrent ? concurrent : declaration).execute(function* (_, ctx) {
    const flight = yield* ctx.elicit(
      'pickFlight',
      { message: 'Which flight?', flights: ['FL001', 'FL002'] },
      { timeout: expiry, check: ({ flightId }) => (flightId === 'FL999' ? ['That flight was not offered.'] : []) },
    );
    if (flight.action !== 'accept') return `No flight: ${flight.action}`;
    yield* ctx.step(
      'hold',
      ({ idempotencyKey }) => {
        expect(holds.has(idempotencyKey), 'no hold is made twice').toBe(false);
        holds.set(idempotencyKey, { callId: ctx.callId, flight: flight.content.flightId, isReleased: false });
        return idempotencyKey;
      },
      {
        undo: (key) => {
          expect(holds.get(key)?.isReleased, 'no hold is released twice').toBe(false);
          holds.get(key)!.isReleased = true;
        },
      },
    );
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `No seat: ${seat.action}`;
    const held = [...holds.values()].filter(({ callId, isReleased }) => callId === ctx.callId && !isReleased);
    expect(held).toMatchObject([{ flight: flight.content.flightId }]);
    return yield* ctx.step('book', () => {
      booked.set(ctx.callId, (booked.get(ctx.callId) ?? 0) + 1);
      return `${flight.content.flightId} ${seat.content.row}${seat.content.seat}`;
    });
  });
  const calls = ['LAX', 'SFO'].map((destination) => ({
    name: 'book_flight',
    arguments: { from: 'NYC', destination },
  }));
  const model = createModel((messages) => (messages.at(-1)?.role === 'tool' ? 'Told.' : { text: 'Looking.', calls }));
  const chat = createChat(model, {
    tools: [tool],
    // Nothing but the acts ends a call here.
    limits: { sessionTtl: Infinity, patience: 3000 },
  });
  return { chat, model, booked, holds };
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a turn under any order of messages, answers, repetitions, aborts, deadlines and dropped generators', () => {
  it.each([
    ['one after another', false],
    ['at once', true],
  ])(
    'ends every stream once, leaves no call dangling, asks the model once per turn, %s',
    async (_, together) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
      const seen = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 16 }), fc.boolean(), (acts, isConcurrent) =>
          play(acts, together, isConcurrent, seen),
        ),
        {
          numRuns: runs(3000, 20),
          examples: [
            [booking, false],
            [booking, true],
            [changing, false],
            [changing, true],
            [leaving, false],
          ],
        },
      );
      // The acts must have led everywhere: a model that visits nothing proves nothing.
      for (const sight of [
        'ticket',
        'accept',
        'decline',
        'cancel',
        'asked again',
        'aborted',
        'dropped',
        'kept',
        'changed',
      ]) {
        expect(seen, `the runs saw: ${sight}`).toContain(sight);
      }
    },
    600_000,
  );
});

async function play(acts: readonly Act[], together: boolean, isConcurrent: boolean, seen: Set<string>): Promise<void> {
  const { chat, model, booked, holds } = createConversation(isConcurrent);
  const conversationId = 'c';
  const posts: Partial<ChatRequestBody>[] = [];
  const streams: Answered[] = [];
  const reading: Promise<unknown>[] = [];
  /** What a client knows that has read every stream. */
  let known: ClientState = idleState();
  let said = 0;
  /** The first answer that was good, by question. */
  const answered = new Map<string, PluginElicitResponse[]>();
  let names = 0;
  const named = (response: PluginElicitResponse) => ({ ...response, answerId: `answer ${(names += 1)}` });

  async function post(body: Partial<ChatRequestBody>, owner = 'ada'): Promise<void> {
    posts.push(body);
    for (const response of body.pluginElicitResponses ?? []) {
      answered.set(response.elicitId, [...(answered.get(response.elicitId) ?? []), response]);
    }
    const before = known;
    const response = await chat.open({ conversationId, messages: [], ...body }, { 'x-user': owner });
    const stream = (async () => {
      const answer = await read(response, before);
      if (owner !== 'ada') return expectNothingTold(answer);
      streams.push(answer);
      if ((answer.state.revision ?? 0) > (known.revision ?? 0)) known = answer.state;
    })();
    reading.push(stream);
    if (!together) await finish(stream);
  }

  const questions = () => streams.flatMap((stream): Question[] => only(stream, 'plugin_elicit_request'));

  const ids: string[] = [];
  const say = () => {
    ids.push(`m${said}`);
    return { messages: [{ ...user(`Message ${said}`), id: `m${said}` }] };
  };

  async function perform(what: Act): Promise<void> {
    const { revision } = known;
    switch (what.type) {
      case 'say':
        said += 1;
        return post({ revision, ...say() });
      case 'edit': {
        // One that was dropped meanwhile, too.
        const replaces = pick(ids, what.message);
        said += 1;
        return post({ revision, messages: say().messages.map((message) => ({ ...message, replaces })) });
      }
      case 'say again': {
        const last = posts.findLast(({ messages }) => messages !== undefined);
        return last && post(last);
      }
      case 'attach':
        return post({ revision, attach: true });
      case 'stranger':
        return post({ attach: true }, 'eve');
      case 'answer': {
        const asked = pick(questions(), what.question);
        if (asked === undefined) return undefined;
        if (what.says) said += 1;
        const answer = { revision, pluginElicitResponses: [named(answerTo(asked, what.how))] };
        return post(what.says ? { ...answer, ...say() } : answer);
      }
      case 'change': {
        const asked = pick(questions(), what.question);
        const revises = asked && pick(answered.get(asked.elicitId)?.toReversed() ?? [], what.given)?.answerId;
        if (asked === undefined || revises === undefined) return undefined;
        return post({ revision, pluginElicitResponses: [{ ...named(answerTo(asked, what.how)), revises }] });
      }
      case 'stale': {
        const asked = pick(questions(), what.question);
        const stale = asked && { ...answerTo(asked, 'other'), attempt: asked.attempt + 7 };
        return stale && post({ revision, pluginElicitResponses: [stale] });
      }
      case 'duplicate': {
        const earlier = pick(
          posts.filter(
            ({ pluginElicitResponses: responses = [], messages = [] }) => responses.length > 0 || messages.length > 0,
          ),
          what.post,
        );
        return earlier && post(earlier);
      }
      case 'abort': {
        const asked = pick(questions(), what.call);
        const pluginAbort = asked && { sessionId: asked.sessionId, silent: what.silent };
        return pluginAbort && post({ revision, pluginAbort });
      }
      case 'cool': {
        const active = await run(() => chat.handler.sessions.listActive());
        for (const { id } of active) {
          const session = await run(() => chat.handler.sessions.get(id));
          if (session !== null) await run(() => session.cool());
        }
        return;
      }
      case 'wait':
        return finish(Promise.all(reading));
      case 'expire':
        await vi.advanceTimersByTimeAsync(expiry);
    }
  }

  await post(say());
  await finish(Promise.all(reading));
  for (const what of acts) await perform(what);
  await finish(Promise.all(reading));
  // Calls that have left memory are in no list of the sessions.
  const open = known.calls.flatMap(({ sessionId, status }) => (status === 'waiting' ? (sessionId ?? []) : []));
  const active = (await run(() => chat.handler.sessions.listActive())).map(({ id }) => id);
  for (const sessionId of new Set([...open, ...active])) {
    await post({ revision: known.revision, pluginAbort: { sessionId } });
  }
  await finish(Promise.all(reading));
  await post({ revision: known.revision, attach: true });
  await post({ revision: 0, attach: true });
  await finish(Promise.all(reading));
  const messages = messagesOf({ state: known });
  const whole = streams.at(-1);
  expect(whole && messagesOf(whole), 'who heard each event knows what a snapshot tells').toEqual(messages);

  for (const stream of streams) expectWellFormed(stream);
  for (const event of streams.flatMap(({ events }) => events)) {
    if (event.type === 'plugin_elicit_settled') seen.add(event.action);
    if (event.type === 'plugin_elicit_request' && event.attempt > 1) seen.add('asked again');
    if (event.type === 'plugin_session_status' && event.status === 'aborted') seen.add('aborted');
    if (event.type === 'plugin_elicit_revised') {
      expect(event.isStuck).toBeUndefined();
      seen.add('changed');
    }
  }
  if (booked.size > 0) seen.add('ticket');
  const told = messages.filter(({ tool_call_id: id, isEarlier }) => id !== undefined && isEarlier === true);
  if (streams.some((stream) => only(stream, 'messages').some(({ dropped = [] }) => dropped.length > 0))) {
    seen.add('dropped');
  }
  if (told.length > 0) seen.add('kept');
  expectOneOutcomeEach(streams, answered);
  expect(isWhole(messages), 'no call dangles at the end').toBe(true);
  const heard = messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
  expect(new Set(heard).size, 'what is said counts once').toBe(heard.length);
  for (const asked of model.asked) expect(isWhole(asked.messages), 'the model sees no open call').toBe(true);
  const runs = model.asked.map((asked) => JSON.stringify(asked.messages));
  expect(new Set(runs).size, 'the model runs once for what it is told').toBe(runs.length);
  expect(
    [...booked.values()].every((times) => times === 1),
    'no step runs twice',
  ).toBe(true);
  for (const callId of new Set([...holds.values()].map((hold) => hold.callId))) {
    const held = [...holds.values()].filter((hold) => hold.callId === callId && !hold.isReleased);
    expect(held.length, 'no earlier hold is left').toBeLessThanOrEqual(1);
  }
  expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  expect(chat.errors).toEqual([]);
  await chat.handler.close();
}

/** Let everything run that runs by itself: clocks move only as far as they must. */
async function finish(work: Promise<unknown>): Promise<void> {
  let over = false;
  void work.finally(() => (over = true)).catch(() => undefined);
  for (let turns = 0; !over && turns < 60; turns += 1) await vi.advanceTimersByTimeAsync(turns < 50 ? 0 : 1000);
  expect(over, 'every stream ends').toBe(true);
  await work;
}

function expectWellFormed({ events, types, raw, status, state }: Answered): void {
  expect(status).toBe(200);
  const revisions = raw
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => (JSON.parse(line) as ChatStreamLine).revision ?? []);
  expect(revisions, 'numbered, and rising').toEqual([...new Set(revisions)].toSorted((a, b) => a - b));
  expect(types.indexOf('end'), 'one end, and nothing after it').toBe(types.length - 1);
  const over = new Set<string>();
  const settled = new Set<string>();
  for (const event of events) {
    if (event.type === 'plugin_elicit_settled') settled.add(event.elicitId);
    if (event.type === 'plugin_elicit_request') {
      expect(over.has(event.callId), 'no question after the end of its call').toBe(false);
      expect(settled.has(event.elicitId), 'no question after its settling').toBe(false);
    }
    if (event.type !== 'tool_result' && event.type !== 'tool_error') continue;
    expect(over.has(event.id), 'one end of each call').toBe(false);
    over.add(event.id);
  }
  const last = types.at(-2);
  if (last === 'complete') expect(isWhole(messagesOf({ state })), 'no call dangles').toBe(true);
}

/** Every stream tells the same of a question, and it is the first answer that fits. */
function expectOneOutcomeEach(streams: readonly Answered[], answered: Map<string, PluginElicitResponse[]>): void {
  const actions = new Map<string, Set<string>>();
  for (const { elicitId, action } of streams.flatMap((stream) => only(stream, 'plugin_elicit_settled'))) {
    actions.set(elicitId, (actions.get(elicitId) ?? new Set()).add(action));
  }
  for (const [elicitId, told] of actions) {
    expect(told.size, `${elicitId} has one outcome`).toBe(1);
    const [action] = told;
    const given = answered.get(elicitId) ?? [];
    expect(action === 'cancel' || given.some(({ result }) => result.action === action)).toBe(true);
  }
}

function expectNothingTold({ events }: Answered): void {
  const told = JSON.stringify(events.filter(({ type }) => type !== 'session_info'));
  expect(told).not.toContain('call_');
  expect(told).not.toContain('Message');
}

function answerTo({ sessionId, callId, elicitId, attempt, key }: Question, how: string): PluginElicitResponse {
  const ids = { sessionId, callId, elicitId, attempt };
  if (how === 'decline') return { ...ids, result: { action: 'decline' } };
  if (how === 'cancel') return { ...ids, result: { action: 'cancel', reason: 'dismissed' } };
  const known = contents[key];
  const content = how === 'good' ? known?.good : how === 'other' ? known?.other : known?.wrong;
  return { ...ids, result: { action: 'accept', content: how === 'malformed' ? null : content } };
}

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % from.length];
}

import { run, suspend } from 'effection';
import fc from 'fast-check';
import * as z from 'zod';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatRequestBody, ChatStreamEvent, ChatStreamLine } from '../../src/server.ts';
import { accept, createChat, createModel, user } from '../chat/harness.ts';
import { runs } from '../runs.ts';

/** Undefined is nobody in particular. */
const callers = ['ada', 'eve', undefined] as const;
type Caller = (typeof callers)[number];

/** What callers do. Numbers pick among what is there. */
type Act =
  | { type: 'post'; who: Caller; what: What; reads: boolean; slowly: boolean }
  | { type: 'answer'; question: number; slowly: boolean }
  | { type: 'read on'; who: Caller; stream: number; reads: boolean }
  | { type: 'byte' | 'finish' | 'break'; body: number }
  | { type: 'leave'; reader: number }
  | { type: 'end call'; call: number }
  | { type: 'body time' | 'silence' };
type What = 'talk' | 'ask' | 'hold' | 'attach' | 'nonsense';

const who = fc.constantFrom(...callers);
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('post' as const),
      who,
      what: fc.constantFrom<What[]>('talk', 'ask', 'hold', 'hold', 'attach', 'nonsense'),
      reads: fc.boolean(),
      slowly: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('answer' as const), question: fc.nat(5), slowly: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('read on' as const), who, stream: fc.nat(9), reads: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom('byte' as const, 'finish', 'finish', 'break'), body: fc.nat(5) }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('leave' as const), reader: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('end call' as const), call: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('body time' as const, 'silence', 'silence') }) },
);

// A turn may have as many readers as an owner has places: one of nobody's is full before all their places are.
const limits = {
  patience: 2500,
  keepAlive: 5000,
  perOwner: 2,
  perProcess: 3,
  sessionTtl: Infinity,
};
/** One way to each thing that must be seen: few runs may not come upon them all. */
const quick = { type: 'post', slowly: false, reads: true } as const;
const ways: Act[][] = [
  [
    { ...quick, who: 'ada', what: 'ask' },
    { type: 'answer', question: 0, slowly: false },
  ],
  [
    { ...quick, who: 'ada', what: 'hold', reads: false },
    { ...quick, who: 'ada', what: 'hold', reads: false },
    { ...quick, who: 'ada', what: 'talk' },
    { ...quick, who: undefined, what: 'talk' },
    { type: 'silence' },
    { ...quick, who: 'ada', what: 'talk' },
  ],
  [{ ...quick, who: 'eve', what: 'talk', slowly: true }, { type: 'byte', body: 0 }, { type: 'body time' }],
  [
    { ...quick, who: 'eve', what: 'nonsense' },
    { ...quick, who: 'eve', what: 'hold' },
    { type: 'leave', reader: 0 },
    { type: 'read on', who: 'eve', stream: 0, reads: true },
    { type: 'read on', who: 'ada', stream: 0, reads: true },
  ],
];
/** From when on the server may cut off a reader that takes nothing. */
const longSilence = 3 * limits.keepAlive;

afterEach(() => {
  vi.useRealTimers();
});

describe('the limits of a server under any order of posts, slow bodies, readers that leave, and answers', () => {
  it('hold for everybody, take nobody else’s places, and leave none behind', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 30 }), (acts) => play(acts, seen)),
      { numRuns: runs(1000), examples: ways.map((acts) => [acts]) },
    );
    // The acts must have led everywhere: limits that nobody meets prove nothing.
    for (const sight of [
      '200',
      '400',
      '408',
      '409',
      '429',
      'read on',
      'booked',
      'cut off',
      'served while others have no room',
    ]) {
      expect(seen, `the runs saw: ${sight}`).toContain(sight);
    }
  }, 600_000);
});

/** A body under way. */
interface Arriving {
  readonly who: Caller;
  rest: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** Deal with the response. */
  readonly over: Promise<void>;
}

/** A response that is open. */
interface Reader {
  readonly who: Caller;
  readonly conversationId: string;
  /** Since when it takes nothing. */
  readonly stalledSince: number | undefined;
  leave(): Promise<void>;
}

async function play(acts: readonly Act[], seen: Set<string>): Promise<void> {
  const booked: string[] = [];
  const asking = declare('ask').execute(function* (_, ctx) {
    const { action } = yield* ctx.elicit('sure', { message: 'Sure?' });
    if (action === 'accept') booked.push(ctx.callId);
    return action;
  });
  const holding = declare('hold').execute(() => suspend());
  const model = createModel((messages) => {
    const last = messages.at(-1);
    const called = last?.role === 'user' && ['ask', 'hold'].includes(last.content);
    return called ? { text: '', calls: [{ name: last.content, arguments: {} }] } : 'Hello.';
  });
  const chat = createChat(model, { tools: [asking, holding], limits });
  const bodies = new Set<Arriving>();
  const readers = new Set<Reader>();
  const streams: { id: string; who: Caller }[] = [];
  const questions: { question: Question; who: Caller; conversationId: string }[] = [];
  let conversations = 0;

  const held = (isTheirs: (caller: Caller) => boolean) => {
    const theirs = [...readers].filter((reader) => isTheirs(reader.who));
    const stalled = theirs.filter(({ stalledSince = Infinity }) => Date.now() - stalledSince >= longSilence);
    const most = theirs.length + [...bodies].filter((body) => isTheirs(body.who)).length;
    return { most, least: most - stalled.length };
  };
  /** The pools whose places a caller takes. */
  const poolsOf = (caller: Caller) =>
    caller === undefined
      ? [{ ...held((other) => other === undefined), limit: limits.perProcess }]
      : [
          { ...held((other) => other === caller), limit: limits.perOwner },
          { ...held((other) => other !== undefined), limit: limits.perProcess },
        ];

  const readersOf = (id: string) => [...readers].filter(({ conversationId }) => conversationId === id).length;

  function expectWithinLimits(): void {
    for (const pool of callers.flatMap(poolsOf)) {
      expect(pool.least, 'places that are taken at once').toBeLessThanOrEqual(pool.limit);
    }
  }

  /** Send a request; returns when it is answered, or when its body is being read. */
  async function send(
    caller: Caller,
    body: string,
    { headers = {}, reads = true, slowly = false, conversationId = '' }: Sending,
  ): Promise<number | undefined> {
    const before = poolsOf(caller);
    const readersBefore = readersOf(conversationId);
    const [first, rest] = slowly ? [body.slice(0, 3), body.slice(3)] : [body, ''];
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    let noticeRead!: () => void;
    const isRead = new Promise<void>((resolve) => (noticeRead = resolve));
    const source = new ReadableStream<Uint8Array>(
      {
        start: (given) => {
          controller = given;
        },
        pull: () => noticeRead(),
      },
      { highWaterMark: 0 },
    );
    const init = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(caller !== undefined && { 'x-user': caller }),
        ...headers,
      },
      body: source,
      duplex: 'half',
    };
    let status: number | undefined;
    const answered = chat.handler(new Request('http://chat.test/', init as RequestInit));
    const over = answered.then(async (response) => {
      bodies.delete(arriving);
      ({ status } = response);
      seen.add(String(status));
      if (status !== 200) return void (await response.text());
      if (!streams.some((stream) => stream.id === conversationId)) streams.push({ id: conversationId, who: caller });
      follow(response, caller, reads, conversationId);
    });
    const arriving: Arriving = { who: caller, rest, controller, over };
    bodies.add(arriving);
    await Promise.race([isRead, over]);
    if (status === undefined && first !== '') controller.enqueue(new TextEncoder().encode(first));
    if (!slowly && status === undefined) {
      controller.close();
      await over;
    }
    // The places that were free before are what counts: by now some may be free again.
    if (status === 429) {
      const isFull = before.some(({ most, limit }) => most >= limit) || readersBefore >= limits.perOwner;
      expect(isFull, 'nobody is refused while there is a free place').toBe(true);
    } else {
      if (before.some(({ most, limit }) => most >= limit)) seen.add('cut off');
      const hadRoom = before.every(({ least, limit }) => least < limit);
      expect(hadRoom, 'nobody takes more places than there are').toBe(true);
    }
    const others = callers.filter((other) => (other === undefined) !== (caller === undefined)).flatMap(poolsOf);
    if (status !== 429 && others.some(({ least, limit }) => least >= limit))
      seen.add('served while others have no room');
    return status;
  }

  function follow(response: Response, caller: Caller, reads: boolean, conversationId: string): void {
    const source = response.body?.getReader();
    if (source === undefined) throw new Error('A stream without a body.');
    const reader: Reader = {
      who: caller,
      conversationId,
      stalledSince: reads ? undefined : Date.now(),
      async leave() {
        readers.delete(reader);
        await source.cancel();
      },
    };
    readers.add(reader);
    void source.closed.then(() => readers.delete(reader));
    if (!reads) return;
    const decoder = new TextDecoder();
    void (async () => {
      for (;;) {
        const { done, value } = await source.read();
        if (done) return;
        const line = decoder.decode(value);
        if (line.trim() === '') continue;
        const { event } = JSON.parse(line) as ChatStreamLine;
        if (event.type === 'plugin_elicit_request') questions.push({ question: event, who: caller, conversationId });
      }
    })();
  }

  function post(caller: Caller, body: Partial<ChatRequestBody>, sending: Sending) {
    return send(caller, JSON.stringify({ messages: [], ...body }), { ...sending, conversationId: body.conversationId });
  }

  async function endCalls(): Promise<void> {
    await turns();
    for (const { id } of await run(() => chat.handler.sessions.listActive())) {
      const session = await run(() => chat.handler.sessions.get(id));
      if (session !== null) await run(() => session.abort());
    }
    await turns();
  }

  async function perform(what: Act): Promise<unknown> {
    switch (what.type) {
      case 'post': {
        if (what.what === 'nonsense') return send(what.who, '{"messages": 7}', what);
        if (what.what !== 'attach') conversations += 1;
        const conversationId = `${what.who ?? 'nobody'} ${conversations}`;
        const body = what.what === 'attach' ? { attach: true } : { messages: [user(what.what)] };
        return post(what.who, { conversationId, ...body }, what);
      }
      case 'answer': {
        const asked = pick(questions, what.question);
        if (asked === undefined) return;
        const pluginElicitResponses = [accept(asked.question, { yes: true })];
        return post(asked.who, { conversationId: asked.conversationId, pluginElicitResponses }, what);
      }
      case 'read on': {
        const stream = pick(streams, what.stream);
        // What is nobody's may be read by anybody, whose places would not be nobody's.
        if (stream === undefined || (stream.who === undefined && what.who !== undefined)) return;
        const body = { conversationId: stream.id, attach: true, revision: 0 };
        const status = await post(what.who, body, { reads: what.reads });
        if (stream.who !== what.who) expect([409, 429], 'conversations are their owner’s').toContain(status);
        if (status === 200) seen.add('read on');
        return;
      }
      case 'byte':
      case 'finish':
      case 'break': {
        const body = pick([...bodies], what.body);
        if (body === undefined) return;
        if (what.type === 'break') body.controller.error(new Error('gone'));
        else {
          const count = what.type === 'byte' ? 1 : body.rest.length;
          if (count > 0) body.controller.enqueue(new TextEncoder().encode(body.rest.slice(0, count)));
          body.rest = body.rest.slice(count);
          if (what.type === 'finish') body.controller.close();
        }
        return what.type === 'byte' ? undefined : body.over;
      }
      case 'leave':
        return pick([...readers], what.reader)?.leave();
      case 'end call': {
        const call = pick(await run(() => chat.handler.sessions.listActive()), what.call);
        const session = call && (await run(() => chat.handler.sessions.get(call.id)));
        return session && (await run(() => session.abort()));
      }
      case 'body time':
        await vi.advanceTimersByTimeAsync(2 * limits.patience);
        return Promise.all([...bodies].map(({ over }) => over));
      case 'silence':
        return vi.advanceTimersByTimeAsync(longSilence);
    }
  }

  for (const what of acts) {
    await perform(what);
    await turns();
    expectWithinLimits();
  }
  if (booked.length > 0) seen.add('booked');
  expect(new Set(booked).size, 'no answer is taken twice').toBe(booked.length);

  // Everybody leaves: in the middle of their bodies, and of what they read.
  for (const body of bodies) body.controller.error(new Error('gone'));
  await Promise.all([...bodies].map(({ over }) => over));
  await Promise.all([...readers].map((reader) => reader.leave()));
  // Open calls have places of their own, of which there are as many.
  await endCalls();
  for (const caller of callers) {
    const mine = caller === undefined ? limits.perProcess : limits.perOwner;
    const served: (number | undefined)[] = [];
    for (let place = 0; place <= mine; place += 1) {
      served.push(
        await post(caller, { conversationId: `${caller ?? 'nobody'} last ${place}`, messages: [user('hold')] }, {}),
      );
    }
    expect(served, 'every place is free again').toEqual([...Array<number>(mine).fill(200), 429]);
    await Promise.all([...readers].map((reader) => reader.leave()));
    await endCalls();
  }
  expect(await run(() => chat.handler.sessions.listActive())).toEqual([]);
  expect(chat.errors).toEqual([]);
  await chat.handler.close();
  expect(vi.getTimerCount(), 'no timer stays').toBe(0);
}

interface Sending {
  headers?: Record<string, string>;
  reads?: boolean;
  slowly?: boolean;
  conversationId?: string | undefined;
}

type Question = Extract<ChatStreamEvent, { type: 'plugin_elicit_request' }>;

function declare(name: string) {
  return createMcpTool(name)
    .description(name)
    .parameters(z.object({}))
    .elicits({ sure: z.object({ yes: z.boolean() }) });
}

/** Let everything run that runs without a clock. */
async function turns(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await vi.advanceTimersByTimeAsync(0);
}

function pick<T>(from: readonly T[], index: number): T | undefined {
  return from[index % from.length];
}

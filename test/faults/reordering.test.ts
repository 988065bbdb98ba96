import { describe, expect, it, onTestFinished } from 'vitest';
import { isWhole } from '../chat/harness.ts';
import { bookEach, failuresOf } from './book-each.ts';
import { book, choice, createTraveller, isOneTicket, openBookingServer, until, type Traveller } from './booking.ts';
import { createGate } from './gate.ts';
import { createInterleaver, createRandom, type Random } from './interleaver.ts';
import type { Fault, Plan } from './proxy.ts';
import { eventually } from '../eventually.ts';
import { runs } from '../runs.ts';

const bookings = Math.max(60, runs(300));
// The same for everybody unless another is asked for: a change is told from a lucky draw.
const seed = Number(process.env['FAULTS_SEED'] ?? 410_250_963);

/** Answer a question that waits. */
function answer({ client }: Traveller, key: string, destination: string): void {
  const item = client
    .getSnapshot()
    .pending.find(
      (asked) =>
        asked.key === key && (key === 'pickSeat' || asked.message.includes(destination)) && asked.status === 'pending',
    );
  item?.views.at(-1)?.answer(choice[key]);
}

/** Two questions of one turn wait for their answers. */
async function askForTwo(plan: Plan) {
  const server = await openBookingServer(plan);
  const traveller = createTraveller({ endpoint: server.proxy.url });
  void traveller.client.send('Book a flight to LAX and a flight to SFO');
  await until(traveller.client, ({ pending, status }) => pending.length === 2 && status === 'waiting');
  return { server, traveller };
}

/** Answer whatever still waits, until both tickets are told. */
async function finishBoth({ server, traveller }: Awaited<ReturnType<typeof askForTwo>>): Promise<void> {
  const { client } = traveller;
  const { messages } = await until(
    client,
    ({ status, messages: told }) => status === 'idle' && told.at(-1)?.role === 'assistant',
    ({ pending }) => {
      for (const item of pending) if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
    },
  );
  expect(isWhole(messages)).toBe(true);
  expect(messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))).toEqual([
    'Ticket LAX FL002 12A',
    'Ticket SFO FL002 12A',
  ]);
  expect([...server.booked].toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    ['LAX', 1],
    ['SFO', 1],
  ]);
  expect([...server.said.values()].every((times) => times === 1)).toBe(true);
  expect(traveller.errors).toEqual([]);
  expect(server.errors).toEqual([]);
}

describe('two requests of one client', () => {
  it('that overtake each other on the way bring one ticket each', async () => {
    const second = createGate();
    const arrived: string[] = [];
    const { server, traveller } = await askForTwo(({ body }) => {
      const elicitId = body.pluginElicitResponses?.[0]?.elicitId;
      if (elicitId === undefined) return undefined;
      arrived.push(elicitId);
      // The first answer is held until the second has been answered, and its call asks the next.
      return arrived.length === 1 ? { type: 'slow', turn: () => second.opened } : undefined;
    });
    const { client } = traveller;
    answer(traveller, 'pickFlight', 'LAX');
    await eventually(() => expect(arrived).toHaveLength(1));
    answer(traveller, 'pickFlight', 'SFO');
    await until(client, ({ pending }) => pending.some(({ key }) => key === 'pickSeat'));

    expect(client.getSnapshot().pending.map(({ key, status }) => `${key} ${status}`)).toEqual([
      'pickFlight sending',
      'pickSeat pending',
    ]);
    second.open();
    await finishBoth({ server, traveller });
  });

  it('whose responses overtake each other bring one ticket each', async () => {
    const gate = createGate();
    let posts = 0;
    const { server, traveller } = await askForTwo(({ body }) => {
      if (body.pluginElicitResponses === undefined) return undefined;
      posts += 1;
      if (posts > 1) return undefined;
      // It reaches the server at once; every line of its response waits until the other call has asked its seat.
      let isOnItsWay = false;
      const turn = () => {
        if (isOnItsWay) return gate.opened;
        isOnItsWay = true;
        return Promise.resolve();
      };
      return { type: 'slow', turn };
    });
    const { client } = traveller;
    answer(traveller, 'pickFlight', 'LAX');
    await eventually(() => expect(server.proxy.requests.at(-1)).toMatchObject({ answers: true, status: 200 }));
    answer(traveller, 'pickFlight', 'SFO');
    await until(client, ({ pending }) => pending.some(({ key }) => key === 'pickSeat'));

    gate.open();
    await finishBoth({ server, traveller });
  });

  it.each<[string, Fault]>([
    ['breaks off', { type: 'cut', lines: 7 }],
    ['never begins', { type: 'unanswered' }],
    ['is sent twice on the way, so that it can only be read on', { type: 'doubled', delivers: 'second' }],
  ])('lose no word where an earlier response is still being read and the later one %s', async (_, fault) => {
    const gate = createGate();
    let posts = 0;
    const server = await openBookingServer(() => {
      posts += 1;
      let turns = 0;
      // It asks its question, and its last line waits for the end of the turn.
      if (posts === 2) return { type: 'slow', turn: () => ((turns += 1) < 5 ? Promise.resolve() : gate.opened) };
      return posts === 3 ? fault : undefined;
    });
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const booked = book(traveller, 'LAX');
    const isOver = () => server.proxy.requests.slice(2).some(({ response }) => response?.includes('complete'));
    await eventually(() => expect(isOver()).toBe(true));
    gate.open();
    const { messages } = await booked;

    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect([...server.booked]).toEqual([['LAX', 1]]);
    expect(traveller.pressed).toBe(0);
  });

  it.each([
    ['the stop overtakes the answer', ['abort', 'answer']],
    ['the answer overtakes the stop', ['answer', 'abort']],
  ])('that contradict each other are told as the server took them: %s', async (_, order) => {
    const gates = { answer: createGate(), abort: createGate() };
    const held: string[] = [];
    const server = await openBookingServer(({ body }) => {
      const kind = body.pluginAbort ? 'abort' : body.pluginElicitResponses?.length ? 'answer' : undefined;
      if (kind === undefined) return undefined;
      held.push(kind);
      return { type: 'slow', turn: () => gates[kind].opened };
    });
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { client } = traveller;
    void client.send('Book a flight to LAX');
    await until(client, ({ status }) => status === 'waiting');
    answer(traveller, 'pickFlight', 'LAX');
    await eventually(() => expect(held).toContain('answer'));
    const stopping = client.abort({ reason: 'Changed my mind' });
    await eventually(() => expect(held).toContain('abort'));
    const [first, second] = order as ['abort' | 'answer', 'abort' | 'answer'];
    gates[first].open();
    await eventually(() => expect(server.proxy.requests.find(({ body }) => isKind(first, body))?.status).toBe(200));
    gates[second].open();
    await stopping;
    const { messages, items } = await until(
      client,
      ({ status, messages: told, pending }) =>
        status === 'idle' && pending.length === 0 && told.at(-1)?.role === 'assistant',
    );

    expect(server.booked.size).toBe(0);
    expect(isWhole(messages)).toBe(true);
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
    expect(items.some(({ status }) => status === 'aborted')).toBe(true);
    expect([...server.said.values()].every((times) => times === 1)).toBe(true);
  });
});

const isKind = (kind: 'abort' | 'answer', body: { pluginAbort?: unknown; pluginElicitResponses?: unknown }): boolean =>
  (kind === 'abort' ? body.pluginAbort : body.pluginElicitResponses) !== undefined;

describe('a network that cuts, delays, doubles and reorders', () => {
  it(`lets ${bookings} bookings end in one ticket each (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const interleaver = createInterleaver(random);
    void interleaver.run();
    onTestFinished(() => interleaver.stop());
    const drawn = new Map<string, number>();
    const cases = Array.from({ length: bookings }, () => Math.floor(random() * 2 ** 32));
    const booked = await bookEach(
      cases,
      (own) => {
        const draw = createRandom(own);
        return () => {
          const fault = drawFault(draw, interleaver.turn);
          const name = fault?.type === 'slow' ? `slow ${fault.fault?.type}` : String(fault?.type);
          drawn.set(name, (drawn.get(name) ?? 0) + 1);
          return fault;
        };
      },
      { together: 12 },
    );

    expect(booked.outcomes).toHaveLength(bookings);
    expect(failuresOf(booked)).toEqual([]);
    expect(booked.server.errors).toEqual([]);
    expect([...booked.server.said].filter(([, times]) => times !== 1)).toEqual([]);
    // A network that did not do all of it would prove nothing.
    const kinds = ['unsent', 'unanswered', 'undelivered', 'cut', 'doubled', 'refused', 'undefined'];
    for (const kind of kinds) {
      expect(drawn.get(kind), kind).toBeGreaterThan(bookings / 15);
      expect(drawn.get(`slow ${kind}`), `slow ${kind}`).toBeGreaterThan(bookings / 15);
    }
  }, 120_000);
});

/** One request in three gets through as it is. */
function drawFault(random: Random, turn: () => Promise<void>): Fault | undefined {
  const fault = random() < 0.4 ? undefined : drawFrom(faults, random)(random);
  return random() < 0.5 ? fault : { type: 'slow', turn, fault };
}

type Draw = (random: Random) => Fault;

const faults: readonly [Draw, ...Draw[]] = [
  () => ({ type: 'unsent' }),
  () => ({ type: 'unanswered' }),
  () => ({ type: 'undelivered' }),
  (random) => ({ type: 'cut', lines: Math.floor(random() * 8), gently: random() < 0.5 }),
  (random) => ({ type: 'cut', bytes: Math.floor(random() * 2000), gently: random() < 0.5 }),
  (random) => ({ type: 'doubled', delivers: random() < 0.5 ? 'first' : 'second' }),
  (random) => ({ type: 'refused', status: drawFrom([429, 502, 503, 504], random), headers: { 'retry-after': '1' } }),
];

function drawFrom<T>(from: readonly [T, ...T[]], random: Random): T {
  return from[Math.floor(random() * from.length)] ?? from[0];
}

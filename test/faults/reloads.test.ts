import { describe, expect, it, onTestFinished } from 'vitest';
import type { ClientSnapshot } from '../../src/client.ts';
import { createTraveller, choice, isOneTicket, openBookingServer, type Traveller } from './booking.ts';
import { answerAll } from './booking.ts';
import { createGate } from './gate.ts';
import type { Fault } from './proxy.ts';
import { createShelf } from '../client/shelf.ts';

/** The storage of one tab. */

/** Book, and leave the page when so many events have come; tells how many there were. */
async function bookUntil(traveller: Traveller, events: number, left: () => boolean): Promise<void> {
  const gate = createGate();
  const { client } = traveller;
  const act = ({ pending }: ClientSnapshot) => {
    if (traveller.events.length >= events || left()) return gate.open();
    for (const item of pending) if (item.status === 'pending') item.views.at(-1)?.answer(choice[item.key]);
  };
  const stop = client.subscribe(() => act(client.getSnapshot()));
  void client.send('Book a flight to LAX');
  await gate.opened;
  stop();
  await client.close();
}

const isToldWhole = ({ status, messages }: ClientSnapshot): boolean =>
  status === 'idle' && messages.at(-1)?.content === 'Here you are: Ticket LAX FL002 12A';

/** What the network does to the first requests after the reload. */
const networks: [string, readonly Fault[]][] = [
  ['through', []],
  ['away, then cut', [{ type: 'unsent' }, { type: 'cut', lines: 1 }, { type: 'cut', lines: 2, gently: true }]],
  ['cut, then undelivered', [{ type: 'cut', lines: 0 }, { type: 'undelivered' }, { type: 'unanswered' }]],
];

describe('a page that is loaded again in the middle of a booking', () => {
  it.each(networks)(
    'ends in one ticket whatever event was the last to come, on a network that is %s',
    async (_, faults) => {
      const whole = await reloadAfter(Infinity, []);
      expect(whole).toBeGreaterThan(15);
      for (let events = 1; events <= whole; events += 1) await reloadAfter(events, faults);
    },
    90_000,
  );

  it.each([
    ['message', 1],
    ['first answer', 2],
    ['second answer', 3],
  ])(
    'ends in one ticket when the %s had left it and no word of it had come back',
    async (_, nth) => {
      for (const { fault } of [{ fault: 'unsent' }, { fault: 'unanswered' }, { fault: 'undelivered' }] as const) {
        let posted = 0;
        let isLeft = false;
        const server = await openBookingServer(({ body }) => {
          if (body.attach === true) return isLeft ? undefined : { type: 'unsent' };
          posted += 1;
          if (posted !== nth) return isLeft || posted < nth ? undefined : { type: 'unsent' };
          isLeft = true;
          return { type: fault };
        });
        const storage = createShelf();
        const before = createTraveller({ endpoint: server.proxy.url, storage });
        await bookUntil(before, Infinity, () => isLeft);
        const after = createTraveller({ endpoint: server.proxy.url, storage });
        const { messages } = await answerAll(after, choice, isToldWhole);

        expect(isOneTicket(messages, 'LAX'), fault).toBe(true);
        expect([...server.booked], fault).toEqual([['LAX', 1]]);
      }
    },
    30_000,
  );
});

/** @returns how many events the page heard before it was left */
async function reloadAfter(events: number, faults: readonly Fault[]): Promise<number> {
  let since = -1;
  const server = await openBookingServer(() => (since < 0 ? undefined : faults[since++]));
  onTestFinished(() => server.handler.close());
  const storage = createShelf();
  const before = createTraveller({ endpoint: server.proxy.url, storage });
  await bookUntil(before, events, () => isToldWhole(before.client.getSnapshot()));
  since = 0;
  const after = createTraveller({ endpoint: server.proxy.url, storage });
  const { messages } = await answerAll(after, choice, isToldWhole);

  expect(isOneTicket(messages, 'LAX'), `after ${events} events`).toBe(true);
  expect([...server.booked], `after ${events} events`).toEqual([['LAX', 1]]);
  expect(
    [...server.said.values()].every((times) => times === 1),
    `after ${events} events`,
  ).toBe(true);
  await after.client.close();
  await server.handler.close();
  return before.events.length;
}

import { describe, expect, it } from 'vitest';
import { nthPost } from './book-each.ts';
import { book, createTraveller, isOneTicket, openBookingServer } from './booking.ts';
import type { Fault } from './proxy.ts';

const faults: [string, Fault][] = [
  ['is killed before the server has it', { type: 'unsent' }],
  ['is killed when the server has it', { type: 'unanswered' }],
  ['is killed after the server answered it', { type: 'undelivered' }],
  ['is sent twice on the way, and the first response arrives', { type: 'doubled', delivers: 'first' }],
  ['is sent twice on the way, and the second response arrives', { type: 'doubled', delivers: 'second' }],
  ['is told to come again by a proxy', { type: 'refused', status: 503, headers: { 'retry-after': '1' } }],
  ['is told that there are too many', { type: 'refused', status: 429, headers: { 'retry-after': '1' } }],
  ['gets no answer from behind a proxy', { type: 'refused', status: 502 }],
  ['waits too long behind a proxy', { type: 'refused', status: 504 }],
  ['is done, and a proxy says to come again', { type: 'refused', status: 503, isDone: true }],
  ['is done, and a proxy says that there are too many', { type: 'refused', status: 429, isDone: true }],
  ['is done, and a proxy waited too long for it', { type: 'refused', status: 504, isDone: true }],
];

const posts: [string, number][] = [
  ['message', 1],
  ['first answer', 2],
  ['second answer', 3],
];

describe.each(posts)('a booking whose %s', (_, nth) => {
  it.each(faults)('%s ends in exactly one ticket', async (__, fault) => {
    const server = await openBookingServer(nthPost(nth, fault));
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { messages } = await book(traveller, 'LAX');

    expect([...server.booked]).toEqual([['LAX', 1]]);
    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect([...server.said.values()].every((times) => times === 1)).toBe(true);
    expect(traveller.pressed).toBe(0);
    expect(server.errors).toEqual([]);
    expect(server.proxy.requests.some((request) => request.fault === fault)).toBe(true);
  });
});

describe('a booking on a network that fails again and again', () => {
  it('ends in exactly one ticket when no response ever brings more than one line', async () => {
    const server = await openBookingServer(() => ({ type: 'cut', lines: 1 }));
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { messages } = await book(traveller, 'LAX');

    expect([...server.booked]).toEqual([['LAX', 1]]);
    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect(traveller.pressed).toBe(0);
    expect(server.proxy.requests.length).toBeGreaterThan(15);
  });

  it('tells nothing twice, however often its streams are resumed', async () => {
    const calm = await openBookingServer();
    const undisturbed = createTraveller({ endpoint: calm.proxy.url }, { isPatient: true });
    await book(undisturbed, 'LAX');
    const server = await openBookingServer(() => ({ type: 'cut', lines: 1, gently: true }));
    const traveller = createTraveller({ endpoint: server.proxy.url }, { isPatient: true });
    await book(traveller, 'LAX');

    // Of what it comes to late the server may tell the outcome alone.
    const told = (events: typeof traveller.events, type: string) =>
      events.filter((event) => event.type === type).map((event) => JSON.stringify(event));
    for (const type of ['messages', 'tool_calls', 'plugin_elicit_request', 'plugin_elicit_settled', 'tool_result']) {
      if (type !== 'messages') expect(told(traveller.events, type)).toHaveLength(told(undisturbed.events, type).length);
      expect(new Set(told(traveller.events, type)).size, type).toBe(told(traveller.events, type).length);
    }
    const words = traveller.events.flatMap((event) => (event.type === 'text' ? [event.content] : [])).join('');
    expect('Let me look for flights. Here you are: Ticket LAX FL002 12A').toContain(words);
  });

  it.each(['unsent', 'unanswered', 'undelivered'] as const)(
    'asks the person after some tries that are %s, with the choice kept, and then books once',
    async (type) => {
      let broken = true;
      let posted = 0;
      const server = await openBookingServer(() => {
        posted += 1;
        return broken && posted >= 2 ? { type } : undefined;
      });
      const traveller = createTraveller({ endpoint: server.proxy.url });
      const { client } = traveller;
      const pressed: string[] = [];
      const stop = client.subscribe(() => {
        for (const item of client.getSnapshot().pending) {
          if (item.status !== 'failed' || !broken) continue;
          broken = false;
          pressed.push(item.key);
        }
      });
      const { messages } = await book(traveller, 'LAX');
      stop();

      expect(pressed).toEqual(['pickFlight']);
      expect(traveller.pressed).toBe(1);
      expect([...server.booked]).toEqual([['LAX', 1]]);
      expect(isOneTicket(messages, 'LAX')).toBe(true);
    },
  );

  it('sends a message again that the server never had, even where the response to that is cut', async () => {
    const steps: Fault[] = [
      { type: 'refused', status: 504 },
      { type: 'cut', lines: 9 },
      { type: 'cut', lines: 1 },
    ];
    const server = await openBookingServer(({ number }) => steps[number - 1]);
    const traveller = createTraveller({ endpoint: server.proxy.url });
    const { messages } = await book(traveller, 'LAX');

    const [lost, again] = server.proxy.requests.map(({ body }) => body.messages);
    expect(again).toEqual(lost);
    expect(isOneTicket(messages, 'LAX')).toBe(true);
    expect([...server.booked]).toEqual([['LAX', 1]]);
    expect(traveller.pressed).toBe(0);
  });
});

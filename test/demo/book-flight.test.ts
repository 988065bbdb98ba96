import { run } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ElicitResult } from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse } from '../../src/testing.ts';
import { searchFlights } from '../../demo/book-flight/search.ts';
import { seatMapOf } from '../../demo/book-flight/seats.ts';
import { ticketSchema } from '../../demo/book-flight/ticket.ts';
import { bookFlightTool } from '../../demo/book-flight/tool.ts';
import { emptyLedger } from './empty-ledger.ts';

const trip = { from: 'NYC', destination: 'LAX', date: '2026-12-01' };
const flights = searchFlights(trip.from, trip.destination, trip.date);
const [flight] = flights;
if (flight === undefined) throw new Error('No flights were made up.');
const seats = seatMapOf(flight).decks.flatMap(({ cabins }) =>
  cabins.flatMap(({ rows }) =>
    rows.flatMap(({ cells }) => cells.flatMap((cell) => ('designator' in cell ? cell : []))),
  ),
);

const pickFlight = { action: 'accept', content: { flightId: flight.id } } as const;
const seatIn = (state: string, isPriced: boolean) => {
  const seat = seats.find((one) => one.state === state && (one.price !== undefined) === isPriced);
  return { action: 'accept', content: { row: seat?.row, seat: seat?.seat } } as const;
};

function book(...elicitResponses: MockElicitResponse[]) {
  const client = createMockClient({ elicitResponses, sampleResponses: ['Walk.'] });
  const running = run(() => runTool(bookFlightTool, trip, client));
  return Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]).then(([result]) => result);
}

// The tool takes its time, so that people can see that it works.
beforeEach(() => {
  vi.useFakeTimers();
  emptyLedger();
});
afterEach(() => void vi.useRealTimers());

describe('book_flight', () => {
  it('gives a ticket of what was picked, the seat paid with the flight', async () => {
    const ticket = ticketSchema.parse(await book(pickFlight, seatIn('available', true)));

    expect(ticket).toMatchObject({ route: 'NYC → LAX', travelTip: 'Walk.', flight: { number: flight.flightNumber } });
    const seat = seats.find(({ designator }) => designator === ticket.seat);
    const cents = [flight.price, seat?.price, ticket.price].map((money) => Math.round(Number(money?.amount) * 100));
    expect(cents[2]).toBe((cents[0] ?? 0) + (cents[1] ?? 0));
  });

  it('refuses a flight that was not offered', async () => {
    const other = { action: 'accept', content: { flightId: 'XX999' } } as const;
    await expect(book(other)).rejects.toThrow(/not on offer/);
  });

  it('refuses a seat that is taken, and one that is not there', async () => {
    await expect(book(pickFlight, seatIn('occupied', false))).rejects.toThrow(/: taken/);
    const nowhere = { action: 'accept', content: { row: 13, seat: 'A' } } as const;
    await expect(book(pickFlight, nowhere)).rejects.toThrow(/not on offer/);
  });

  it.each<[string, ElicitResult<unknown>, RegExp]>([
    ['a no', { action: 'decline', reason: 'too dear' }, /does not want to say which flight\. Their reason: too dear\./],
    ['a closed question', { action: 'cancel', reason: 'dismissed' }, /closed the question before saying which flight/],
    ['another message', { action: 'cancel', reason: 'interrupted' }, /wrote something else\. Answer that/],
    ['silence', { action: 'cancel', reason: 'expired' }, /nobody said which flight in time/],
    ['answers that were no use', { action: 'cancel', reason: 'failed' }, /no answer to which flight was usable/],
  ])('tells the model of %s', async (_what, result, words) => {
    await expect(book(result)).resolves.toMatch(words);
  });

  it('tells the model at which question it ended', async () => {
    await expect(book(pickFlight, { action: 'decline' })).resolves.toMatch(/does not want to say which seat/);
  });
});

describe('the made-up timetable', () => {
  it('is the same each time, and another for each route', () => {
    expect(searchFlights(trip.from, trip.destination, trip.date)).toEqual(flights);
    expect(searchFlights('BER', 'LIS', trip.date)).not.toEqual(flights);
    expect(seatMapOf(flight)).toEqual(seatMapOf(flight));
  });

  it('knows a city by its code and by its name, and makes any other one up', () => {
    expect(searchFlights('New York', 'los angeles', trip.date)).toEqual(flights);
    const [unknown] = searchFlights('Springfield', 'Nowhere', trip.date);
    expect(unknown?.departure.place).toEqual({ code: 'SPR', city: 'Springfield' });
  });

  it.each([
    ['NYC', 'LAX'],
    ['LON', 'TYO'],
    ['SYD', 'SFO'],
    ['BER', 'BER'],
    ['Springfield', 'Nowhere'],
  ])('from %s to %s it has five flights that arrive after they leave', (from, to) => {
    const found = searchFlights(from, to, trip.date);
    expect(new Set(found.map(({ id }) => id)).size).toBe(5);
    for (const { legs } of found) expect(legs[0]?.duration).toMatch(/^PT\d+H\d+M$/);
  });
});

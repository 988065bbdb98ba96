import { run } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ElicitResult } from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse } from '../../src/testing.ts';
import { seatMapSchema, type PickSeats, type Seat, type Segment } from '../../src/travel.ts';
import { partyOf } from '../../demo/book-trip/party.ts';
import { searchTrips } from '../../demo/book-trip/search.ts';
import { bookTripTool } from '../../demo/book-trip/tool.ts';
import { tripSchema } from '../../demo/book-trip/trip.ts';
import { seatMapOf } from '../../demo/book-trip/two-decks.ts';
import { emptyLedger } from './empty-ledger.ts';

const travellers = [{ type: 'adult' }, { type: 'adult' }, { type: 'child' }] as const;
const search = { from: 'London', destination: 'Singapore', outboundDate: '2026-12-01', returnDate: '2026-12-10' };
const params = { ...search, travellers: [...travellers] };
const party = partyOf([...travellers]);
const [flight] = searchTrips({ ...search, party });
if (flight === undefined) throw new Error('No flights were made up.');
const [out, back] = flight.legs.map(({ segments }) => segments[0]) as [Segment, Segment];

const seatsOf = (segment: Segment): Seat[] =>
  seatMapOf(segment, party).decks.flatMap(({ cabins }) =>
    cabins.flatMap(({ rows }) =>
      rows.flatMap(({ cells }) => cells.flatMap((cell) => ('designator' in cell ? cell : []))),
    ),
  );
const free = (segment: Segment, tier: string) =>
  seatsOf(segment).filter((seat) => seat.state === 'available' && seat.tier === tier);

/** Seat the party in this order. */
function seat(...seats: (Pick<Seat, 'row' | 'seat'> | undefined)[]): ElicitResult<PickSeats> {
  const selections = seats.map((one, index) => ({
    passengerId: `p${index + 1}`,
    row: one?.row ?? 0,
    seat: one?.seat ?? '',
  }));
  return { action: 'accept', content: { selections } };
}

const pickFlight = { action: 'accept', content: { flightId: flight.id } } as const;
const [standard, standard2, standard3] = free(out, 'standard');
const seatOut = seat(standard, standard2, standard3);
const seatBack = seat(...free(back, 'standard').slice(0, 3));
const yes = { action: 'accept', content: { confirmed: true } } as const;

function book(...elicitResponses: MockElicitResponse[]) {
  const client = createMockClient({ elicitResponses, sampleResponses: ['Walk.'] });
  const running = run(() => runTool(bookTripTool, params, client));
  return Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]).then(([result]) => ({ result, client }));
}

const cents = (money: { amount: string } | undefined) => Math.round(Number(money?.amount) * 100);

// The tool takes its time, so that people can see that it works.
beforeEach(() => {
  vi.useFakeTimers();
  emptyLedger();
});
afterEach(() => void vi.useRealTimers());

describe('book_trip', () => {
  it('gives a trip of two flights with a seat for everybody in each', async () => {
    const { result, client } = await book(pickFlight, seatOut, seatBack, yes);

    const trip = tripSchema.parse(result);
    expect(trip).toMatchObject({
      out: { number: out.flightNumber, departure: { code: 'LON' }, arrival: { code: 'SIN' } },
      back: { number: back.flightNumber, departure: { code: 'SIN' }, arrival: { code: 'LON' } },
      travelTip: 'Walk.',
    });
    expect(trip.out.seats).toEqual([
      { traveller: 'Adult 1', seat: standard?.designator },
      { traveller: 'Adult 2', seat: standard2?.designator },
      { traveller: 'Child', seat: standard3?.designator },
    ]);
    expect(client.elicitCalls.map(({ key }) => key)).toEqual(['pickFlight', 'pickSeats', 'pickSeats', 'confirm']);
  });

  it('adds up the fare and what each pays for their seat, to the cent, and shows it before it books', async () => {
    const [legroom] = free(out, 'legroom');
    const [preferred] = free(out, 'preferred');
    const [upgrade] = free(out, 'business');

    const { result, client } = await book(pickFlight, seat(legroom, preferred, upgrade), seatBack, yes);

    const { prices } = tripSchema.parse(result);
    expect(prices.seats).toEqual({ amount: '604.40', currency: 'USD' });
    expect(cents(prices.total)).toBe(cents(flight.price) + 60_440);
    const details = client.elicitCalls.at(-1)?.context['details'] as { label: string; value: string }[];
    const shown = new Map(details.map(({ label, value }) => [label, value.replaceAll(/[$,]/g, '')]));
    expect(shown.get('Fare, 2 adults, 1 child')).toBe(prices.fare.amount);
    expect(shown.get('Seat charges')).toBe('604.40');
    expect(shown.get('Total')).toBe(prices.total.amount);
  });

  it('refuses a trip that was not offered, and one that is sold out', async () => {
    const soldOut = searchTrips({ ...search, party }).find(({ disabled }) => disabled);
    const picked = (flightId = '') => ({ action: 'accept', content: { flightId } }) as const;
    await expect(book(picked('XX999'))).rejects.toThrow(/not on offer/);
    await expect(book(picked(soldOut?.id))).rejects.toThrow(soldOut?.disabled?.reason);
  });

  const taken = seatsOf(out).find(({ state }) => state === 'occupied');
  const kept = seatsOf(out).find(({ state }) => state === 'restricted');
  const exit = free(out, 'legroom');
  it.each<[string, ElicitResult<PickSeats>, RegExp]>([
    ['a seat that is taken', seat(taken, standard2, standard3), /Seat \d+[A-K]: taken/],
    ['a seat that is kept', seat(kept, standard2, standard3), /Seat \d+[A-K]: .+ Choose another one/],
    ['a seat that is not there', seat({ row: 44, seat: 'A' }, standard2, standard3), /no seat 44A/],
    ['two in one seat', seat(standard, standard, standard3), /was given out twice/],
    ['somebody without a seat', seat(standard, standard2), /Choose a seat for Child/],
    ['a stranger', seat(standard, standard2, standard3, exit[0]), /no such passenger/],
    ['a child in an exit row', seat(standard, standard2, exit[0]), /Seat \d+[A-K]: .+ Choose another one/],
  ])('refuses %s', async (_what, answer, words) => {
    await expect(book(pickFlight, answer)).rejects.toThrow(words);
  });

  it('lets an adult have the exit row', async () => {
    const { result } = await book(pickFlight, seat(exit[0], exit[1], standard3), seatBack, yes);
    expect(tripSchema.parse(result).prices.seats.amount).toBe('179.80');
  });

  it.each<[string, MockElicitResponse[], RegExp]>([
    ['a declined flight', [{ action: 'decline' }], /does not want to say which flight/],
    ['seats closed on the way out', [pickFlight, { action: 'cancel' }], /before saying which seats on the way out/],
    [
      'seats declined on the way back',
      [pickFlight, seatOut, { action: 'decline' }],
      /does not want to say which seats on the way back/,
    ],
    ['a no to the total', [pickFlight, seatOut, seatBack, { action: 'decline' }], /said no to the total/],
    [
      'a total that nobody answered',
      [pickFlight, seatOut, seatBack, { action: 'cancel', reason: 'expired' }],
      /nobody said whether to book in time/,
    ],
  ])('books nothing after %s, and says so', async (_what, answers, words) => {
    const { result, client } = await book(...answers);
    expect(result).toMatch(/^Not booked: /);
    expect(result).toMatch(words);
    expect(client.sampleCalls).toEqual([]);
  });

  it('finds nothing where the way back leaves before the way out has landed', async () => {
    const client = createMockClient();
    const running = run(() => runTool(bookTripTool, { ...params, returnDate: '2026-12-01' }, client));
    const [result] = await Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]);
    expect(result).toMatch(/no way back leaves after/);
    expect(client.elicitCalls).toEqual([]);
  });

  it('sends no child alone', () => {
    const { parameters } = bookTripTool;
    expect(parameters.safeParse({ ...params, travellers: [{ type: 'child' }] }).success).toBe(false);
    expect(parameters.safeParse(params).success).toBe(true);
  });
});

describe('the made-up trip', () => {
  it('is the same each time', () => {
    expect(searchTrips({ ...search, party })).toEqual(searchTrips({ ...search, party }));
    expect(seatMapOf(out, party)).toEqual(seatMapOf(out, party));
    expect(seatMapOf(out, party)).not.toEqual({ ...seatMapOf(back, party), flight: seatMapOf(out, party).flight });
  });

  it('goes there and back, with one price for all', () => {
    const [adult] = searchTrips({ ...search, party: party.slice(0, 1) });
    expect(cents(flight.price)).toBe(cents(adult?.price) * 2.75);
    for (const { legs } of searchTrips({ ...search, party })) {
      expect(legs.map(({ segments }) => segments[0]?.departure.place?.code)).toEqual(['LON', 'SIN']);
    }
  });

  it('flies on two decks, with rows that skip, doors, stairs, and seats of each price and none', () => {
    const map = seatMapOf(out, party);
    expect(seatMapSchema.parse(map)).toEqual(map);
    expect(map.decks.map(({ cabins }) => cabins.map((cabin) => cabin.class))).toEqual([
      ['economy'],
      ['business', 'economy'],
    ]);
    const rows = map.decks.flatMap(({ cabins }) => cabins.flatMap((cabin) => cabin.rows));
    expect(rows.map(({ number }) => number)).not.toContain(44);
    expect(rows.filter(({ exit: doors }) => doors)).toHaveLength(2);
    expect(rows.filter(({ cells }) => cells.some(({ type }) => type === 'stairs'))).toHaveLength(3);
    const designators = seatsOf(out).map(({ designator }) => designator);
    expect(new Set(designators).size).toBe(designators.length);
    for (const tier of ['standard', 'preferred', 'legroom', 'business']) {
      expect(free(out, tier).length, tier).toBeGreaterThan(2);
    }
  });
});

describe('a party', () => {
  it('keeps the names it was given and tells apart the others', () => {
    const some = partyOf([{ type: 'adult', name: 'Maya' }, { type: 'adult' }, { type: 'child' }]);
    expect(some.map(({ name }) => name)).toEqual(['Maya', 'Adult 2', 'Child']);
    expect(partyOf([{ type: 'adult' }]).map(({ name }) => name)).toEqual(['Adult']);
  });
});

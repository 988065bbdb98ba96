import { run } from 'effection';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnyMcpTool } from '../../src/plugin.ts';
import { createMockClient, runTool, type MockElicitResponse } from '../../src/testing.ts';
import { flightDayOf, ledger } from '../../demo/airline/airline.ts';
import { findSeat } from '../../demo/airline/find-seat.ts';
import { openHolds, type FlightDay } from '../../demo/airline/ledger-entry.ts';
import { searchFlights } from '../../demo/book-flight/search.ts';
import { seatMapOf } from '../../demo/book-flight/seats.ts';
import { bookFlightTool } from '../../demo/book-flight/tool.ts';
import { partyOf } from '../../demo/book-trip/party.ts';
import { searchTrips } from '../../demo/book-trip/search.ts';
import { bookTripTool } from '../../demo/book-trip/tool.ts';
import { seatMapOf as decksOf } from '../../demo/book-trip/two-decks.ts';
import type { Seat, SeatMap, Segment } from '../../src/travel.ts';
import { emptyLedger } from './empty-ledger.ts';

const owner = 'visitor-of-these-tests';
const another = { visitor: owner, call: 'another' };

const freeSeats = (map: SeatMap): Seat[] =>
  map.decks
    .flatMap(({ cabins }) => cabins.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells)))
    .flatMap((cell) => ('designator' in cell && cell.state === 'available' && !cell.price ? [cell] : []));
const accept = (content: object): MockElicitResponse => ({ action: 'accept', content });
const at = ({ row, seat }: Seat) => ({ row, seat });

const route = { from: 'NYC', destination: 'LAX', date: '2026-12-01' };
const flight = searchFlights(route.from, route.destination, route.date)[0]!;
const [first, second] = freeSeats(seatMapOf(flight)) as [Seat, Seat];
const pickFlight = accept({ flightId: flight.id });

const days = { outboundDate: '2026-12-01', returnDate: '2026-12-10' };
const trip = { from: 'London', destination: 'Singapore', ...days, travellers: [{ type: 'adult' as const }] };
const party = partyOf(trip.travellers);
const flights = searchTrips({ from: trip.from, destination: trip.destination, ...days, party })[0]!;
const [out, back] = flights.legs.map(({ segments }) => segments[0]) as [Segment, Segment];
const sit = (seat: Seat) => accept({ selections: [{ passengerId: 'p1', ...at(seat) }] });
const [outSeat, outSeat2] = freeSeats(decksOf(out, party)).filter(({ tier }) => tier === 'standard') as [Seat, Seat];
const [backSeat] = freeSeats(decksOf(back, party)).filter(({ tier }) => tier === 'standard') as [Seat];
const pickTrip = accept({ flightId: flights.id });

async function book(tool: AnyMcpTool, params: object, ...elicitResponses: MockElicitResponse[]) {
  const client = createMockClient({ elicitResponses, sampleResponses: ['Walk.'] });
  const running = run(() => runTool(tool, params, client, { owner }));
  const [result] = await Promise.all([running, vi.advanceTimersByTimeAsync(10_000)]);
  return { result, client };
}

const acts = () => ledger.entriesFor(owner).map(({ act, seats }) => `${act} ${seats.join()}`);

beforeEach(() => {
  vi.useFakeTimers();
  emptyLedger();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the seats that the tools hold', () => {
  it('are ticketed when a flight is booked', async () => {
    await book(bookFlightTool, route, pickFlight, accept(at(first)));
    expect(acts()).toEqual([`held ${first.designator}`, `ticketed ${first.designator}`]);
  });

  it('are held one way after the other, and ticketed when the trip is booked', async () => {
    await book(bookTripTool, trip, pickTrip, sit(outSeat), sit(backSeat), accept({ confirmed: true }));
    const seats = [outSeat.designator, backSeat.designator];
    expect(acts()).toEqual([...seats.map((seat) => `held ${seat}`), ...seats.map((seat) => `ticketed ${seat}`)]);
    const [, , one, other] = ledger.entriesFor(owner).map(({ key }) => key);
    expect(one).toBe(other);
  });

  it.each<[string, MockElicitResponse[]]>([
    ['the way back is skipped', [{ action: 'decline' }]],
    ['the total is closed', [sit(backSeat), { action: 'cancel', reason: 'dismissed' }]],
    ['the total is refused', [sit(backSeat), accept({ confirmed: false })]],
  ])('are given back when %s', async (_, answers) => {
    await book(bookTripTool, trip, pickTrip, sit(outSeat), ...answers);
    expect(acts().at(-1)).toBe(`released ${outSeat.designator}`);
    expect(openHolds(ledger.entriesFor(owner))).toEqual([]);
  });

  it('are given back when the tool fails', async () => {
    vi.spyOn(ledger, 'ticket').mockImplementation(() => {
      throw new Error('The airline is closed');
    });
    await expect(book(bookFlightTool, route, pickFlight, accept(at(first)))).rejects.toThrow('The airline is closed');
    expect(acts()).toEqual([`held ${first.designator}`, `released ${first.designator}`]);
  });

  it.each<[AnyMcpTool, object, MockElicitResponse, SeatMap, Seat, FlightDay]>([
    [bookFlightTool, route, pickFlight, seatMapOf(flight), first, flightDayOf(flight)],
    [bookTripTool, trip, pickTrip, decksOf(out, party), outSeat, flightDayOf(out)],
  ])('of another call are taken on the map ($name)', async (tool, params, pick, map, seat, flightDay) => {
    ledger.hold(another, flightDay, [seat.designator], 'k');
    const { client } = await book(tool, params, pick, { action: 'decline' });
    const shown = client.elicitCalls[1]?.context['seatMap'] as SeatMap;
    expect(findSeat(map, seat)?.state).toBe('available');
    expect(findSeat(shown, seat)).toMatchObject({ state: 'occupied' });
    expect(findSeat(shown, seat)).not.toHaveProperty('offers');
  });

  it('are refused if another call has taken them since the map was drawn', async () => {
    const { result, client } = await book(
      bookFlightTool,
      route,
      pickFlight,
      () => {
        ledger.hold(another, flightDayOf(flight), [first.designator], 'k');
        return { action: 'accept', content: at(first), refused: true };
      },
      accept(at(second)),
    );
    expect(client.elicitCalls[2]?.issues).toMatchObject([{ message: expect.stringContaining('is taken') as string }]);
    expect(result).toMatchObject({ seat: second.designator });
  });

  it.each<[AnyMcpTool, object, MockElicitResponse[], string]>([
    [bookFlightTool, route, [pickFlight, accept(at(first)), accept(at(second))], 'pickSeat'],
    [bookTripTool, trip, [pickTrip, sit(outSeat), sit(outSeat2), { action: 'decline' }], 'pickSeats'],
  ])('are asked for again if another call is faster than the hold ($name)', async (tool, params, answers, key) => {
    vi.spyOn(ledger, 'hold').mockReturnValueOnce(null);
    const { client } = await book(tool, params, ...answers);
    expect(client.elicitCalls.slice(1, 3).map((asked) => asked.key)).toEqual([key, key]);
    expect(client.unused().elicit).toBe(0);
    expect(acts()[0]).toBe(`held ${(tool === bookFlightTool ? second : outSeat2).designator}`);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNonstop, sortFlights, sortsOf, type FlightSort } from '../../src/travel/flight-sort.ts';
import type { Flight } from '../../src/travel/flight.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { flightOf, seedFlights, segment } from './samples.ts';

const direct = segment('ATL', 'JFK', '2026-09-06T05:00', '2026-09-06T07:00');
const changing = [
  segment('ATL', 'CLT', '2026-09-06T05:00', '2026-09-06T06:00'),
  segment('CLT', 'JFK', '2026-09-06T07:00', '2026-09-06T08:00'),
];

function offer(id: string, amount: string | undefined, duration: string, more?: Partial<Flight>): Flight {
  return flightOf([direct], {
    id,
    price: amount === undefined ? undefined : { amount, currency: 'USD' },
    legs: [{ segments: [direct], duration }],
    ...more,
  });
}

const a = offer('a', '300.00', 'PT5H');
const b = offer('b', '99.50', 'PT7H');
const c = offer('c', undefined, 'PT2H');
const d = offer('d', '1000', 'PT3H');
const sold = offer('sold', '10', 'PT1H', { disabled: { reason: 'Sold out' } });
const ids = (flights: readonly Flight[]) => flights.map(({ id }) => id).join(' ');

describe('the orders of a list', () => {
  it.each<[FlightSort, string]>([
    ['best', 'sold a b c d'],
    ['cheapest', 'b a d c sold'],
    ['fastest', 'c d a b sold'],
  ])('%s is %s', (by, order) => expect(ids(sortFlights([sold, a, b, c, d], by))).toBe(order));

  it('compare amounts as numbers, not as words', () => {
    expect(ids(sortFlights([offer('x', '1000', 'PT1H'), offer('y', '99', 'PT1H')], 'cheapest'))).toBe('y x');
  });

  it('lose nothing, make nothing up and keep equals as they came', () => {
    const price = fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined });
    fc.assert(
      fc.property(fc.array(fc.tuple(price, fc.integer({ min: 1, max: 3 }))), (given) => {
        const flights = given.map(([amount, hours], i) => offer(`${i}`, amount?.toString(), `PT${hours}H`));
        for (const by of ['best', 'cheapest', 'fastest'] as const) {
          const sorted = sortFlights(flights, by);
          expect(new Set(sorted)).toEqual(new Set(flights));
          const key = (flight: Flight) => (by === 'cheapest' ? flight.price?.amount : flight.legs[0]?.duration) ?? '9';
          const stands = (before: Flight, after: Flight) =>
            by === 'best' || key(before) < key(after) || (key(before) === key(after) && +before.id < +after.id);
          expect(sorted.slice(1).every((flight, i) => stands(sorted[i] as Flight, flight))).toBe(true);
        }
      }),
    );
  });

  it('are offered only where they differ', () => {
    expect(sortsOf([a, b])).toEqual(['best', 'cheapest', 'fastest']);
    expect(sortsOf([a, { ...b, price: a.price }])).toEqual(['best', 'fastest']);
    expect(sortsOf([a, { ...b, price: { amount: '1', currency: 'EUR' } }])).toEqual(['best', 'fastest']);
    expect(sortsOf([a])).toEqual([]);
    expect(sortsOf([])).toEqual([]);
    expect(sortsOf(seedFlights.slice(0, 2).map((flight) => normalizeFlight(flight)))).toEqual([
      'best',
      'cheapest',
      'fastest',
    ]);
  });
});

describe('nonstop', () => {
  const stopping = flightOf(changing, { id: 'stopping' });
  const landing = flightOf([{ ...direct, technicalStops: [{ place: { code: 'CLT' } }] }]);

  it('is a flight none of whose legs stops, be it without a change', () => {
    expect(isNonstop(a)).toBe(true);
    expect(isNonstop(stopping)).toBe(false);
    expect(isNonstop(landing)).toBe(false);
    expect(isNonstop({ ...a, legs: [...a.legs, ...stopping.legs] })).toBe(false);
    expect(isNonstop(normalizeFlight(seedFlights[0] as never))).toBeUndefined();
  });
});

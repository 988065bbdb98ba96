import { describe, expect, it } from 'vitest';
import { badgesOf } from '../../src/travel/flight-sort.ts';
import { flightInputSchema, flightSchema, pickFlightSchema } from '../../src/travel/flight-schema.ts';
import {
  describeFlight,
  flightNumbers,
  operators,
  sharedRoute,
  summarizeLegs,
} from '../../src/travel/flight-summary.ts';
import type { Flight, FlightData, FlightInput, Segment } from '../../src/travel/flight.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { flightOf, seedFlights, segment } from './samples.ts';

const [sky] = seedFlights as [FlightInput];

it('counts every stop of an absurd flight, and names no more than a card can hold', () => {
  const hop = (from: string, to: string, i: number) =>
    segment(from, to, '2026-09-06T08:00', '2026-09-06T09:00', { flightNumber: `XA${i}` });
  const flight = flightOf(Array.from({ length: 3000 }, (_, i) => hop('AAA', 'BBB', i)));
  const [leg] = summarizeLegs(flight);
  expect(leg?.stops).toBe(2999);
  expect(leg?.via).toHaveLength(10);
  expect(flightNumbers(flight).split(', ')).toHaveLength(10);
  expect(describeFlight(flight).length).toBeLessThan(400);
});

describe('normalizeFlight', () => {
  it('makes the rich shape of the small one and makes nothing up', () => {
    expect(normalizeFlight(sky)).toEqual({
      id: 'sky',
      airline: { code: 'SH', name: 'SkyHigh Airways' },
      flightNumber: 'SH101',
      departure: { at: '08:00' },
      arrival: { at: '11:30' },
      duration: '3h 30m',
      price: { amount: '299', currency: 'USD' },
      legs: [],
    });
  });

  it('keeps the places and the currency that the small shape names', () => {
    const flight = normalizeFlight({ ...sky, from: 'NYC', to: 'LAX', currency: 'EUR' });
    expect([flight.departure.place, flight.arrival.place, flight.price?.currency]).toEqual([
      { code: 'NYC' },
      { code: 'LAX' },
      'EUR',
    ]);
  });

  it('leaves a rich flight as it is', () => {
    const flight = flightOf([segment('ATL', 'JFK', '2026-12-01T08:00', '2026-12-01T11:00')]);
    expect(normalizeFlight(flight)).toEqual(flight);
  });

  it('reads every price of the rich shape, and leaves out one that cannot be told', () => {
    const paths: string[] = [];
    const conditions = {
      change: { allowed: true, penalty: '50' },
      refund: { allowed: true, penalty: { amount: 9, currency: 'EUR' } },
    };
    const sent: FlightData = {
      ...flightOf([segment('ATL', 'JFK', '08:00', '09:00')]),
      price: { amountMinor: 28110, currency: 'USD' },
      previousPrice: { amount: 300, currency: 'USD' },
      legs: [{ segments: [segment('ATL', 'JFK', '08:00', '09:00')], conditions }],
    };
    const flight = normalizeFlight(sent, { onWarning: ({ path }) => paths.push(path) });
    expect([flight.price?.amount, flight.previousPrice?.amount]).toEqual(['281.10', '300']);
    expect(flight.legs[0]?.conditions).toEqual({
      change: { allowed: true },
      refund: { allowed: true, penalty: { amount: '9', currency: 'EUR' } },
    });
    expect(paths).toEqual(['legs[0].conditions.change.penalty']);
  });

  it('has no price where the number is none, and says so', () => {
    const warnings: string[] = [];
    const price = (sent: FlightInput['price']) =>
      normalizeFlight({ ...sky, price: sent }, { onWarning: ({ path }) => warnings.push(path) }).price;
    expect([price(Number.NaN), price('ask us'), price(null), price(undefined)]).toEqual(Array(4).fill(undefined));
    expect(warnings).toEqual(['price', 'price']);
    expect([price('299.50'), price({ amount: '1', currency: 'EUR' })]).toEqual([
      { amount: '299.50', currency: 'USD' },
      { amount: '1', currency: 'EUR' },
    ]);
  });

  it('takes direction marks and endless text out of the words, but not out of the id', () => {
    const flight = normalizeFlight({ ...sky, id: 'a\u202Eb', airline: `\u202E${'x'.repeat(5000)}` });
    expect(flight.id).toBe('a\u202Eb');
    expect(flight.airline.name).toMatch(/^x{119}…$/);
  });

  it.each([
    ['Air France', 'AF1080', 'AF'],
    ['Ours', '3K 12', '3K'],
    ['Blue Horizon', '220', 'BH'],
  ])('takes the code of %s %s', (airline, flightNumber, code) => {
    expect(normalizeFlight({ ...sky, airline, flightNumber }).airline.code).toBe(code);
  });
});

describe('a leg', () => {
  const changing = flightOf([
    segment('CDG', 'LHR', '2026-12-01T07:00', '2026-12-01T07:20', { flightNumber: 'AF1080' }),
    segment('LGW', 'JFK', '2026-12-01T13:30', '2026-12-02T01:35', {
      flightNumber: 'BA2273',
      operating: { code: 'YY', name: 'Other Air' },
    }),
  ]);

  it('tells its stops, a change of airport and the day it arrives', () => {
    expect(summarizeLegs(changing)).toMatchObject([{ stops: 1, via: ['LHR–LGW'], days: 1, duration: 'PT4H7M' }]);
    expect(flightNumbers(changing)).toBe('AF1080, BA2273');
    expect(operators(changing)).toBe('Other Air');
  });

  it('counts a technical stop', () => {
    const stop = segment('SIN', 'LHR', '2026-12-01T23:40', '2026-12-02T14:55', {
      technicalStops: [{ place: { code: 'CDG' } }],
    });
    expect(summarizeLegs(flightOf([stop]))).toMatchObject([{ stops: 1, via: ['CDG'] }]);
  });

  it('does not claim to be nonstop where nobody said so', () => {
    expect(summarizeLegs(normalizeFlight(sky))[0]).not.toHaveProperty('stops');
  });

  it('stands for itself: a return has two', () => {
    const out = segment('ATL', 'JFK', '2026-12-01T08:00', '2026-12-01T10:00');
    const back = segment('JFK', 'ATL', '2026-12-08T08:00', '2026-12-08T10:00');
    const flight = flightOf([out], { legs: [{ segments: [out] }, { segments: [back] }] });
    expect(summarizeLegs(flight).map(({ departure }) => departure.place?.code)).toEqual(['ATL', 'JFK']);
  });
});

describe('describeFlight', () => {
  it('says the whole card', () => {
    const flight = flightOf(
      [
        segment('ATL', 'MIA', '2026-12-01T16:46', '2026-12-01T18:00'),
        segment('MIA', 'JFK', '2026-12-01T20:00', '2026-12-02T00:29', { flightNumber: 'XA2' }),
      ],
      { emissions: { kgCO2e: 94.6 } },
    );
    expect(describeFlight(flight, { badge: 'Cheapest', locale: 'en-US' })).toBe(
      'Example Air XA1, XA2, 16:46 to 00:29 the next day, ATL to JFK, 4 h 7 min, 1 stop in MIA, $281.10, Cheapest, 95 kg CO₂',
    );
  });

  it('says why a flight cannot be chosen', () => {
    const flight: Flight = { ...normalizeFlight(sky), price: undefined, disabled: { reason: 'Sold out' } };
    expect(describeFlight(flight)).toBe(
      'SkyHigh Airways SH101, 08:00 to 11:30, 3h 30m, price on request, unavailable: Sold out',
    );
  });
});

describe('sharedRoute', () => {
  it('names what all flights share and nothing else', () => {
    const one = flightOf([segment('ATL', 'JFK', '2024-09-01T08:00', '2024-09-01T10:00')]);
    const other = flightOf([segment('ATL', 'LGA', '2024-09-01T09:00', '2024-09-01T11:00')]);
    expect(sharedRoute([one, one], 'en-US')).toEqual(['ATL to JFK', 'Sun, Sep 1']);
    expect(sharedRoute([one, other], 'en-US')).toEqual(['Sun, Sep 1']);
    expect(sharedRoute([])).toEqual([]);
    const from = { place: { code: 'ATL', city: 'Atlanta' }, at: '2024-09-01T08:00' };
    const [flown] = one.legs[0]?.segments ?? [];
    const named = { ...one, legs: [{ segments: [{ ...(flown as Segment), departure: from }] }] };
    expect(sharedRoute([named], 'en-US')).toEqual(['Atlanta to JFK', 'Sun, Sep 1']);
    expect(sharedRoute([{ ...one, legs: [...one.legs, ...other.legs] }], 'en-US')[0]).toBe('ATL to JFK, ATL to LGA');
  });
});

describe('badgesOf', () => {
  const priced = (id: string, amount: string, duration: string, more?: Partial<Flight>): Flight => ({
    ...flightOf([segment('ATL', 'JFK', '08:00', '10:00')], { id, price: { amount, currency: 'USD' } }),
    legs: [],
    duration,
    ...more,
  });

  it('marks the cheapest and the fastest', () => {
    const flights = [priced('a', '99', 'PT5H'), priced('b', '171.10', 'PT4H'), priced('c', '100', 'PT6H')];
    expect(Object.fromEntries(badgesOf(flights))).toEqual({ a: 'cheapest', b: 'fastest' });
    expect(badgesOf(flights.slice(0, 2)).size).toBe(0);
  });

  it('calls one that is both the best', () => {
    const flights = [priced('a', '99', 'PT4H'), priced('b', '171.10', 'PT5H'), priced('c', '180', 'PT5H')];
    expect([...badgesOf(flights)]).toEqual([['a', 'best']]);
  });

  it('gives none for what is alike, alone, disabled or in two currencies', () => {
    const alone = priced('a', '99', 'PT4H');
    expect(badgesOf([alone]).size).toBe(0);
    expect(badgesOf([alone, { ...alone, id: 'b' }]).size).toBe(0);
    expect(badgesOf([alone, priced('b', '100', 'PT5H', { disabled: { reason: 'no' } })]).size).toBe(0);
    const euros = priced('b', '100', 'PT4H', { price: { amount: '1', currency: 'EUR' } });
    expect(badgesOf([alone, euros]).size).toBe(0);
  });
});

describe('flightSchema', () => {
  it('takes both shapes', () => {
    const rich = flightOf([segment('ATL', 'JFK', '2026-12-01T08:00', '2026-12-01T10:00')]);
    expect([flightSchema.parse(sky), flightSchema.parse(rich)]).toEqual([sky, rich]);
    expect(flightInputSchema.parse(sky)).toEqual(sky);
  });

  it.each([
    ['a price that is neither text, number nor fields', { ...sky, price: true }],
    ['a price below nothing', { ...sky, price: -1 }],
    ['a time with an offset', flightOf([segment('A', 'B', '2026-12-01T08:00+02:00', '2026-12-01T09:00')])],
    ['a leg without segments', flightOf([segment('A', 'B', '08:00', '09:00')], { legs: [{ segments: [] }] })],
    ['no id', { ...sky, id: '' }],
  ])('refuses %s', (_, flight) => expect(flightSchema.safeParse(flight).success).toBe(false));

  it('answers with a flight id alone', () => {
    expect(pickFlightSchema.parse({ flightId: 'a' })).toEqual({ flightId: 'a' });
    expect(pickFlightSchema.safeParse({ flightId: 1 }).success).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { flightInputSchema, flightSchema } from '../../src/travel/flight-schema.ts';
import type { Flight, FlightInput, FlightPoint, Segment } from '../../src/travel/flight.ts';
import { normalizeFlight } from '../../src/travel/normalize-flight.ts';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatMapSchema } from '../../src/travel/seat-map-schema.ts';
import type { Facility, Seat, SeatMap } from '../../src/travel/seat-map.ts';
import { corruptions, differences, valueAt } from './corrupt.ts';

/** Every field is there: one that is added to the shape must be added here. */
type Whole<T> = T extends readonly (infer Item)[]
  ? readonly Whole<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Whole<NonNullable<T[Key]>> }
    : T;

const money = { amount: '9.00', currency: 'EUR' };
const price = { ...money, amountMinor: 900, minorUnits: 2 };
const carrier = {
  code: 'XA',
  name: 'Example Air',
  logoUrl: 'https://a.example/l.svg',
  logoUrlDark: 'https://a.example/d.svg',
};
const place = { code: 'JFK', name: 'Kennedy', city: 'New York', countryCode: 'US', timeZone: 'America/New_York' };
const point = (at: string): Whole<FlightPoint> => ({ place, at, utcOffset: '-05:00', terminal: '4' });
const segment: Whole<Segment> = {
  id: 'seg',
  mode: 'flight',
  marketing: carrier,
  operating: { ...carrier, code: 'YY' },
  flightNumber: 'XA1',
  departure: point('2026-12-01T08:00'),
  arrival: point('2026-12-01T11:00'),
  duration: 'PT3H',
  aircraft: { code: '320', name: 'Airbus A320' },
  cabin: 'economy',
  cabinName: 'Economy',
  distanceKm: 900,
  technicalStops: [{ place, duration: 'PT1H' }],
};
const condition = { allowed: true, penalty: money };
const flight: Whole<Flight> = {
  id: 'offer',
  airline: carrier,
  flightNumber: 'XA1',
  departure: segment.departure,
  arrival: segment.arrival,
  duration: 'PT3H',
  price: money,
  previousPrice: money,
  legs: [
    {
      id: 'leg',
      segments: [segment],
      duration: 'PT3H',
      fareBrand: 'Basic',
      cabin: 'economy',
      baggage: { carryOn: 1, checked: 1 },
      conditions: { change: condition, refund: condition, seatSelection: true },
    },
  ],
  emissions: { kgCO2e: 90, typicalKgCO2e: 100 },
  seatsLeft: 3,
  badges: ['Ours'],
  disabled: { reason: 'Sold out' },
  refundable: true,
};
const small: Whole<Omit<FlightInput, 'price'>> & Pick<FlightInput, 'price'> = {
  id: 'small',
  airline: 'Example Air',
  flightNumber: 'XA1',
  from: 'ATL',
  to: 'JFK',
  departure: '08:00',
  arrival: '11:00',
  duration: 'PT3H',
  price,
  currency: 'EUR',
};
const seat: Whole<Seat> = {
  type: 'seat',
  col: 0,
  row: 1,
  seat: 'A',
  designator: '1A',
  state: 'available',
  price: money,
  tier: 'front',
  name: 'Front',
  features: ['window'],
  restrictions: ['adult_only'],
  disclosures: ['Cold.'],
  offers: [{ passengerId: 'ada', state: 'available', price: money, serviceId: 'service' }],
};
const facility: Whole<Facility> = { type: 'galley', col: 1, span: 1 };
const seatMap: Whole<SeatMap> = {
  id: 'map',
  segmentId: 'seg',
  flight: {
    carrier,
    number: 'XA1',
    from: 'ATL',
    to: 'JFK',
    departureAt: '2026-12-01T08:00',
    aircraft: { code: '320', name: 'Airbus A320' },
  },
  tiers: [{ id: 'front', name: 'Front', rank: 1 }],
  currency: 'EUR',
  passengers: [{ id: 'ada', name: 'Ada', initials: 'A', type: 'adult' }],
  decks: [
    {
      id: 'deck',
      label: 'Main',
      cabins: [
        {
          id: 'cabin',
          class: 'economy',
          columns: [{ kind: 'seat', letter: 'A', position: 'window' }, { kind: 'aisle' }],
          rows: [{ number: 1, exit: 'both', overwing: true, cells: [seat, facility] }],
          wings: { firstRowIndex: 0, lastRowIndex: 0 },
        },
      ],
    },
  ],
};

interface Reader {
  accepts: (data: unknown) => boolean;
  read: (data: never) => unknown;
}

/** What may be absent and is not the same with `null`, and how many fields may be absent. */
function compared(whole: object, { accepts, read }: Reader): { differ: string[]; optional: number } {
  const broken = corruptions(whole);
  const at = (path: readonly (string | number)[]) => path.join('.');
  const removed = broken.filter(({ path, what, broken: data }) => {
    return what.endsWith(' removed') && typeof path.at(-1) === 'string' && accepts(data);
  });
  const differ = removed.filter(({ path, broken: data }) => {
    const withNull = broken.find((other) => other.what === `${at(path)} is null`)?.broken;
    expect(valueAt(withNull, path)).toBeNull();
    return !accepts(withNull) || differences(read(withNull as never), read(data as never)).length > 0;
  });
  return { differ: differ.map(({ path }) => at(path)), optional: removed.length };
}

const onWarning = () => {};

describe('null in an optional field is absent', () => {
  it('of a flight', () => {
    const reader: Reader = {
      accepts: (data) => flightSchema.safeParse(data).success,
      read: (data) => normalizeFlight(data, { onWarning }),
    };
    const { differ, optional } = compared(flight, reader);
    expect(differ).toEqual([]);
    expect(optional).toBeGreaterThan(60);
  });

  it('of a flight in the small shape', () => {
    const reader: Reader = {
      accepts: (data) => flightInputSchema.safeParse(data).success,
      read: (data) => normalizeFlight(data, { onWarning }),
    };
    const { differ, optional } = compared(small, reader);
    expect(differ).toEqual([]);
    expect(optional).toBe(9);
  });

  it('of a seat map, but for prices: those are on request', () => {
    const reader: Reader = {
      accepts: (data) => seatMapSchema.safeParse(data).success,
      read: (data) => normalizeSeatMap(data, { onWarning }),
    };
    const { differ, optional } = compared(seatMap, reader);
    const cell = 'decks.0.cabins.0.rows.0.cells.0';
    expect(differ).toEqual([`${cell}.price`, `${cell}.offers.0.price`]);
    expect(optional).toBeGreaterThan(30);
  });
});

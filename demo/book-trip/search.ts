import type { Flight, Leg } from 'elicitkit/travel';
import { findAirport, kilometres, type Airport } from '../airline/places.ts';
import { createRandom } from '../airline/random.ts';
import { carrierAt, durationOf, fly, type Flown, type FlyOptions } from '../airline/timetable.ts';
import type { Traveller } from './party.ts';

/** The route, the dates and the party. */
export interface TripSearch {
  from: string;
  destination: string;
  outboundDate: string;
  returnDate: string;
  party: readonly Traveller[];
}

/**
 * Return flights, each priced for the whole party. They are invented from the route, so the same trip always finds the
 * same flights. A return that leaves before the outbound flight has landed is dropped.
 */
export function searchTrips({ from, destination, outboundDate, returnDate, party }: TripSearch): Flight[] {
  const start = findAirport(from);
  const end = findAirport(destination);
  const random = createRandom(`${start.code}-${end.code}-and-back`);
  return hours.flatMap(([outHour, backHour], index): Flight[] => {
    const airline = carrierAt(index);
    const common = { airline, aircraft, random };
    const out = flyAt(outHour, start, end, { ...common, date: outboundDate });
    const back = flyAt(backHour, end, start, { ...common, date: returnDate });
    // Cents, in a multiple of four: three quarters of it is a whole number too.
    const perAdult = Math.round((kilometres(start, end) * 0.098 + 130) * (0.86 + random() * 0.4) * 25) * 4;
    if (back.leaves <= out.landed) return [];
    const distance = out.segment.distanceKm + back.segment.distanceKm;
    return [
      {
        id: [out, back].map(({ segment }) => segment.flightNumber.replace(' ', '')).join('-') + `-${outboundDate}`,
        airline,
        flightNumber: out.segment.flightNumber,
        departure: out.segment.departure,
        arrival: back.segment.arrival,
        price: { amount: (fareOf(perAdult, party) / 100).toFixed(2), currency: 'USD' },
        legs: [out.leg, back.leg],
        emissions: { kgCO2e: Math.round(distance * 0.074) * party.length },
        ...(index === soldOut && {
          disabled: { reason: `No longer free for ${party.length === 1 ? 'you' : `all ${party.length}`}` },
        }),
      },
    ];
  });
}

/** The aircraft of all these flights. */
export const aircraft = { code: '388', name: 'Airbus A380-800' };

/** The departure hours of each flight, out and back. */
const hours = [
  [10, 9],
  [13, 23],
  [21, 13],
  [16, 20],
] as const;
const soldOut = 3;

/** Cents. A child pays three quarters. */
function fareOf(perAdult: number, party: readonly Traveller[]): number {
  return party.reduce((sum, { type }) => sum + (type === 'child' ? (perAdult * 3) / 4 : perAdult), 0);
}

function flyAt(hour: number, start: Airport, end: Airport, options: FlyOptions) {
  const minutes = hour * 60 + Math.floor(options.random() * 12) * 5 - start.utcOffset * 60;
  const [{ segment, lands }] = fly([start, end], minutes, options) as [Flown];
  const midnight = Date.parse(`${options.date}T00:00:00Z`) / 60_000;
  const leg: Leg = { segments: [segment], duration: durationOf(lands - minutes) };
  return { leg, segment, leaves: midnight + minutes, landed: midnight + lands };
}

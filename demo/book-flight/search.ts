import type { Flight } from 'elicitkit/travel';
import { findAirport, kilometres, type Airport } from '../airline/places.ts';
import { createRandom } from '../airline/random.ts';
import { carrierAt, durationOf, fly, type Flown } from '../airline/timetable.ts';

/**
 * The flights of a day. Airlines and timetables are invented from the route: the same route always gives the same
 * flights.
 *
 * @param date - `"2026-12-01"`
 */
export function searchFlights(from: string, destination: string, date: string): Flight[] {
  const start = findAirport(from);
  const end = findAirport(destination);
  const random = createRandom(`${start.code}-${end.code}`);
  return departures.map((hour, index): Flight => {
    const airline = carrierAt(index);
    const stop = index === 2 || index === 4 ? pickStop(start, end, random) : undefined;
    const leaves = hour * 60 + Math.floor(random() * 12) * 5 - start.utcOffset * 60;
    const places = stop ? [start, stop, end] : [start, end];
    const flown = fly(places, leaves, { date, airline, aircraft, random });
    const [first, last] = [flown[0] as Flown, flown.at(-1) as Flown];
    const distance = flown.reduce((sum, { segment }) => sum + segment.distanceKm, 0);
    const price = (kilometres(start, end) * (stop ? 0.052 : 0.068) + 38) * (0.86 + random() * 0.4);
    return {
      id: `${first.segment.flightNumber.replace(' ', '')}-${first.segment.departure.at}`,
      airline,
      flightNumber: first.segment.flightNumber,
      departure: first.segment.departure,
      arrival: last.segment.arrival,
      price: { amount: price.toFixed(2), currency: 'USD' },
      legs: [{ segments: flown.map(({ segment }) => segment), duration: durationOf(last.lands - leaves) }],
      emissions: { kgCO2e: Math.round(distance * 0.081) },
      ...(index === 1 && { seatsLeft: 3 }),
    };
  });
}

const aircraft = { code: '32N', name: 'Airbus A320neo' };
const departures = [8, 10, 13, 16, 21];
const stops = ['CHI', 'ATL', 'LON', 'DXB', 'MAD', 'SIN'];

function pickStop(start: Airport, end: Airport, random: () => number): Airport {
  const direct = kilometres(start, end);
  const fitting = stops
    .map(findAirport)
    .filter(({ code }) => code !== start.code && code !== end.code)
    .toSorted((a, b) => detour(a) - detour(b));
  function detour(via: Airport): number {
    return kilometres(start, via) + kilometres(via, end) - direct;
  }
  return fitting[Math.floor(random() * 2)] ?? start;
}

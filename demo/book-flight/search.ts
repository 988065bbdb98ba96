import type { Carrier, Flight, FlightPoint, Segment } from 'elicitkit/travel';
import { findAirport, kilometres, type Airport } from './places.ts';
import { createRandom } from './random.ts';

/**
 * The flights of a day. Nothing is looked up anywhere: airlines and timetables are made up from the route, so
 * that the same route always gives the same flights.
 *
 * @param date - `"2026-12-01"`
 */
export function searchFlights(from: string, destination: string, date: string): Flight[] {
  const start = findAirport(from);
  const end = findAirport(destination);
  const random = createRandom(`${start.code}-${end.code}`);
  return departures.map((hour, index): Flight => {
    const airline = carriers[index % carriers.length] ?? skyHigh;
    const stop = index === 2 || index === 4 ? pickStop(start, end, random) : undefined;
    const leaves = hour * 60 + Math.floor(random() * 12) * 5 - start.utcOffset * 60;
    const flown = stop
      ? fly([start, stop, end], leaves, { date, airline, random })
      : fly([start, end], leaves, { date, airline, random });
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
      legs: [{ segments: flown.map(({ segment }) => segment), duration: iso(last.lands - leaves) }],
      emissions: { kgCO2e: Math.round(distance * 0.081) },
      ...(index === 1 && { seatsLeft: 3 }),
    };
  });
}

interface Flown {
  segment: Segment & { distanceKm: number };
  /** Minutes of UTC after the date's midnight. */
  lands: number;
}

/** Fly from place to place, changing at each. */
function fly(
  [start, ...places]: readonly Airport[],
  leaves: number,
  { date, airline, random }: { date: string; airline: Carrier; random: () => number },
): Flown[] {
  const [end] = places;
  if (start === undefined || end === undefined) return [];
  const distanceKm = Math.max(280, kilometres(start, end));
  const lands = leaves + Math.round((distanceKm / 830) * 12 + 6 + random() * 3) * 5;
  const segment = {
    marketing: airline,
    flightNumber: `${airline.code} ${100 + Math.floor(random() * 880)}`,
    departure: pointAt(start, date, leaves),
    arrival: pointAt(end, date, lands),
    duration: iso(lands - leaves),
    aircraft: { code: '32N', name: 'Airbus A320neo' },
    cabin: 'economy',
    distanceKm,
  };
  const changes = 75 + Math.floor(random() * 14) * 5;
  return [{ segment, lands }, ...fly(places, lands + changes, { date, airline, random })];
}

const skyHigh = { code: 'SH', name: 'SkyHigh' };
const carriers = [skyHigh, { code: 'MR', name: 'Meridian' }, { code: 'BH', name: 'Blue Harbor' }, skyHigh];
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

/** The clock on the wall there, so many minutes of UTC after the date's midnight. */
function pointAt({ code, city, utcOffset }: Airport, date: string, minutes: number): FlightPoint {
  const clock = Date.parse(`${date}T00:00:00Z`) + (minutes + utcOffset * 60) * 60_000;
  return { place: { code, city }, at: new Date(clock).toISOString().slice(0, 16) };
}

function iso(minutes: number): string {
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}

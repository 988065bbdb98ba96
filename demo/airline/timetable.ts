import type { Carrier, FlightPoint, Segment } from 'elicitkit/travel';
import { kilometres, type Airport } from './places.ts';

/** One segment, from take-off to landing. */
export interface Flown {
  segment: Segment & { distanceKm: number };
  /** UTC minutes after the date's midnight. */
  lands: number;
}

export interface FlyOptions {
  /** `"2026-12-01"` */
  date: string;
  airline: Carrier;
  aircraft: { code: string; name: string };
  random: () => number;
}

/**
 * Flies from place to place, with a change at each.
 *
 * @param leaves - UTC minutes after the date's midnight
 */
export function fly([start, ...places]: readonly Airport[], leaves: number, options: FlyOptions): Flown[] {
  const [end] = places;
  if (start === undefined || end === undefined) return [];
  const { date, airline, aircraft, random } = options;
  const distanceKm = Math.max(280, kilometres(start, end));
  const lands = leaves + Math.round((distanceKm / 830) * 12 + 6 + random() * 3) * 5;
  const segment = {
    marketing: airline,
    flightNumber: `${airline.code} ${100 + Math.floor(random() * 880)}`,
    departure: pointAt(start, date, leaves),
    arrival: pointAt(end, date, lands),
    duration: durationOf(lands - leaves),
    aircraft,
    cabin: 'economy',
    distanceKm,
  };
  const changes = 75 + Math.floor(random() * 14) * 5;
  return [{ segment, lands }, ...fly(places, lands + changes, options)];
}

/** The nth airline of a route. */
export function carrierAt(index: number): Carrier {
  return carriers[index % carriers.length] ?? skyHigh;
}

/** Minutes in ISO 8601. */
export function durationOf(minutes: number): string {
  return `PT${Math.floor(minutes / 60)}H${minutes % 60}M`;
}

const skyHigh = { code: 'SH', name: 'SkyHigh' };
const carriers = [skyHigh, { code: 'MR', name: 'Meridian' }, { code: 'BH', name: 'Blue Harbor' }, skyHigh];

/** Local time at the place, this many UTC minutes after the date's midnight. */
function pointAt({ code, city, utcOffset }: Airport, date: string, minutes: number): FlightPoint {
  const clock = Date.parse(`${date}T00:00:00Z`) + (minutes + utcOffset * 60) * 60_000;
  return { place: { code, city }, at: new Date(clock).toISOString().slice(0, 16) };
}

import { clockOf, dayShift, formatMoney, type Flight, type Segment } from 'elicitkit/travel';
import { searchTrips, type TripSearch } from '../book-trip/search.ts';
import type { Option } from './plan.ts';

/** What flies there and back, and can still be had. */
export function findOptions(search: Omit<TripSearch, 'party'>): Option[] {
  const party = [{ id: 'p1', name: 'Adult', type: 'adult' as const }];
  return searchTrips({ ...search, party }).flatMap((flight) => (flight.disabled ? [] : optionOf(flight)));
}

/** `"10:05 → 17:30, back 21:10 → 06:40 (+1)"` */
export function describeTimes({ out, back }: Pick<Option, 'out' | 'back'>): string {
  return `${clocks(out)}, back ${clocks(back)}`;
}

export function priceOf({ price }: Pick<Option, 'price'>): string {
  return formatMoney(price, 'en-US');
}

function optionOf({ id, airline, legs, price }: Flight): Option[] {
  const [out, back] = legs.map(({ segments }) => segments[0]);
  if (!out || !back || !price) return [];
  return [{ id, airline: airline.name ?? airline.code, out: wayOf(out), back: wayOf(back), price }];
}

function wayOf({ flightNumber, departure, arrival }: Segment): Option['out'] {
  return { number: flightNumber, departure: pointOf(departure), arrival: pointOf(arrival) };
}

function pointOf({ place, at }: Segment['departure']): Option['out']['departure'] {
  return { code: place?.code ?? '', city: place?.city ?? '', at };
}

function clocks({ departure, arrival }: Option['out']): string {
  const days = dayShift(departure.at, arrival.at);
  return `${clockOf(departure.at)} → ${clockOf(arrival.at)}${days === 0 ? '' : ` (${days > 0 ? '+' : '−'}${Math.abs(days)})`}`;
}

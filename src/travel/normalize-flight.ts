import type { Flight, FlightInput } from './flight.ts';
import { decimalOf } from './money.ts';
import { plainWords } from './plain-words.ts';

/**
 * The rich shape of a flight, whichever shape it came in. Its words are safe to show: cut to a sane length, with no
 * control characters. Nothing is made up: what the small shape does not say stays absent, and the id stays as it is.
 */
export function normalizeFlight(flight: FlightInput | Flight): Flight {
  return plainFlight(richFlight(flight));
}

/** The rich shape of a flight, its words as they came. */
export function richFlight(flight: FlightInput | Flight): Flight {
  if (typeof flight.airline !== 'string') return flight as Flight;
  const { id, airline, flightNumber, from, to, departure, arrival, duration, price, currency } = flight as FlightInput;
  return {
    id,
    airline: { code: codeOf(airline, flightNumber), name: airline },
    flightNumber,
    departure: { ...(from && { place: { code: from } }), at: departure },
    arrival: { ...(to && { place: { code: to } }), at: arrival },
    duration,
    price: Number.isFinite(price) ? { amount: decimalOf(price), currency: currency ?? 'USD' } : undefined,
    legs: [],
  };
}

/** The same flight in words that are safe to show. */
export function plainFlight(flight: Flight): Flight {
  // No airline, airport or fare has a longer name; 5 kB of "name" would only bury the others.
  return plainWords(flight, 120);
}

/** The carrier's code from the flight number ("SH" of "SH101"), else the initials of its name. */
function codeOf(airline: string, flightNumber: string): string {
  const initials = Array.from(airline.matchAll(/\b\p{L}/gu), ([letter]) => letter.toUpperCase());
  return /^([A-Z][A-Z0-9]|[0-9][A-Z])(?=\s?\d)/.exec(flightNumber)?.[1] ?? initials.slice(0, 2).join('');
}

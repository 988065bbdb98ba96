import { plainText } from '../protocol/plain-text.ts';
import type { Carrier, ChangeCondition, Flight, FlightInput, FlightPoint, Leg, Place, Segment } from './flight.ts';
import { decimalOf, type Money } from './money.ts';

/**
 * The rich shape of a flight, whichever shape it came in. Its words are safe to show: cut to a sane length, with no
 * control characters. Nothing is made up: what the small shape does not say stays absent, and the id stays as it is.
 */
export function normalizeFlight(flight: FlightInput | Flight): Flight {
  return typeof flight.airline === 'string' ? fromInput(flight as FlightInput) : clean(flight as Flight);
}

function fromInput(input: FlightInput): Flight {
  const flightNumber = words(input.flightNumber);
  return {
    id: input.id,
    airline: { code: codeOf(input.airline, flightNumber), name: words(input.airline) },
    flightNumber,
    departure: { ...(input.from && { place: { code: words(input.from) } }), at: words(input.departure) },
    arrival: { ...(input.to && { place: { code: words(input.to) } }), at: words(input.arrival) },
    duration: input.duration && words(input.duration),
    price: Number.isFinite(input.price)
      ? { amount: decimalOf(input.price), currency: words(input.currency ?? 'USD') }
      : undefined,
    legs: [],
  };
}

function clean(flight: Flight): Flight {
  return {
    ...flight,
    airline: carrier(flight.airline),
    flightNumber: words(flight.flightNumber),
    departure: point(flight.departure),
    arrival: point(flight.arrival),
    duration: flight.duration && words(flight.duration),
    price: flight.price && money(flight.price),
    previousPrice: flight.previousPrice && money(flight.previousPrice),
    legs: flight.legs.map(leg),
    badges: flight.badges?.map(words),
    disabled: flight.disabled && { reason: words(flight.disabled.reason) },
  };
}

function leg(given: Leg): Leg {
  return {
    ...given,
    segments: given.segments.map(segment),
    duration: given.duration && words(given.duration),
    fareBrand: given.fareBrand && words(given.fareBrand),
    cabin: given.cabin && words(given.cabin),
    conditions: given.conditions && {
      ...given.conditions,
      change: given.conditions.change && change(given.conditions.change),
      refund: given.conditions.refund && change(given.conditions.refund),
    },
  };
}

function change(given: ChangeCondition): ChangeCondition {
  return { ...given, penalty: given.penalty && money(given.penalty) };
}

function money(given: Money): Money {
  return { amount: words(given.amount), currency: words(given.currency) };
}

function segment(given: Segment): Segment {
  return {
    ...given,
    marketing: carrier(given.marketing),
    operating: given.operating && carrier(given.operating),
    flightNumber: words(given.flightNumber),
    departure: point(given.departure),
    arrival: point(given.arrival),
    duration: given.duration && words(given.duration),
    aircraft: given.aircraft && {
      code: given.aircraft.code && words(given.aircraft.code),
      name: given.aircraft.name && words(given.aircraft.name),
    },
    cabin: given.cabin && words(given.cabin),
    cabinName: given.cabinName && words(given.cabinName),
    technicalStops: given.technicalStops?.map((stop) => ({
      place: place(stop.place),
      duration: stop.duration && words(stop.duration),
    })),
  };
}

function carrier(given: Carrier): Carrier {
  return { ...given, code: words(given.code), name: given.name && words(given.name) };
}

function point(given: FlightPoint): FlightPoint {
  return {
    ...given,
    place: given.place && place(given.place),
    at: words(given.at),
    terminal: given.terminal && words(given.terminal),
  };
}

function place(given: Place): Place {
  return {
    ...given,
    code: words(given.code),
    name: given.name && words(given.name),
    city: given.city && words(given.city),
  };
}

// No airline, airport or fare has a longer name; 5 kB of "name" would only bury the others.
const words = (text: string): string => plainText(text, 120);

/** The carrier's code from the flight number ("SH" of "SH101"), else the initials of its name. */
function codeOf(airline: string, flightNumber: string): string {
  const initials = Array.from(airline.matchAll(/\b\p{L}/gu), ([letter]) => letter.toUpperCase());
  return /^([A-Z][A-Z0-9]|[0-9][A-Z])(?=\s?\d)/.exec(flightNumber)?.[1] ?? initials.slice(0, 2).join('');
}

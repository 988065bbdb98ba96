import { warner, type ConvertOptions, type Warn } from './convert/warner.ts';
import type { Flight, FlightData, FlightInput } from './flight.ts';
import { readData, type ReadAt } from './read-data.ts';
import { readPrice } from './read-price.ts';

/**
 * Convert a flight in either shape to the rich shape, with prices as `Money`. Text is safe to show: limited in length,
 * without control characters. Facts that the small shape lacks stay absent, and the id stays unchanged. A price that
 * cannot be read is left out and reported to `onWarning`.
 */
export function normalizeFlight(flight: FlightData, options: ConvertOptions = {}): Flight {
  const { warn, done } = warner('flight', options);
  const read = readFlight(flight, warn);
  done();
  return read;
}

/**
 * The flight as `normalizeFlight` returns it.
 *
 * @param path - where the flight is in the data; prefixes the paths of its fields
 */
export function readFlight(given: FlightData, warn: Warn, path = ''): Flight {
  const [sent, currency] = isInput(given) ? [fromInput(given), given.currency ?? 'USD'] : [given];
  const read: ReadAt = (price, at) => readPrice(price, currency, (problem) => warn(path + at, problem)) ?? undefined;
  return readData<Flight>(sent, read, longestName);
}

// No airline, airport or fare has a longer name. A name of 5 kB would only bury the others.
const longestName = 120;

function fromInput({ id, airline, flightNumber, from, to, departure, arrival, duration, price }: FlightInput) {
  return {
    id,
    airline: { code: codeOf(airline, flightNumber), name: airline },
    flightNumber,
    departure: { ...(from && { place: { code: from } }), at: departure },
    arrival: { ...(to && { place: { code: to } }), at: arrival },
    duration,
    price,
    legs: [],
  };
}

const isInput = (flight: FlightData): flight is FlightInput => typeof flight.airline === 'string';

/** The carrier's code from the flight number ("SH" in "SH101"), or else the initials of its name. */
function codeOf(airline: string, flightNumber: string): string {
  const initials = Array.from(airline.matchAll(/\b\p{L}/gu), ([letter]) => letter.toUpperCase());
  return /^([A-Z][A-Z0-9]|[0-9][A-Z])(?=\s?\d)/.exec(flightNumber)?.[1] ?? initials.slice(0, 2).join('');
}

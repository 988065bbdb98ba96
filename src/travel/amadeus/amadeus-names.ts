import type { Carrier, FlightPoint, Place } from '../flight.ts';
import type { AmadeusLocations, AmadeusPoint } from './amadeus-offer-schema.ts';

/** The host's own names, because Amadeus sends only codes, and names in capitals. */
export interface AmadeusNames {
  /** Look up an airport by its code, such as `{code: 'ATL', city: 'Atlanta', timeZone: 'America/New_York'}`. */
  place?: ((code: string) => Place | undefined) | undefined;
  /** Look up an airline as the page should show it. `name` comes from the response's dictionary. */
  carrier?: ((code: string, name: string | undefined) => Carrier | undefined) | undefined;
}

/** An airline by its code, with the host's or the dictionary's name. */
export function amadeusCarrier(
  code: string,
  carriers: Readonly<Record<string, string | undefined>> | undefined,
  names: AmadeusNames,
): Carrier {
  const name = own(carriers, code);
  return names.carrier?.(code, name) ?? { code, name };
}

/** A departure or an arrival, in local time. */
export function amadeusFlightPoint(point: AmadeusPoint, locations: AmadeusLocations, names: AmadeusNames): FlightPoint {
  const place = point.iataCode === undefined ? undefined : amadeusPlace(point.iataCode, locations, names);
  return { place, at: point.at, terminal: point.terminal };
}

/** An airport by its code. */
export function amadeusPlace(code: string, locations: AmadeusLocations, names: AmadeusNames): Place {
  return names.place?.(code) ?? { code, countryCode: own(locations, code)?.countryCode };
}

/** Our name for a class of travel: `"premium_economy"` for `"PREMIUM_ECONOMY"` and for `"W"`. */
export function amadeusCabinClass(cabin: string): string {
  return cabinCodes[cabin] ?? cabin.toLowerCase();
}

/** Look up a dictionary entry, ignoring inherited properties such as `toString`. */
export function own<T>(dictionary: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return dictionary && Object.hasOwn(dictionary, key) ? dictionary[key] : undefined;
}

const cabinCodes: Readonly<Record<string, string | undefined>> = {
  F: 'first',
  C: 'business',
  W: 'premium_economy',
  Y: 'economy',
  M: 'economy',
};

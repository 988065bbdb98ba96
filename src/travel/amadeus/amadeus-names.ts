import type { Carrier, FlightPoint, Place } from '../flight.ts';
import type { AmadeusLocations, AmadeusPoint } from './amadeus-offer-schema.ts';

/** What a host knows better: Amadeus sends codes, and names in capitals. */
export interface AmadeusNames {
  /** An airport by its code, such as `{code: 'ATL', city: 'Atlanta', timeZone: 'America/New_York'}`. */
  place?: ((code: string) => Place | undefined) | undefined;
  /** An airline as the page should show it; `name` is the one of the answer's dictionary. */
  carrier?: ((code: string, name: string | undefined) => Carrier | undefined) | undefined;
}

/** An airline by its code, named by the host or the dictionary. */
export function amadeusCarrier(
  code: string,
  carriers: Readonly<Record<string, string | undefined>> | undefined,
  names: AmadeusNames,
): Carrier {
  const name = own(carriers, code);
  return names.carrier?.(code, name) ?? { code, name };
}

/** A departure or an arrival, by the local clock. */
export function amadeusFlightPoint(point: AmadeusPoint, locations: AmadeusLocations, names: AmadeusNames): FlightPoint {
  const place = point.iataCode === undefined ? undefined : amadeusPlace(point.iataCode, locations, names);
  return { place, at: point.at, terminal: point.terminal };
}

/** An airport by its code. */
export function amadeusPlace(code: string, locations: AmadeusLocations, names: AmadeusNames): Place {
  return names.place?.(code) ?? { code, countryCode: own(locations, code)?.countryCode };
}

/** A class of travel in our words: `"PREMIUM_ECONOMY"` is `"premium_economy"`, and so is `"W"`. */
export function amadeusCabinClass(cabin: string): string {
  return cabinCodes[cabin] ?? cabin.toLowerCase();
}

/** An entry of a dictionary, and not of what every object has. */
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

import { seatNumber, seatPrice } from '../convert/seats.ts';
import type { Seat, SeatOffer } from '../seat-map.ts';
import type { AmadeusPlace, AmadeusSeat } from './amadeus-seat-map-schema.ts';

/**
 * Convert a seat of Amadeus'. It is available if at least one traveller may have it. Its offers say which ones.
 *
 * @param isExit - true if its whole row is an exit row
 */
export function amadeusSeat(seat: AmadeusSeat, col: number, isExit: boolean): Seat {
  const codes = seat.characteristicsCodes ?? [];
  const offers = (seat.travelerPricing ?? []).map(offerOf);
  return {
    type: 'seat',
    col,
    ...seatNumber(seat.number),
    designator: seat.number,
    state: stateOf(offers),
    price: seatPrice(offers),
    features: told(isExit ? [...codes, 'E'] : codes, features),
    restrictions: told(codes, restrictions),
    offers,
  };
}

/** True for an entry that only says that there is no seat in this place. */
export function isNoSeat({ characteristicsCodes }: AmadeusPlace): boolean {
  return characteristicsCodes?.includes('8') ?? false;
}

/** True if the airline's codes mark this seat as an exit seat. */
export function isExitSeat({ characteristicsCodes }: AmadeusPlace): boolean {
  return characteristicsCodes?.includes('E') ?? false;
}

function offerOf({
  travelerId,
  seatAvailabilityStatus = 'BLOCKED',
  price,
}: NonNullable<AmadeusSeat['travelerPricing']>[number]): SeatOffer {
  const total = price?.total ?? price?.base;
  return {
    passengerId: travelerId,
    state: seatAvailabilityStatus.toLowerCase(),
    price: price && total !== undefined ? { amount: total, currency: price.currency } : undefined,
  };
}

function stateOf(offers: readonly SeatOffer[]): Seat['state'] {
  if (offers.some(({ state }) => state === 'available')) return 'available';
  return offers.length > 0 && offers.every(({ state }) => state === 'occupied') ? 'occupied' : 'blocked';
}

function told(codes: readonly string[], words: Readonly<Record<string, string>>): string[] {
  return [...new Set(codes.flatMap((code) => (Object.hasOwn(words, code) ? (words[code] ?? []) : [])))];
}

/** The codes of IATA's list 9825 that matter to a person who chooses a seat. */
const features: Readonly<Record<string, string>> = {
  W: 'window',
  A: 'aisle',
  '9': 'middle',
  E: 'exit_row',
  L: 'extra_legroom',
  K: 'bulkhead',
  O: 'preferred',
  '1A_AQC_PREMIUM_SEAT': 'preferred',
  B: 'bassinet',
  Q: 'quiet_zone',
  J: 'rear_facing',
  '1D': 'limited_recline',
  '1W': 'no_window',
};

const restrictions: Readonly<Record<string, string>> = {
  '1A': 'no_infant',
  '1C': 'no_unaccompanied_minor',
  IE: 'no_child',
};

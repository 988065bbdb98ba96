import { seatNumber, seatPrice } from '../convert/seats.ts';
import type { Seat, SeatOffer } from '../seat-map.ts';
import type { DuffelSeat } from './duffel-seat-map-schema.ts';

/**
 * Convert a seat of Duffel's. An ordinary seat without services is occupied.
 *
 * @param exit - true if the seat is right behind an exit
 */
export function duffelSeat(seat: DuffelSeat, col: number, exit: boolean): Seat {
  const offers = seat.available_services?.map(({ id, passenger_id, total_amount, total_currency }): SeatOffer => ({
    passengerId: passenger_id,
    state: 'available',
    price: { amount: total_amount, currency: total_currency },
    serviceId: id,
  }));
  const restricted = seat.type === 'restricted_seat_general';
  return {
    type: 'seat',
    col,
    ...seatNumber(seat.designator),
    designator: seat.designator,
    state: restricted ? 'restricted' : offers && offers.length > 0 ? 'available' : 'occupied',
    price: seatPrice(offers ?? []),
    tier: seat.name,
    name: seat.name,
    features: featuresOf(seat, exit),
    restrictions: seat.disclosures?.some((text) => /\b(an adult|adults only)\b/i.test(text))
      ? ['adult_only']
      : undefined,
    disclosures: seat.disclosures,
    offers,
  };
}

/** Find features in the seat's name and disclosures: Duffel sends only text. */
function featuresOf({ name = '', disclosures = [] }: DuffelSeat, exit: boolean): string[] {
  const inWords = [name, ...disclosures].some((text) => /\b(emergency )?exit[ -]row\b/i.test(text));
  // One pattern for both words would search the rest of a long name again for each word like "more".
  const more = name.search(/\b(extra|more|additional)\b/i);
  const isRoomy = more !== -1 && /\bleg ?room\b/i.test(name.slice(more));
  return [
    ...(isRoomy ? ['extra_legroom'] : []),
    ...(/\bpreferred\b/i.test(name) ? ['preferred'] : []),
    ...(exit || inWords ? ['exit_row'] : []),
  ];
}

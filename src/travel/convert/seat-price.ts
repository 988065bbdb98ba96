import { compareMoney, type Money } from '../money.ts';
import type { Passenger, SeatOffer } from '../seat-map.ts';

/**
 * What a seat costs where nobody says for whom: the dearest of its offers, so that nobody pays more than was shown.
 * A seat map that knows its passengers shows each their own.
 */
export function seatPrice(offers: readonly SeatOffer[]): Money | undefined {
  const prices = offers.flatMap(({ state, price }) => (state === 'available' && price ? [price] : []));
  return prices.length === 0
    ? undefined
    : prices.reduce((most, price) => (compareMoney(price, most) > 0 ? price : most));
}

/** Passengers of whom no more is known than their ids. */
export function namelessPassengers(ids: Iterable<string>): Passenger[] {
  return [...new Set(ids)].map((id, index) => ({ id, name: `Passenger ${index + 1}` }));
}

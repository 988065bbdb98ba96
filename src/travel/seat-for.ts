import type { Passenger, Seat } from './seat-map.ts';

/** A seat as one passenger may have it: with the price and the state of what is offered to them. */
export function seatFor(seat: Seat, passenger: Passenger): Seat {
  if (seat.state !== 'available') return seat;
  if ((isYoung(passenger) && adultsOnly(seat)) || noInfants(seat, passenger)) return { ...seat, state: 'restricted' };
  if (!seat.offers || seat.offers.length === 0) return seat;
  const offer = seat.offers.find(({ passengerId }) => passengerId === passenger.id);
  if (!offer || offer.state !== 'available') return { ...seat, state: 'restricted' };
  return { ...seat, price: offer.price };
}

export const isYoung = ({ type }: Passenger): boolean => type !== undefined && /child|infant|minor/i.test(type);

export const adultsOnly = ({ restrictions = [], features = [] }: Seat): boolean =>
  features.includes('exit_row') || restrictions.some((who) => who === 'adult_only' || who === 'no_child');

const noInfants = ({ restrictions = [] }: Seat, { type = '' }: Passenger): boolean =>
  /infant/i.test(type) && restrictions.includes('no_infant');

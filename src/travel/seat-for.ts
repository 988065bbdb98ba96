import {
  isSeat,
  type Cabin,
  type Deck,
  type Passenger,
  type Seat,
  type SeatCell,
  type SeatMap,
  type SeatRow,
} from './seat-map.ts';

/** A seat as one passenger sees it: with the price and state of their offer. */
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

/** The map with some seats changed. Parts without a changed seat stay the same objects. */
export function withSeats(map: SeatMap, change: (seat: Seat) => Seat): SeatMap {
  const cell = (given: SeatCell) => (isSeat(given) ? change(given) : given);
  const row = (given: SeatRow) => withEach(given, 'cells', cell);
  const cabin = (given: Cabin) => withEach(given, 'rows', row);
  const deck = (given: Deck) => withEach(given, 'cabins', cabin);
  return withEach(map, 'decks', deck);
}

function withEach<K extends string, V, T extends Record<K, readonly V[]>>(whole: T, key: K, change: (part: V) => V): T {
  const parts = whole[key].map(change);
  return parts.every((part, i) => part === whole[key][i]) ? whole : { ...whole, [key]: parts };
}

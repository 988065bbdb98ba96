import { isSeat, type Cabin, type Deck, type Seat, type SeatCell, type SeatMap, type SeatRow } from './seat-map.ts';

/** The map with some seats changed; whatever holds none of those stays the same object. */
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

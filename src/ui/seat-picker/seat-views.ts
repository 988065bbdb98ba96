import { normalizeSeatMap, seatKey } from '../../travel/normalize-seat-map.ts';
import {
  isSeat,
  seatsOf,
  type Cabin,
  type Deck,
  type Facility,
  type Passenger,
  type Seat,
  type SeatCell,
  type SeatMap,
  type SeatMapInput,
  type SeatRow,
} from '../../travel/seat-map.ts';
import { seatFor } from '../../travel/seat-for.ts';
import { isFree } from '../../travel/money.ts';
import { describeSeat, kindOf, nearbyOf, priceOf, traitsOf, type SeatKind } from '../../travel/seat-name.ts';
import { createSeatWalk, type SeatWalk } from '../../travel/seat-moves.ts';

/** A seat with everything that is drawn or said of it. */
export interface SeatView {
  key: string;
  seat: Seat;
  kind: SeatKind;
  /** Its whole name, for who hears it. */
  name: string;
  /** What follows its number in the footer: `["Window", "extra legroom", "£59.19"]`. */
  facts: readonly string[];
}

/** A row as it is drawn. */
export interface RowView {
  row: SeatRow;
  seats: readonly SeatView[];
  facilities: readonly Facility[];
}

/** A cabin as it is drawn. */
export interface CabinView {
  cabin: Cabin;
  rows: readonly RowView[];
}

export interface DeckView {
  deck: Deck;
  cabins: readonly CabinView[];
  walk: SeatWalk;
}

export interface MapView {
  map: SeatMap;
  decks: readonly DeckView[];
  byKey: ReadonlyMap<string, SeatView>;
  /** Whether any seat costs something. */
  priced: boolean;
  /** What the legend explains: only what is on the map. */
  kinds: readonly SeatKind[];
  /** Whether others cost extra and these do not: they are then called included. */
  standardIsFree: boolean;
  hasTaken: boolean;
  hasAvailable: boolean;
}

export interface MapViewOptions {
  locale?: string | undefined;
  /** Whose prices and seats these are. */
  passenger?: Passenger | undefined;
  /** No seat can be chosen at all. */
  closed?: boolean;
  /**
   * The same map as everybody sees it. What this passenger sees alike is the same object, so that nothing of it is
   * drawn again when the next one is seated.
   */
  like?: MapView | undefined;
}

/** Work out once, for a whole map, what its parts draw. */
export function createMapView(
  given: SeatMapInput | SeatMap,
  { locale, passenger, closed = false, like }: MapViewOptions = {},
): MapView {
  const map = eachSeat(like?.map ?? normalizeSeatMap(given), (seat) => {
    const offered = passenger ? seatFor(seat, passenger) : seat;
    return closed && offered.state === 'available' ? { ...offered, state: 'restricted' } : offered;
  });
  if (map === like?.map) return like;
  const all = seatsOf(map.decks.flatMap((deck) => deck.cabins));
  const available = all.filter((seat) => seat.state === 'available');
  const priced = available.some((seat) => seat.price && !isFree(seat.price));
  const byKey = new Map<string, SeatView>();

  const seatView = (seat: Seat, cabin: Cabin, rowIndex: number): SeatView => {
    const { tiers } = map;
    const near = nearbyOf(cabin, rowIndex, seat.col);
    return {
      key: seatKey(seat),
      seat,
      kind: kindOf(seat, tiers),
      name: describeSeat(seat, cabin, { tiers, priced, near, locale }),
      facts: [...traitsOf(seat, cabin, tiers), priceOf(seat, priced, locale)].filter((fact) => fact !== undefined),
    };
  };

  const decks = map.decks.map((deck, d): DeckView => {
    const cabins = deck.cabins.map((cabin, c): CabinView => {
      const rows = cabin.rows.map((row, r): RowView => {
        const before = like?.priced === priced ? like.decks[d]?.cabins[c]?.rows[r] : undefined;
        const seats = row.cells
          .filter(isSeat)
          .map((seat, i) => (before?.seats[i]?.seat === seat ? before.seats[i] : seatView(seat, cabin, r)));
        for (const seat of seats) byKey.set(seat.key, seat);
        if (before?.row === row) return before;
        return { row, seats, facilities: row.cells.filter((cell) => !isSeat(cell)) };
      });
      return { cabin, rows };
    });
    return { deck, cabins, walk: createSeatWalk(deck.cabins) };
  });

  const kinds = new Set(available.map((seat) => kindOf(seat, map.tiers)));
  return {
    map,
    decks,
    byKey,
    priced,
    standardIsFree:
      priced && available.every((seat) => kindOf(seat, map.tiers) !== 'standard' || !seat.price || isFree(seat.price)),
    kinds: (['standard', 'preferred', 'legroom'] as const).filter((kind) => kinds.has(kind)),
    hasTaken: available.length < all.length,
    hasAvailable: available.length > 0,
  };
}

/** The map with some seats changed; whatever holds none of those stays the same object. */
function eachSeat(map: SeatMap, change: (seat: Seat) => Seat): SeatMap {
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

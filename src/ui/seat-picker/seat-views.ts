import { seatKey } from '../../travel/normalize-seat-map.ts';
import {
  isSeat,
  seatsOf,
  type Cabin,
  type Deck,
  type Facility,
  type Seat,
  type SeatMap,
  type SeatRow,
} from '../../travel/seat-map.ts';
import { compareMoney, isFree, type Money } from '../../travel/money.ts';
import { describeSeat, kindOf, nearbyOf, priceOf, traitsOf, type SeatKind } from '../../travel/seat-name.ts';
import type { SeatWords } from '../../travel/seat-words.ts';
import type { Spoken } from '../../words/spoken.ts';
import { told } from '../../words/told.ts';

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
  /** Those of all its cabins, nose to tail. */
  rows: readonly RowView[];
}

export interface MapView {
  map: SeatMap;
  decks: readonly DeckView[];
  byKey: ReadonlyMap<string, SeatView>;
  /** Whether any seat costs something. */
  priced: boolean;
  /** What the legend explains: only what is on the map. */
  kinds: readonly KindView[];
  hasTaken: boolean;
  hasAvailable: boolean;
}

/** A kind of seat that is to be had. */
export interface KindView {
  kind: SeatKind;
  /** The least that such a seat costs; undefined where prices are of several currencies, or the map has none. */
  price: Money | undefined;
  /** Whether some of them cost more. */
  from: boolean;
}

export interface MapViewOptions {
  locale?: string | undefined;
  words: Spoken<SeatWords>;
  /**
   * The same map as somebody else sees it. What both see alike is the same object, so that nothing of it is drawn again
   * when the other is seated.
   */
  like?: MapView | undefined;
}

/** Work out once, for a whole map, what its parts draw. */
export function createMapView(map: SeatMap, { locale, words, like }: MapViewOptions): MapView {
  if (map === like?.map) return like;
  const all = seatsOf(map.decks.flatMap((deck) => deck.cabins));
  const available = all.filter(({ state }) => state === 'available');
  const priced = available.some(costs);
  const byKey = new Map<string, SeatView>();
  const { tiers } = map;

  const seatView = (seat: Seat, cabin: Cabin, rowIndex: number): SeatView => ({
    key: seatKey(seat),
    seat,
    kind: kindOf(seat, tiers),
    // Asked for as it is drawn: most seats of a large map are not, at first.
    get name() {
      const near = nearbyOf(cabin, rowIndex, seat.col, words);
      return describeSeat(seat, cabin, { tiers, priced, near, locale, words });
    },
    get facts() {
      return told([...traitsOf(seat, cabin, tiers, words), priceOf(seat, priced, locale, words)]);
    },
  });

  const decks = map.decks.map((deck, d): DeckView => {
    const cabins = deck.cabins.map((cabin, c): CabinView => {
      const rows = cabin.rows.map((row, r): RowView => {
        const before = like?.priced === priced ? like.decks[d]?.cabins[c]?.rows[r] : undefined;
        const seats = row.cells
          .filter(isSeat)
          .map((seat, i) => (before?.seats[i]?.seat === seat ? before.seats[i] : seatView(seat, cabin, r)));
        for (const seat of seats) byKey.set(seat.key, seat);
        return before?.row === row ? before : { row, seats, facilities: row.cells.filter((cell) => !isSeat(cell)) };
      });
      return { cabin, rows };
    });
    return { deck, cabins, rows: cabins.flatMap(({ rows }) => rows) };
  });

  return {
    map,
    decks,
    byKey,
    priced,
    kinds: (['standard', 'preferred', 'legroom'] as const).flatMap((kind) => {
      const alike = available.filter((seat) => kindOf(seat, tiers) === kind);
      return alike.length > 0 ? { kind, ...priceRange(alike) } : [];
    }),
    hasTaken: available.length < all.length,
    hasAvailable: available.length > 0,
  };
}

/** What seats cost that are drawn alike; a seat without a price costs nothing. */
function priceRange(seats: readonly Seat[]): Pick<KindView, 'price' | 'from'> {
  const nothing = { amount: '0', currency: seats.find(({ price }) => price)?.price?.currency ?? '' };
  const prices = seats.map(({ price = nothing }) => price).toSorted(compareMoney);
  const [least = nothing] = prices;
  const isOfOne = prices.every(({ currency }) => currency === nothing.currency);
  return { price: isOfOne ? least : undefined, from: compareMoney(least, prices.at(-1) ?? least) < 0 };
}

const costs = ({ price }: Seat): boolean => price !== undefined && !isFree(price);

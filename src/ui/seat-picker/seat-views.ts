import { compareMoney, formatMoney, isFree } from '../../travel/money.ts';
import { seatKey } from '../../travel/normalize-seat-map.ts';
import {
  isSeat,
  seatsOf,
  type Cabin,
  type Deck,
  type Facility,
  type Seat,
  type SeatMap,
  type SeatPosition,
  type SeatRow,
} from '../../travel/seat-map.ts';
import { barredWords, describeSeat, featuresOf, nearbyOf, positionOf } from '../../travel/seat-name.ts';
import { tierOf, tiersOf, type PriceTier } from '../../travel/seat-tiers.ts';
import { capitalized, told, type Spoken } from '../../words/word-for.ts';
import type { SeatPickerWords } from './words.ts';

/** A seat with everything that the picker shows and announces about it. */
export interface SeatView {
  key: string;
  seat: Seat;
  /** Its price tier; undefined if the seat is unavailable. */
  tier: PriceTier | undefined;
  /** Whether it has extra legroom. */
  legroom: boolean;
  /** Whether the person should know something first: no window, no recline, a price on request. */
  note: boolean;
  /** The reason that it cannot be chosen; undefined if it can. */
  why: string | undefined;
  /** Its accessible name. */
  name: string;
  position: SeatPosition | undefined;
  /** Its place, for the footer: `"Window · exit row"`. */
  place: string;
  /** More facts: `["Extra legroom", "near galley"]`. */
  facts: readonly string[];
  /** Its price as text; undefined on a map without prices. */
  price: string | undefined;
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
  /** The rows of all its cabins, from nose to tail. */
  rows: readonly RowView[];
}

export interface MapView {
  map: SeatMap;
  decks: readonly DeckView[];
  byKey: ReadonlyMap<string, SeatView>;
  /** Whether any available seat costs something. */
  priced: boolean;
  /** The price tiers of the available seats, cheapest first. */
  tiers: readonly PriceTier[];
  /** The marks that are on the map, for the legend. */
  marks: ReadonlySet<'available' | 'taken' | 'barred' | 'note' | 'legroom'>;
}

export interface MapViewOptions {
  locale?: string | undefined;
  words: Spoken<SeatPickerWords>;
  /**
   * A view of the same map for another passenger. Seats and rows that look the same for both are the same objects, so
   * that React skips them when the current passenger changes.
   */
  like?: MapView | undefined;
  /** Why a seat cannot be chosen any more, by its key. */
  refused?: ReadonlyMap<string, string> | undefined;
  /** The reason that this passenger cannot have a seat that others can. */
  whyNot?: ((seat: Seat) => string) | undefined;
}

/** Compute once what the parts of a map draw. */
export function createMapView(map: SeatMap, { locale, words, like, refused, whyNot }: MapViewOptions): MapView {
  if (map === like?.map) return like;
  const all = seatsOf(map.decks.flatMap((deck) => deck.cabins));
  const available = all.filter(({ state }) => state === 'available');
  const priced = available.some(costs);
  const byKey = new Map<string, SeatView>();
  const tiers = tiersOf(map);

  const shared = { tierNames: map.tiers, priced, locale, words };

  const decks = map.decks.map((deck, d): DeckView => {
    const cabins = deck.cabins.map((cabin, c): CabinView => {
      const rows = cabin.rows.map((row, r): RowView => {
        const theirs = like?.decks[d]?.cabins[c]?.rows[r];
        const before = like?.priced === priced ? theirs : undefined;
        const around = { cabin, rowIndex: r, ...shared };
        const seats = row.cells.filter(isSeat).map((given, i) => {
          const reason = refused?.get(seatKey(given));
          const seat: Seat = reason === undefined ? given : { ...given, state: 'blocked' };
          const tier = tierOf(seat, tiers);
          const same = before?.seats[i];
          if (same?.seat === seat && same.tier?.id === tier?.id && same.tier?.level === tier?.level) return same;
          const own = seat.state === 'restricted' && theirs?.seats[i]?.seat !== seat && whyNot?.(seat);
          return new SeatInWords(seat, tier, own || (reason ?? barredWords(seat, words)), around);
        });
        for (const seat of seats) byKey.set(seat.key, seat);
        const isSame = before?.row === row && seats.every((seat, i) => seat === before.seats[i]);
        return isSame ? before : { row, seats, facilities: row.cells.filter((cell) => !isSeat(cell)) };
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
    tiers,
    marks: marksOf([...byKey.values()]),
  };
}

/** What the words about a seat depend on besides the seat. */
interface Around {
  cabin: Cabin;
  rowIndex: number;
  tierNames: SeatMap['tiers'];
  priced: boolean;
  locale: string | undefined;
  words: Spoken<SeatPickerWords>;
}

/** A class, so that the hundreds of seats of a map share their getters. */
class SeatInWords implements SeatView {
  readonly key: string;
  readonly legroom: boolean;
  readonly note: boolean;
  readonly position: SeatPosition | undefined;
  readonly #around: Around;

  constructor(
    readonly seat: Seat,
    readonly tier: PriceTier | undefined,
    readonly why: string | undefined,
    around: Around,
  ) {
    this.key = seatKey(seat);
    this.legroom = hasLegroom(seat);
    this.note = seat.price === null || (seat.features?.some((feature) => worthKnowing.test(feature)) ?? false);
    this.position = positionOf(seat, around.cabin);
    this.#around = around;
  }

  // Compute these on demand: a large map does not draw most of its seats at first.
  get name(): string {
    const { cabin, tierNames: tiers, priced, locale, words } = this.#around;
    return describeSeat(this.seat, cabin, { tiers, priced, near: this.#near, locale, words, why: this.why });
  }

  get place(): string {
    const { words } = this.#around;
    const text = told([
      this.position && words.positions[this.position],
      this.seat.features?.includes('exit_row') && words.feature('exit_row'),
    ]).join(' · ');
    return capitalized(text, words.locale);
  }

  get facts(): readonly string[] {
    const { cabin, rowIndex, tierNames, words } = this.#around;
    const exit = words.feature('exit_row');
    const features = featuresOf(this.seat, tierNames, words).filter((feature) => feature !== exit);
    return told([...features.toReversed(), cabin.rows[rowIndex]?.overwing && words.overWing, this.#near]);
  }

  get price(): string | undefined {
    const { priced, locale, words } = this.#around;
    const { price } = this.seat;
    if (price === null) return capitalized(words.unpriced, words.locale);
    if (price && !isFree(price)) return formatMoney(price, locale);
    return priced ? capitalized(words.noCharge, words.locale) : undefined;
  }

  get #near(): string | undefined {
    const { cabin, rowIndex, words } = this.#around;
    return nearbyOf(cabin, rowIndex, this.seat.col, words);
  }
}

/** The marks that the legend explains. */
function marksOf(seats: readonly SeatView[]): MapView['marks'] {
  const marks = new Set<'available' | 'taken' | 'barred' | 'note' | 'legroom'>();
  for (const { seat, note, legroom } of seats) {
    if (seat.state === 'restricted') marks.add('barred');
    else if (seat.state !== 'available') marks.add('taken');
    else {
      marks.add('available');
      if (note) marks.add('note');
      if (legroom) marks.add('legroom');
    }
  }
  return marks;
}

/** Compare by price, cheapest first. A seat without a price costs nothing. A price on request comes last. */
export function byPrice({ seat: a }: SeatView, { seat: b }: SeatView): number {
  if (a.price === null || b.price === null) return Number(a.price === null) - Number(b.price === null);
  const nothing = { amount: '0', currency: '' };
  return compareMoney(a.price ?? nothing, b.price ?? nothing);
}

/** The announcement for pressing a seat that is not available. */
export function refusalOf({ seat, why }: SeatView, words: SeatPickerWords): string {
  const { designator, state } = seat;
  return state === 'occupied' ? words.taken(designator) : words.unavailable(designator, why ?? words.notOffered);
}

const costs = ({ price }: Seat): boolean => price !== undefined && (price === null || !isFree(price));

const hasLegroom = ({ features, tier }: Seat): boolean =>
  features?.includes('extra_legroom') || /leg ?room/i.test(tier ?? '');

const worthKnowing = /recline|no_window|windowless|misaligned|obstructed|bassinet|rear_facing/;

import { formatFacts } from '../words/format.ts';
import { told, type Spoken } from '../words/word-for.ts';
import { formatMoney, isFree } from './money.ts';
import { seatWords, type SeatWords } from './seat-words.ts';
import { isSeat, type Cabin, type Seat, type SeatPosition, type SeatTier } from './seat-map.ts';
import { tierName } from './seat-tiers.ts';

/** A seat's position in its row, by its column or else its features. */
export function positionOf(seat: Seat, cabin: Cabin): SeatPosition | undefined {
  const column = cabin.columns[seat.col];
  if (column?.kind === 'seat' && column.position) return column.position;
  const window = seat.features?.includes('window');
  const aisle = seat.features?.includes('aisle');
  if (window) return aisle ? 'window_aisle' : 'window';
  return aisle ? 'aisle' : seat.features?.includes('middle') ? 'middle' : undefined;
}

/** Words for a seat's features and tier, without its position. */
export function featuresOf(seat: Seat, tiers: readonly SeatTier[] = [], words: SeatWords = seatWords): string[] {
  const tier = tierName(seat.tier ?? '', tiers);
  const traits = told([
    ...(seat.features ?? []).filter((feature) => !known.has(feature)).map(words.feature),
    seat.features?.includes('extra_legroom') && words.legroom,
    tier,
  ]);
  // Drop words that another trait, such as the tier's name, already contains.
  const said = traits.map((trait) => trait.toLowerCase());
  return traits.filter(
    (_, i) => said.indexOf(said[i]!) === i && !said.some((other) => other !== said[i] && other.includes(said[i]!)),
  );
}

/** Words for a seat's price. Undefined if it has none and no seat of the map is priced. */
function priceOf(seat: Seat, priced: boolean, locale: string | undefined, words: SeatWords): string | undefined {
  if (seat.price === null) return words.unpriced;
  if (seat.price && !isFree(seat.price)) return formatMoney(seat.price, locale);
  return priced || seat.price ? words.noCharge : undefined;
}

/** Words for why a seat cannot be chosen. Undefined if it can. */
export function barredWords({ state }: Seat, words: SeatWords = seatWords): string | undefined {
  if (state === 'available') return undefined;
  if (state === 'occupied') return words.occupied;
  return state === 'blocked' ? words.kept : words.notOffered;
}

/**
 * A seat's name for screen readers: `"48B, middle, exit row, extra legroom, £59.19"`, `"48A, window, taken"`.
 *
 * @param options - `words` are English by default; `locale` is for its price
 */
export function describeSeat(
  seat: Seat,
  cabin: Cabin,
  options: {
    tiers?: readonly SeatTier[] | undefined;
    priced?: boolean;
    near?: string | undefined;
    locale?: string | undefined;
    words?: Spoken<SeatWords> | undefined;
    /** Why the seat cannot be chosen, instead of "taken" or "not available". */
    why?: string | undefined;
  } = {},
): string {
  const { tiers, priced = false, near, locale, words = seatWords, why } = options;
  const barred = barredWords(seat, words);
  const end = barred === undefined ? priceOf(seat, priced, locale, words) : (why ?? barred);
  const position = positionOf(seat, cabin);
  const place = position && words.positions[position];
  return formatFacts(words.locale, [seat.designator, place, ...featuresOf(seat, tiers, words), near, end]);
}

/** Facilities near a seat, which the drawing shows and the name must mention: `"near lavatory"`. */
export function nearbyOf(
  cabin: Cabin,
  rowIndex: number,
  col: number,
  words: Spoken<SeatWords> = seatWords,
): string | undefined {
  const near = new Set<string>();
  for (const row of cabin.rows.slice(Math.max(0, rowIndex - 1), rowIndex + 2)) {
    for (const cell of row.cells) {
      if (isSeat(cell) || !noisy.has(cell.type)) continue;
      const gap = Math.max(cell.col - col, col - (cell.col + (cell.span ?? 1) - 1), 0);
      if (gap <= 2) near.add(cell.type);
    }
  }
  return near.size > 0 ? words.near([...near], words.locale) : undefined;
}

/** `"Economy"`, `"Premium economy"`. Empty if the map does not name the class. */
export function cabinLabel(cabin: Cabin, words: SeatWords = seatWords): string {
  return cabin.class === '' ? '' : words.cabin(cabin.class);
}

/** `"Economy, rows 48 to 88, 10 across"`. */
export function describeCabin(cabin: Cabin, words: Spoken<SeatWords> = seatWords): string {
  const across = cabin.columns.filter((column) => column.kind === 'seat').length;
  return words.wholeCabin(cabinLabel(cabin, words), rowRange(cabin), across, words.locale);
}

function rowRange(cabin: Cabin): readonly [first: number, last: number] | undefined {
  const numbers = cabin.rows.flatMap((row) => row.number ?? []);
  if (numbers.length === 0) return undefined;
  return [Math.min(...numbers), Math.max(...numbers)];
}

// These features have words of their own: the position's and the legroom's.
const known = new Set(['window', 'middle', 'aisle', 'extra_legroom']);
const noisy = new Set(['lavatory', 'galley', 'stairs', 'bar']);

import { formatMoney, isFree } from './money.ts';
import { isSeat, type Cabin, type Seat, type SeatPosition, type SeatTier } from './seat-map.ts';

/** How a seat is drawn, and what the legend explains. */
export type SeatKind = 'standard' | 'preferred' | 'legroom';

/** The kind of a seat, from its features and what it is sold as. */
export function kindOf(seat: Seat, tiers: readonly SeatTier[] = []): SeatKind {
  const tier = tiers.find(({ id }) => id === seat.tier)?.name ?? seat.tier ?? '';
  if (seat.features?.includes('extra_legroom') || /legroom/i.test(tier)) return 'legroom';
  return seat.features?.includes('preferred') || /prefer/i.test(tier) ? 'preferred' : 'standard';
}

/** Where a seat stands in its row, by its features or its column. */
export function positionOf(seat: Seat, cabin: Cabin): SeatPosition | undefined {
  const column = cabin.columns[seat.col];
  if (column?.kind === 'seat' && column.position) return column.position;
  const window = seat.features?.includes('window');
  const aisle = seat.features?.includes('aisle');
  if (window) return aisle ? 'window_aisle' : 'window';
  return aisle ? 'aisle' : seat.features?.includes('middle') ? 'middle' : undefined;
}

/** What a seat is, in the words that follow its number: `["window", "extra legroom"]`. */
export function traitsOf(seat: Seat, cabin: Cabin, tiers?: readonly SeatTier[]): string[] {
  const position = positionOf(seat, cabin);
  const kind = kindOf(seat, tiers);
  const traits = [
    ...(position ? [positionWords[position]] : []),
    ...(kind === 'preferred' ? ['preferred'] : []),
    ...(kind === 'legroom' ? ['extra legroom'] : []),
    ...(seat.features ?? []).filter((feature) => !told.has(feature)).map(spoken),
  ];
  return [...new Set(traits)];
}

/** What a seat costs; undefined where the map prices no seat at all. */
export function priceOf(seat: Seat, priced: boolean, locale?: string): string | undefined {
  if (seat.price && !isFree(seat.price)) return formatMoney(seat.price, locale);
  return priced || seat.price ? 'included' : undefined;
}

/** A seat's name for who hears it: `"48B, middle, extra legroom, exit row, £59.19"`, `"48A, window, taken"`. */
export function describeSeat(
  seat: Seat,
  cabin: Cabin,
  options: {
    tiers?: readonly SeatTier[] | undefined;
    priced?: boolean;
    near?: string | undefined;
    locale?: string | undefined;
  } = {},
): string {
  const end =
    seat.state === 'available'
      ? priceOf(seat, options.priced ?? false, options.locale)
      : seat.state === 'occupied'
        ? 'taken'
        : 'not available';
  return [seat.designator, ...traitsOf(seat, cabin, options.tiers), options.near, end].filter(Boolean).join(', ');
}

/** What a seat is close to, which the drawing shows and its name must tell: `"near lavatory"`. */
export function nearbyOf(cabin: Cabin, rowIndex: number, col: number): string | undefined {
  const near = new Set<string>();
  for (const row of cabin.rows.slice(Math.max(0, rowIndex - 1), rowIndex + 2)) {
    for (const cell of row.cells) {
      if (isSeat(cell) || !noisy.has(cell.type)) continue;
      const gap = Math.max(cell.col - col, col - (cell.col + (cell.span ?? 1) - 1), 0);
      if (gap <= 2) near.add(cell.type);
    }
  }
  return near.size > 0 ? `near ${[...near].join(' and ')}` : undefined;
}

/** `"Economy"`, `"Premium economy"`; empty where the map does not say. */
export function cabinLabel(cabin: Cabin): string {
  const words = spoken(cabin.class);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `"Economy, rows 48 to 88, 10 across"`. */
export function describeCabin(cabin: Cabin): string {
  const across = cabin.columns.filter((column) => column.kind === 'seat').length;
  return [cabinLabel(cabin) || 'Cabin', rowRange(cabin), `${across} across`].filter(Boolean).join(', ');
}

function rowRange(cabin: Cabin): string | undefined {
  const numbers = cabin.rows.flatMap((row) => row.number ?? []);
  if (numbers.length === 0) return undefined;
  const first = Math.min(...numbers);
  const last = Math.max(...numbers);
  return first === last ? `row ${first}` : `rows ${first} to ${last}`;
}

const positionWords: Record<SeatPosition, string> = {
  window: 'window',
  middle: 'middle',
  aisle: 'aisle',
  window_aisle: 'window and aisle',
};

// Said by position and kind already.
const told = new Set(['window', 'middle', 'aisle', 'preferred', 'extra_legroom']);
const noisy = new Set(['lavatory', 'galley', 'stairs', 'bar']);
const spoken = (word: string): string => word.replaceAll('_', ' ');

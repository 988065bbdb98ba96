import { groupBy, mostCommon } from '../convert/common.ts';
import { barredSeat, seatNumber } from '../convert/seats.ts';
import type { Warn } from '../convert/warner.ts';
import { seatColumns, type Cabin, type Facility, type SeatRow } from '../seat-map.ts';
import { amadeusCabinClass, own } from './amadeus-names.ts';
import { amadeusSeat, isExitSeat, isNoSeat } from './amadeus-seat.ts';
import type { AmadeusDeck, AmadeusFacility, AmadeusPlace, AmadeusSeat } from './amadeus-seat-map-schema.ts';

export interface AmadeusDeckFacts {
  /** The response's dictionary of facility codes. */
  facilities?: Readonly<Record<string, string | undefined>> | undefined;
  warn: Warn;
}

/**
 * Build a deck's cabins from coordinates. Neighbouring rows of one class make a cabin, and a gap between two columns is
 * an aisle.
 */
export function amadeusCabins(deck: AmadeusDeck, deckId: string, facts: AmadeusDeckFacts): Cabin[] {
  return groupsOf(slicesOf(deck, facts)).map((slices, index) => cabinOf(slices, `${deckId}-${index}`, deck, facts));
}

interface PlacedFacility {
  code: string;
  x: number;
  y: number;
}

/** Everything across the deck at one `x`. */
interface Slice {
  x: number;
  seats: readonly AmadeusSeat[];
  /** Seats whose number cannot be read. */
  unnumbered: readonly AmadeusPlace[];
  facilities: readonly PlacedFacility[];
  exit: boolean;
  /** Absent if no seat here names one. */
  class?: string | undefined;
}

function slicesOf(deck: AmadeusDeck, facts: AmadeusDeckFacts): Slice[] {
  const { seats = [], facilities = [], deckConfiguration } = deck;
  const exits = new Set(deckConfiguration?.exitRowsX);
  const real = seats.filter((seat) => !isNoSeat(seat));
  const seatsAt = groupBy(real.filter(isNumbered), ({ coordinates }) => coordinates.x);
  const unnumberedAt = groupBy(
    real.filter((seat) => !isNumbered(seat)),
    ({ coordinates }) => coordinates.x,
  );
  const placed = facilities.flatMap((facility) => placedFacility(facility, real.filter(isNumbered), facts));
  const facilitiesAt = groupBy(placed, ({ x }) => x);
  return [...new Set([...seatsAt.keys(), ...facilitiesAt.keys(), ...exits])]
    .toSorted((a, b) => a - b)
    .map((x) => {
      const here = seatsAt.get(x) ?? [];
      return {
        x,
        seats: here,
        unnumbered: unnumberedAt.get(x) ?? [],
        facilities: facilitiesAt.get(x) ?? [],
        exit: exits.has(x),
        class: mostCommon(here.flatMap(({ cabin }) => (cabin === undefined ? [] : amadeusCabinClass(cabin)))),
      };
    });
}

/** Place a facility by its coordinates, or else by its row. */
function placedFacility(
  { code, coordinates, row, column, position }: AmadeusFacility,
  seats: readonly AmadeusSeat[],
  { warn }: AmadeusDeckFacts,
): PlacedFacility[] {
  if (coordinates) return [{ code, ...coordinates }];
  const inRow = seats.find(({ number }) => seatNumber(number).row === Number(row));
  if (!inRow) {
    warn(`facility ${code}`, 'it has neither coordinates nor a row');
    return [];
  }
  const inColumn = seats.find(({ number }) => seatNumber(number).seat === column);
  // Place it between this row and its neighbour.
  const away = position === 'FRONT' ? -0.5 : position === 'REAR' ? 0.5 : 0;
  return [{ code, x: inRow.coordinates.x + away, y: inColumn?.coordinates.y ?? 0 }];
}

const isNumbered = (seat: AmadeusPlace): seat is AmadeusSeat => seat.number !== undefined;

/** Group slices into cabins. A row without seats belongs to the cabin behind it, or at the tail to the one before. */
function groupsOf(slices: readonly Slice[]): Slice[][] {
  const groups: Slice[][] = [];
  let waiting: Slice[] = [];
  let last: string | undefined;
  for (const slice of slices) {
    waiting.push(slice);
    if (slice.seats.length === 0) continue;
    const group = groups.at(-1);
    if (group && (slice.class === undefined || slice.class === last)) group.push(...waiting);
    else groups.push(waiting);
    last = slice.class ?? last;
    waiting = [];
  }
  groups.at(-1)?.push(...waiting);
  return groups;
}

function cabinOf(slices: readonly Slice[], id: string, deck: AmadeusDeck, facts: AmadeusDeckFacts): Cabin {
  const grid = gridOf(slices);
  const rows: SeatRow[] = [];
  const wings: number[] = [];
  for (const slice of slices) {
    const ofSlice = rowsOf(slice, grid, facts);
    if (isOverwing(slice, deck)) wings.push(...ofSlice.map((_, index) => rows.length + index));
    rows.push(...ofSlice);
  }
  return {
    id,
    class: mostCommon(slices.flatMap((slice) => slice.class ?? [])) ?? '',
    columns: seatColumns(grid.letters),
    rows,
    wings: wings.length > 0 ? { firstRowIndex: wings[0]!, lastRowIndex: wings.at(-1)! } : undefined,
  };
}

/** A cabin's columns. `places` are the `y` coordinates of each, aisles included. */
interface Grid {
  letters: readonly (string | undefined)[];
  places: readonly number[];
}

function gridOf(slices: readonly Slice[]): Grid {
  const seats = slices.flatMap((slice) => slice.seats);
  const columns = [...groupBy(seats, ({ coordinates }) => coordinates.y)].toSorted(([a], [b]) => a - b);
  const letters: (string | undefined)[] = [];
  const places: number[] = [];
  for (const [y, inColumn] of columns) {
    const before = places.at(-1);
    if (before !== undefined && y - before > 1) {
      letters.push(undefined);
      places.push((before + y) / 2);
    }
    letters.push(mostCommon(inColumn.map(({ number }) => seatNumber(number).seat)) ?? '');
    places.push(y);
  }
  return { letters, places };
}

/** A slice's row, followed by a row for each line of facilities that does not fit into it. */
function rowsOf(slice: Slice, grid: Grid, facts: AmadeusDeckFacts): SeatRow[] {
  const taken = new Map<number, string>();
  // The airline's codes mark the exit seats of a row. Without codes, the whole row counts.
  const isExit = slice.exit && !slice.seats.some(isExitSeat);
  const seats = slice.seats.flatMap((seat) => {
    const col = grid.places.indexOf(seat.coordinates.y);
    const other = taken.get(col);
    if (other !== undefined) {
      facts.warn(`seat ${seat.number}`, `seat ${other} stands at its coordinates`);
      return [];
    }
    taken.set(col, seat.number);
    return amadeusSeat(seat, col, isExit);
  });
  const number = mostCommon(seats.map(({ row }) => row));
  const barred = slice.unnumbered.flatMap(({ coordinates }) => {
    const col = grid.places.indexOf(coordinates.y);
    return taken.has(col) ? [] : barredSeat(col, number, grid.letters);
  });
  for (const { col, designator } of barred) taken.set(col, designator);
  const blocks: Facility[][] = [];
  let left: readonly PlacedFacility[] = slice.facilities;
  while (left.length > 0) {
    const line = lineOf(left, grid, blocks.length === 0 ? taken : new Map(), facts);
    blocks.push(line.blocks);
    left = line.left;
  }
  const cells = [...seats, ...barred, ...(blocks.shift() ?? [])].toSorted((a, b) => a.col - b.col);
  return [{ number, exit: slice.exit ? 'both' : undefined, cells }, ...blocks.map((line) => ({ cells: line }))];
}

/** Place facilities in free columns and merge equal neighbours. `left` are those without a free column. */
function lineOf(
  facilities: readonly PlacedFacility[],
  { places }: Grid,
  taken: ReadonlyMap<number, string>,
  facts: AmadeusDeckFacts,
): { blocks: Facility[]; left: PlacedFacility[] } {
  const free = new Set(places.keys());
  const at = new Map<number, string>();
  const left: PlacedFacility[] = [];
  for (const facility of facilities.toSorted((a, b) => a.y - b.y)) {
    // Beside seats, use only the nearest column, so that the facility does not block an aisle.
    const col = nearest(facility.y, places, taken.size > 0 ? new Set(places.keys()) : free);
    if (col === undefined || taken.has(col) || !free.delete(col)) left.push(facility);
    else at.set(col, facilityType(facility.code, facts.facilities));
  }
  const blocks: { type: string; col: number; span: number }[] = [];
  for (const [col, type] of [...at].toSorted(([a], [b]) => a - b)) {
    const beside = blocks.at(-1);
    if (beside?.type === type && beside.col + beside.span === col) beside.span += 1;
    else blocks.push({ type, col, span: 1 });
  }
  return { blocks, left };
}

/** The nearest of these columns. A cabin need not have a column at every `y` of the deck. */
function nearest(y: number, places: readonly number[], cols: ReadonlySet<number>): number | undefined {
  const away = (col: number) => Math.abs(places[col]! - y);
  return [...cols].toSorted((a, b) => away(a) - away(b) || a - b)[0];
}

function facilityType(code: string, dictionary: AmadeusDeckFacts['facilities']): string {
  const word = own(kinds, code) ?? own(dictionary, code)?.toLowerCase().replaceAll(' ', '_');
  return word === undefined || word === 'seat' ? 'facility' : word;
}

const kinds: Readonly<Record<string, string>> = {
  LA: 'lavatory',
  G: 'galley',
  GN: 'galley',
  CL: 'closet',
  ST: 'stairs',
  BA: 'bar',
  BK: 'bulkhead',
  SO: 'storage',
  LG: 'storage',
};

function isOverwing({ x, seats }: Slice, { deckConfiguration: deck }: AmadeusDeck): boolean {
  if (deck?.startWingsX !== undefined && deck.endWingsX !== undefined)
    return x >= deck.startWingsX && x <= deck.endWingsX;
  const row = mostCommon(seats.map(({ number }) => seatNumber(number).row));
  if (row === undefined || deck?.startWingsRow === undefined || deck.endWingsRow === undefined) return false;
  return row >= deck.startWingsRow && row <= deck.endWingsRow;
}

import { mostCommon } from '../convert/common.ts';
import { groupBy } from '../convert/group-by.ts';
import { seatNumber } from '../convert/seat-number.ts';
import { barredSeat } from '../convert/barred-seat.ts';
import type { Warn } from '../convert/warner.ts';
import { seatColumns } from '../seat-columns.ts';
import type { Cabin, Facility, SeatRow } from '../seat-map.ts';
import { amadeusCabinClass, own } from './amadeus-names.ts';
import { amadeusSeat, isNoSeat } from './amadeus-seat.ts';
import type { AmadeusDeck, AmadeusFacility, AmadeusPlace, AmadeusSeat } from './amadeus-seat-map-schema.ts';

export interface AmadeusDeckFacts {
  /** What the codes of facilities mean, as the answer's dictionary has it. */
  facilities?: Readonly<Record<string, string | undefined>> | undefined;
  warn: Warn;
}

/**
 * The cabins of a deck on which everything has coordinates: neighbouring rows of one class are a cabin, and a gap
 * between two of its columns is an aisle.
 */
export function amadeusCabins(deck: AmadeusDeck, deckId: string, facts: AmadeusDeckFacts): Cabin[] {
  return groupsOf(slicesOf(deck)).map((slices, index) => cabinOf(slices, `${deckId}-${index}`, deck, facts));
}

/** What stands across the cabin at one `x`. */
interface Slice {
  x: number;
  seats: readonly AmadeusSeat[];
  /** Seats whose number cannot be read. */
  unnumbered: readonly AmadeusPlace[];
  facilities: readonly AmadeusFacility[];
  exit: boolean;
  /** Absent where no seat stands. */
  class?: string | undefined;
}

function slicesOf({ seats = [], facilities = [], deckConfiguration }: AmadeusDeck): Slice[] {
  const exits = new Set(deckConfiguration?.exitRowsX);
  const real = seats.filter((seat) => !isNoSeat(seat));
  const seatsAt = groupBy(real.filter(isNumbered), ({ coordinates }) => coordinates.x);
  const unnumberedAt = groupBy(
    real.filter((seat) => !isNumbered(seat)),
    ({ coordinates }) => coordinates.x,
  );
  const facilitiesAt = groupBy(facilities, ({ coordinates }) => coordinates?.x ?? -1);
  facilitiesAt.delete(-1);
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

const isNumbered = (seat: AmadeusPlace): seat is AmadeusSeat => seat.number !== undefined;

/** A row without seats belongs to the cabin behind it; at the tail, to the one before. */
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
  const wings = slices.flatMap((slice, index) => (isOverwing(slice, deck) ? [index] : []));
  return {
    id,
    class: mostCommon(slices.flatMap((slice) => slice.class ?? [])) ?? '',
    columns: seatColumns(grid.letters),
    rows: slices.map((slice) => rowOf(slice, grid, facts)),
    wings: wings.length > 0 ? { firstRowIndex: wings[0]!, lastRowIndex: wings.at(-1)! } : undefined,
  };
}

/** The columns of a cabin, of those of the deck: `places` are the `y` of each, aisles included. */
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

function rowOf(slice: Slice, grid: Grid, facts: AmadeusDeckFacts): SeatRow {
  const taken = new Map<number, string>();
  const seats = slice.seats.flatMap((seat) => {
    const col = grid.places.indexOf(seat.coordinates.y);
    const other = taken.get(col);
    if (other !== undefined) {
      facts.warn(`seat ${seat.number}`, `seat ${other} stands at its coordinates`);
      return [];
    }
    taken.set(col, seat.number);
    return amadeusSeat(seat, col);
  });
  const number = mostCommon(seats.map(({ row }) => row));
  const barred = slice.unnumbered.flatMap(({ coordinates }) => {
    const col = grid.places.indexOf(coordinates.y);
    return taken.has(col) ? [] : barredSeat(col, number, grid.letters);
  });
  for (const { col, designator } of barred) taken.set(col, designator);
  return {
    number,
    exit: slice.exit ? 'both' : undefined,
    cells: [...seats, ...barred, ...blocksOf(slice.facilities, grid, taken, facts)].toSorted((a, b) => a.col - b.col),
  };
}

/** Facilities where no seat stands; two of a kind side by side are one. */
function blocksOf(
  facilities: readonly AmadeusFacility[],
  { places }: Grid,
  taken: ReadonlyMap<number, string>,
  facts: AmadeusDeckFacts,
): Facility[] {
  const free = new Set([...places.keys()].filter((col) => !taken.has(col)));
  const blocks: { type: string; col: number; span: number }[] = [];
  const inOrder = facilities.toSorted((a, b) => (a.coordinates?.y ?? 0) - (b.coordinates?.y ?? 0));
  for (const { code, coordinates } of inOrder) {
    const col = nearest(coordinates?.y ?? 0, places);
    if (!free.delete(col)) continue;
    const type = facilityType(code, facts.facilities);
    const beside = blocks.at(-1);
    if (beside?.type === type && beside.col + beside.span === col) beside.span += 1;
    else blocks.push({ type, col, span: 1 });
  }
  return blocks;
}

/** The column at a place of the deck; a cabin need not have one at each. */
function nearest(y: number, places: readonly number[]): number {
  let best = 0;
  for (const [col, place] of places.entries()) if (Math.abs(place - y) < Math.abs(places[best]! - y)) best = col;
  return best;
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

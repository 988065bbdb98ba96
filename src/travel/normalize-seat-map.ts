import { plainWords } from './plain-words.ts';
import { seatColumns } from './seat-columns.ts';
import { isSeat, type Cabin, type SeatCell, type SeatColumn, type SeatMap, type SeatMapInput } from './seat-map.ts';

/**
 * The rich shape of a seat map, whichever shape it came in. Its words are safe to show, cells stand in order of their
 * columns, and a seat that is there twice, or outside its cabin's columns, is left out.
 */
export function normalizeSeatMap(map: SeatMapInput | SeatMap): SeatMap {
  return openOrClosed(map, false);
}

/**
 * The map as `normalizeSeatMap` makes it.
 *
 * @param closed - no seat can be chosen: those that are free are `restricted`
 */
export function openOrClosed(map: SeatMapInput | SeatMap, closed: boolean): SeatMap {
  const rich = 'decks' in map ? map : fromInput(map);
  const seen = new Set<string>();
  // What is too much goes first: cleaning the words of a million rows would freeze the page as well.
  const decks = rich.decks.slice(0, widest).map((deck) => ({
    ...deck,
    cabins: deck.cabins.slice(0, widest).map((cabin) => boundedCabin(cabin, closed, seen)),
  }));
  return plainWords({ ...rich, decks }, 80);
}

/** What tells one seat from another: the two halves of the answer. */
export function seatKey({ row, seat }: { row: number; seat: string }): string {
  return `${row}${seat}`;
}

function fromInput({ rows, seatsPerRow, taken }: SeatMapInput): SeatMap {
  const columns = seatColumns(seatsPerRow.slice(0, widest).map((letter) => letter || undefined));
  const gone = new Set(taken);
  const cabin: Cabin = {
    id: 'cabin',
    class: '',
    columns,
    rows: Array.from({ length: Math.min(rows, longest) }, (_, i) => ({
      number: i + 1,
      cells: columns.flatMap((column, col): SeatCell[] => {
        if (column.kind === 'aisle') return [];
        const designator = `${i + 1}${column.letter}`;
        const state = gone.has(designator) ? 'occupied' : 'available';
        return [{ type: 'seat', col, row: i + 1, seat: column.letter, designator, state }];
      }),
    })),
  };
  return { decks: [{ id: 'deck', cabins: [cabin] }] };
}

function boundedCabin(cabin: Cabin, closed: boolean, seen: Set<string>): Cabin {
  const columns = cabin.columns.slice(0, widest);
  const { firstRowIndex = Infinity, lastRowIndex = -1 } = cabin.wings ?? {};
  return {
    ...cabin,
    columns,
    rows: cabin.rows.slice(0, longest).map((row, index) => ({
      ...row,
      overwing: row.overwing ?? (index >= firstRowIndex && index <= lastRowIndex),
      cells: boundedCells(row.cells, columns, closed, seen),
    })),
  };
}

function boundedCells(
  cells: readonly SeatCell[],
  columns: readonly SeatColumn[],
  closed: boolean,
  seen: Set<string>,
): SeatCell[] {
  const used = new Set<number>();
  const kept = cells.filter((cell) => {
    const key = isSeat(cell) ? seatKey(cell) : '';
    if (!(cell.col in columns) || used.has(cell.col) || seen.has(key)) return false;
    used.add(cell.col);
    if (key) seen.add(key);
    return true;
  });
  return kept
    .map((cell): SeatCell => {
      if (!isSeat(cell)) return { ...cell, span: Math.max(1, Math.min(cell.span ?? 1, columns.length - cell.col)) };
      return closed && cell.state === 'available' ? { ...cell, state: 'restricted' } : cell;
    })
    .toSorted((a, b) => a.col - b.col);
}

// Far beyond any aircraft: a map with a million rows must not freeze the page.
const longest = 200;
/** Also of decks, and of the cabins of one. */
const widest = 30;

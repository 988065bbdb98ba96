import { warner, type ConvertOptions, type Warn } from './convert/warner.ts';
import { readData, type ReadAt } from './read-data.ts';
import { readPrice, type AsSent } from './read-price.ts';
import {
  isSeat,
  seatColumns,
  type Cabin,
  type SeatCell,
  type SeatColumn,
  type SeatMap,
  type SeatMapData,
  type SeatMapInput,
  type SeatRow,
} from './seat-map.ts';

/**
 * Convert a seat map in either shape to the rich shape, with prices as `Money`. Text is safe to show, and cells are
 * sorted by column. A repeated seat, or one outside its cabin's columns, is left out. A price that cannot be read
 * becomes `null` and is reported to `onWarning`.
 */
export function normalizeSeatMap(map: SeatMapData, options: ConvertOptions = {}): SeatMap {
  const { warn, done } = warner('seat map', options);
  const read = openOrClosed(map, false, warn);
  done();
  return read;
}

/**
 * The map as `normalizeSeatMap` returns it.
 *
 * @param closed - no seat can be chosen: free seats become `restricted`
 */
export function openOrClosed(map: SeatMapData, closed: boolean, warn: Warn): SeatMap {
  const sent: AsSent<SeatMap> = 'decks' in map ? map : fromInput(map);
  const currency = sent.currency ?? undefined;
  const read: ReadAt = (price, path) => readPrice(price, currency, (problem) => warn(path, problem));
  const { decks, ...facts } = readData<SeatMap>(bounded(sent), read, 80);
  const seen = new Set<string>();
  const once = (cabin: Cabin) => ({ ...cabin, rows: rowsOf(cabin, closed, seen) });
  return { ...facts, decks: decks.map((deck) => ({ ...deck, cabins: deck.cabins.map(once) })) };
}

/** A seat's key, made of the two parts of the answer. */
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

/** Cut the size before anything else: even reading a million rows would freeze the page. */
function bounded(map: AsSent<SeatMap>): AsSent<SeatMap> {
  const cabinOf = (cabin: AsSent<Cabin>) => ({
    ...cabin,
    columns: cabin.columns.slice(0, widest),
    rows: cabin.rows.slice(0, longest),
  });
  const decks = map.decks.slice(0, widest);
  return { ...map, decks: decks.map((deck) => ({ ...deck, cabins: deck.cabins.slice(0, widest).map(cabinOf) })) };
}

function rowsOf({ columns, rows, wings }: Cabin, closed: boolean, seen: Set<string>): SeatRow[] {
  const { firstRowIndex = Infinity, lastRowIndex = -1 } = wings ?? {};
  return rows.map((row, index) => ({
    ...row,
    overwing: row.overwing ?? (index >= firstRowIndex && index <= lastRowIndex),
    cells: cellsOf(row, columns, closed, seen),
  }));
}

function cellsOf({ cells }: SeatRow, columns: readonly SeatColumn[], closed: boolean, seen: Set<string>): SeatCell[] {
  const used = new Set<number>();
  return cells
    .flatMap((cell): SeatCell[] => {
      const key = isSeat(cell) ? seatKey(cell) : '';
      if (!(cell.col in columns) || used.has(cell.col) || seen.has(key)) return [];
      used.add(cell.col);
      if (!isSeat(cell)) return [{ ...cell, span: Math.max(1, Math.min(cell.span ?? 1, columns.length - cell.col)) }];
      seen.add(key);
      return [closed && cell.state === 'available' ? { ...cell, state: 'restricted' } : cell];
    })
    .toSorted((a, b) => a.col - b.col);
}

// Far beyond any aircraft: a map with a million rows must not freeze the page.
const longest = 200;
/** The limit for columns, decks, and cabins of a deck. */
const widest = 30;

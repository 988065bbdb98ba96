import { isSeat, type Cabin, type SeatColumn } from '../../travel/seat-map.ts';

/** The grid columns of a cabin. */
export interface SeatTracks {
  /** A `grid-template-columns`. */
  template: string;
  /** The numbers of seats, gaps and aisles abreast, from which the style sheet computes the size of a seat. */
  seats: number;
  gaps: number;
  aisles: number;
  /** The grid lines of the aisles. In a cabin without an aisle, the line of the row numbers. */
  numbers: readonly number[];
  /** A `grid-column`. */
  place: (col: number, span?: number) => string;
}

/**
 * The grid of a cabin. Two neighbouring columns that never share a row, as in staggered business class, overlap by half
 * a seat. Otherwise seats would be a third smaller and look like a chess board.
 */
export function tracksOf({ columns, rows }: Pick<Cabin, 'columns' | 'rows'>): SeatTracks {
  // Each passenger has their own copy of the cabin, but the copies share `columns`.
  const known = tracks.get(columns);
  if (known) return known;
  const seatsOf = rows.map(({ cells }) => new Set(cells.filter(isSeat).map(({ col }) => col)));
  const used = (col: number) => seatsOf.filter((row) => row.has(col)).length > 1;
  const isPair = (col: number) =>
    [columns[col], columns[col + 1]].every((column) => column?.kind === 'seat') &&
    used(col) &&
    used(col + 1) &&
    !seatsOf.some((row) => row.has(col) && row.has(col + 1));

  const template: string[] = [];
  const lines: [start: number, end: number][] = [];
  const numbers: number[] = [];
  let halves = 0;
  const add = (...sizes: string[]) => template.push(...sizes);
  if (!columns.some(({ kind }) => kind === 'aisle')) {
    numbers.push(1);
    add(aisle);
  }
  for (let col = 0; col < columns.length; col++) {
    const start = template.length + 1;
    if (columns[col]?.kind === 'aisle') {
      numbers.push(start);
      add(aisle);
    } else if (isPair(col)) {
      add(half, half, half);
      halves += 3;
      lines[col++] = [start, start + 2];
      lines[col] = [start + 1, start + 3];
      continue;
    } else add('var(--elicit-seat)');
    lines[col] = [start, start + 1];
  }
  const made: SeatTracks = {
    template: template.join(' '),
    seats: template.length - numbers.length - halves / 2,
    gaps: template.length - 1 - halves / 2,
    aisles: numbers.length,
    numbers,
    place(col, span = 1) {
      const start = lines[col]?.[0] ?? 1;
      return `${start} / ${lines[col + span - 1]?.[1] ?? start + span}`;
    },
  };
  tracks.set(columns, made);
  return made;
}

const aisle = 'var(--elicit-aisle)';
const half = 'calc((var(--elicit-seat) - var(--elicit-gap)) / 2)';
const tracks = new WeakMap<readonly SeatColumn[], SeatTracks>();

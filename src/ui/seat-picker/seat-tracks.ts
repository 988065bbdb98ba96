import type { RefCallback } from 'react';
import { isSeat, type Cabin, type SeatColumn } from '../../travel/seat-map.ts';
import { withStyle } from '../parts/with-style.ts';

/** The grid columns of a cabin. */
export interface SeatTracks {
  /** The variables from which the style sheet computes sizes. */
  sizes: Readonly<Record<`--${string}`, string | number>>;
  /** The grid lines of the aisles. In a cabin without an aisle, the line of the row numbers. */
  numbers: readonly number[];
  /** The grid lines that an element lies between. */
  place: (col: number, span?: number) => readonly [start: number, end: number];
  /** The `ref` of a seat's cell, by column. */
  cells: readonly RefCallback<HTMLElement>[];
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
  const place = (col: number, span = 1): [start: number, end: number] => {
    const start = lines[col]?.[0] ?? 1;
    return [start, lines[col + span - 1]?.[1] ?? start + span];
  };
  const made: SeatTracks = {
    sizes: {
      '--elicit-columns': template.join(' '),
      '--elicit-abreast': template.length - numbers.length - halves / 2,
      '--elicit-gaps': template.length - 1 - halves / 2,
      '--elicit-aisles': numbers.length,
      '--elicit-number': numbers[0] ?? 1,
      '--elicit-second-number': numbers[1] ?? 1,
    },
    numbers,
    place,
    cells: columns.map((_, col) => withStyle('grid-column', place(col).join(' / '))),
  };
  tracks.set(columns, made);
  return made;
}

const aisle = 'var(--elicit-aisle)';
const half = 'calc((var(--elicit-seat) - var(--elicit-gap)) / 2)';
const tracks = new WeakMap<readonly SeatColumn[], SeatTracks>();

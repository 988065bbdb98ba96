import { mostCommon } from '../convert/common.ts';
import { barredSeat, seatNumber } from '../convert/seats.ts';
import type { Warn } from '../convert/warner.ts';
import { seatColumns, type Cabin, type SeatCell, type SeatRow } from '../seat-map.ts';
import {
  isDuffelSeat,
  isUnnamed,
  unnumbered,
  type DuffelCabin,
  type DuffelElement,
  type DuffelRow,
} from './duffel-seat-map-schema.ts';
import { duffelSeat } from './duffel-seat.ts';

/**
 * Convert a cabin of sections between aisles to one of columns. Keep rows without seats: the wings are given as row
 * indexes.
 */
export function duffelCabin(cabin: DuffelCabin, id: string, warn: Warn): Cabin {
  const sections = sectionsOf(cabin);
  const letters = sections.flatMap(({ letters: some }, index): (string | undefined)[] =>
    index === 0 ? [...some] : [undefined, ...some],
  );
  return {
    id,
    class: cabin.cabin_class ?? '',
    columns: seatColumns(letters),
    rows: cabin.rows.map((row, index) => rowOf(row, cabin.rows[index - 1], sections, letters, warn)),
    wings: cabin.wings && {
      firstRowIndex: cabin.wings.first_row_index,
      lastRowIndex: cabin.wings.last_row_index,
    },
  };
}

/** The columns between two aisles, or between an aisle and the wall, over all rows. */
interface Section {
  /** Its first column in the cabin. */
  start: number;
  /** The letter of each column, or `''` if no seat names it. */
  letters: readonly string[];
}

function sectionsOf({ rows }: DuffelCabin): Section[] {
  const count = Math.max(1, ...rows.map(({ sections }) => sections.length));
  let start = 0;
  return Array.from({ length: count }, (_, index) => {
    const parts = rows.map(({ sections }) => sections[index]?.elements ?? []).filter((part) => part.some(isAligned));
    const width = Math.max(1, ...parts.map((part) => part.length));
    const whole = parts.filter((part) => part.length === width);
    const letters = Array.from({ length: width }, (_item, at) => {
      return mostCommon(whole.flatMap((part) => letterOf(part[at]) ?? [])) ?? '';
    });
    const section = { start, letters };
    start += width + 1;
    return section;
  });
}

function rowOf(
  row: DuffelRow,
  before: DuffelRow | undefined,
  sections: readonly Section[],
  letters: readonly (string | undefined)[],
  warn: Warn,
): SeatRow {
  const cells = row.sections.flatMap(({ elements }, index) =>
    cellsOf(elements, sections[index]!, before !== undefined && hasExit(before, index)),
  );
  const number = mostCommon(cells.flatMap((cell) => ('row' in cell ? cell.row : [])));
  return {
    number,
    exit: exitOf(row, sections.length),
    cells: cells.flatMap((cell) => {
      if (!isUnnamed(cell)) return cell;
      const barred = barredSeat(cell.col, number, letters);
      // What cannot be read was told of before.
      if (barred.length === 0 && cell.type === unnumbered.type)
        warn(`seat ${number ?? '?'}${letters[cell.col] || '?'}`, 'no other seat tells its row or its letter');
      return barred;
    }),
  };
}

/** @param exit - true if an exit is right in front of these seats, so that they are its exit row */
function cellsOf(elements: readonly DuffelElement[], { start, letters }: Section, exit: boolean): SeatCell[] {
  if (!elements.some(isAligned)) return spread(elements, start, letters.length);
  const free = new Set(letters.keys());
  const take = (wanted: number): number | undefined => {
    const [nearest] = [...free].toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted) || a - b);
    if (nearest !== undefined) free.delete(nearest);
    return nearest;
  };
  // In a row as long as its section, elements are already in place. In a shorter one, place seats by their letters.
  const placeOf = (element: DuffelElement, at: number): number => {
    const named = elements.length < letters.length ? letters.indexOf(letterOf(element) ?? ' ') : -1;
    return named === -1 ? at : named;
  };
  const places = new Map<DuffelElement, number>();
  const inOrder = [...elements.entries()].toSorted(([, a], [, b]) => Number(isDuffelSeat(b)) - Number(isDuffelSeat(a)));
  for (const [at, element] of inOrder) {
    const place = stands(element) ? take(placeOf(element, at)) : undefined;
    if (place !== undefined) places.set(element, place);
  }
  return [...places]
    .toSorted(([, a], [, b]) => a - b)
    .map(([element, at]) =>
      isDuffelSeat(element) ? duffelSeat(element, start + at, exit) : { type: element.type, col: start + at },
    );
}

/** Spread galleys and lavatories over a section that has no seats here. */
function spread(elements: readonly DuffelElement[], start: number, width: number): SeatCell[] {
  const things = elements.filter(stands).slice(0, width);
  const span = Math.max(1, Math.floor(width / things.length));
  return things.map((thing, index) => ({ type: thing.type, col: start + index * span, span }));
}

function exitOf(row: DuffelRow, count: number): SeatRow['exit'] {
  const left = hasExit(row, 0);
  const right = hasExit(row, Math.max(count, 1) - 1);
  if (left === right) return left || row.sections.some((_, index) => hasExit(row, index)) ? 'both' : undefined;
  return left ? 'left' : 'right';
}

function hasExit({ sections }: DuffelRow, index: number): boolean {
  return sections[index]?.elements.some(({ type }) => type === 'exit_row') ?? false;
}

function letterOf(element: DuffelElement | undefined): string | undefined {
  return element && isDuffelSeat(element) ? seatNumber(element.designator).seat : undefined;
}

/** True if the element lines up with the rows before and after. */
const isAligned = (element: DuffelElement): boolean =>
  isDuffelSeat(element) || isUnnamed(element) || inLine.has(element.type);
const inLine: ReadonlySet<string> = new Set(['empty', 'bassinet']);

const stands = ({ type }: DuffelElement): boolean => type !== 'empty' && type !== 'exit_row';

import { plainText } from '../protocol/plain-text.ts';
import { seatColumns } from './seat-columns.ts';
import { isSeat, type Cabin, type Seat, type SeatCell, type SeatMap, type SeatMapInput } from './seat-map.ts';

/**
 * The rich shape of a seat map, whichever shape it came in. Its words are safe to show, cells stand in order of their
 * columns, and a seat that is there twice, or outside its cabin's columns, is left out.
 */
export function normalizeSeatMap(map: SeatMapInput | SeatMap): SeatMap {
  return 'decks' in map ? clean(map) : fromInput(map);
}

function fromInput({ rows, seatsPerRow, taken }: SeatMapInput): SeatMap {
  const columns = seatColumns(
    seatsPerRow.slice(0, widest).map((letter) => (letter === '' ? undefined : words(letter))),
  );
  const gone = new Set(taken);
  const cabin: Cabin = {
    id: 'cabin',
    class: '',
    columns,
    rows: Array.from({ length: Math.max(0, Math.min(rows, longest)) }, (_, i) => ({
      number: i + 1,
      cells: columns.flatMap((column, col): Seat[] => {
        if (column.kind === 'aisle') return [];
        const designator = `${i + 1}${column.letter}`;
        const state = gone.has(designator) ? 'occupied' : 'available';
        return [{ type: 'seat', col, row: i + 1, seat: column.letter, designator, state }];
      }),
    })),
  };
  return { decks: [{ id: 'deck', cabins: [cabin] }] };
}

function clean(map: SeatMap): SeatMap {
  const seen = new Set<string>();
  return {
    ...map,
    flight: map.flight && {
      ...map.flight,
      carrier: {
        ...map.flight.carrier,
        code: words(map.flight.carrier.code),
        name: map.flight.carrier.name && words(map.flight.carrier.name),
      },
      number: words(map.flight.number),
      from: map.flight.from && words(map.flight.from),
      to: map.flight.to && words(map.flight.to),
      aircraft: map.flight.aircraft && {
        ...map.flight.aircraft,
        name: map.flight.aircraft.name && words(map.flight.aircraft.name),
      },
    },
    tiers: map.tiers?.map((tier) => ({ ...tier, name: words(tier.name) })),
    decks: map.decks.map((deck) => ({
      ...deck,
      label: deck.label && words(deck.label),
      cabins: deck.cabins.map((cabin) => cleanCabin(cabin, seen)),
    })),
  };
}

function cleanCabin(cabin: Cabin, seen: Set<string>): Cabin {
  const columns = cabin.columns.slice(0, widest);
  return {
    ...cabin,
    class: words(cabin.class),
    columns: columns.map((column) => (column.kind === 'seat' ? { ...column, letter: words(column.letter) } : column)),
    rows: cabin.rows.slice(0, longest).map((row, index) => ({
      ...row,
      overwing:
        row.overwing ?? (cabin.wings && index >= cabin.wings.firstRowIndex && index <= cabin.wings.lastRowIndex),
      cells: cleanCells(row.cells, columns.length, seen),
    })),
  };
}

function cleanCells(cells: readonly SeatCell[], width: number, seen: Set<string>): SeatCell[] {
  const used = new Set<number>();
  const kept: SeatCell[] = [];
  for (const cell of cells) {
    const known = isSeat(cell) ? seen.has(seatKey(cell)) : false;
    if (known || used.has(cell.col) || !Number.isInteger(cell.col) || cell.col < 0 || cell.col >= width) continue;
    used.add(cell.col);
    if (isSeat(cell)) seen.add(seatKey(cell));
    kept.push(
      isSeat(cell) ? cleanSeat(cell) : { ...cell, span: Math.max(1, Math.min(cell.span ?? 1, width - cell.col)) },
    );
  }
  return kept.toSorted((a, b) => a.col - b.col);
}

function cleanSeat(seat: Seat): Seat {
  return {
    ...seat,
    designator: words(seat.designator),
    features: seat.features?.map(words),
    // A disclosure is there to be read: cut only what nobody could read.
    disclosures: seat.disclosures?.map((text) => plainText(text, 600)),
  };
}

/** What tells one seat from another: the two halves of the answer. */
export function seatKey({ row, seat }: { row: number; seat: string }): string {
  return `${row}${seat}`;
}

// Far beyond any aircraft: a map with a million rows must not freeze the page.
const longest = 200;
const widest = 30;

const words = (text: string): string => plainText(text, 80);

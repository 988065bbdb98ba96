import { warner, type ConvertOptions, type Warn } from './convert/warner.ts';
import { plainWords } from './plain-words.ts';
import { readPrice, type PriceInput, type Unpriced } from './read-price.ts';
import {
  isSeat,
  seatColumns,
  type Cabin,
  type Seat,
  type SeatCell,
  type SeatColumn,
  type SeatMap,
  type SeatMapData,
  type SeatMapInput,
  type SeatOffer,
} from './seat-map.ts';
import { withoutNulls } from './without-nulls.ts';

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
  const rich: Unpriced<SeatMap> = 'decks' in map ? withoutNulls<SeatMap>(map) : fromInput(map);
  const money: ReadMoney = (price, at) => readPrice(price, rich.currency, (problem) => warn(at(), problem));
  const seen = new Set<string>();
  // Cut the size first: even cleaning the text of a million rows would freeze the page.
  const decks = rich.decks.slice(0, widest).map((deck, d) => ({
    ...deck,
    cabins: deck.cabins
      .slice(0, widest)
      .map((cabin, c) =>
        boundedCabin(cabin, closed, seen, (price, at) => money(price, () => `decks[${d}].cabins[${c}].${at()}`)),
      ),
  }));
  return plainWords({ ...rich, decks }, 80);
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

type ReadMoney = (price: PriceInput | null | undefined, at: () => string) => Seat['price'];

function boundedCabin(cabin: Unpriced<Cabin>, closed: boolean, seen: Set<string>, money: ReadMoney): Cabin {
  const columns = cabin.columns.slice(0, widest);
  const { firstRowIndex = Infinity, lastRowIndex = -1 } = cabin.wings ?? {};
  return {
    ...cabin,
    columns,
    rows: cabin.rows.slice(0, longest).map((row, index) => ({
      ...row,
      overwing: row.overwing ?? (index >= firstRowIndex && index <= lastRowIndex),
      cells: boundedCells(row.cells, columns, closed, seen, (price, at) =>
        money(price, () => `rows[${index}].${at()}`),
      ),
    })),
  };
}

function boundedCells(
  cells: readonly Unpriced<SeatCell>[],
  columns: readonly SeatColumn[],
  closed: boolean,
  seen: Set<string>,
  money: ReadMoney,
): SeatCell[] {
  const used = new Set<number>();
  return cells
    .flatMap((cell, index): SeatCell[] => {
      const key = isSeat(cell) ? seatKey(cell) : '';
      if (!(cell.col in columns) || used.has(cell.col) || seen.has(key)) return [];
      used.add(cell.col);
      if (!isSeat(cell)) return [{ ...cell, span: Math.max(1, Math.min(cell.span ?? 1, columns.length - cell.col)) }];
      seen.add(key);
      const seat = pricedSeat(cell, (price, at) => money(price, () => `cells[${index}].${at()}`));
      return [closed && seat.state === 'available' ? { ...seat, state: 'restricted' } : seat];
    })
    .toSorted((a, b) => a.col - b.col);
}

function pricedSeat(seat: Unpriced<Seat>, money: ReadMoney): Seat {
  const price = money(seat.price, () => 'price');
  const offers = seat.offers?.map((offer, index) => {
    const own = money(offer.price, () => `offers[${index}].price`);
    return own === offer.price ? (offer as SeatOffer) : { ...offer, price: own };
  });
  const isSame = price === seat.price && (offers ?? []).every((offer, index) => offer === seat.offers?.[index]);
  return isSame ? (seat as Seat) : { ...seat, price, offers };
}

// Far beyond any aircraft: a map with a million rows must not freeze the page.
const longest = 200;
/** The limit for columns, decks, and cabins of a deck. */
const widest = 30;

import type { Carrier } from './flight.ts';
import type { Money } from './money.ts';
import type { AsSent } from './read-price.ts';
import { seatWords, type SeatWords } from './seat-words.ts';

/** A seat map in the small shape: one cabin with equal rows. */
export interface SeatMapInput {
  /** How many rows, numbered from 1. */
  rows: number;
  /** The letters from port to starboard; `''` is an aisle. */
  seatsPerRow: readonly string[];
  /** The taken seats, such as `["1A", "3C"]`. */
  taken: readonly string[];
}

/** A seat map in the rich shape. */
export interface SeatMap {
  id?: string | undefined;
  segmentId?: string | undefined;
  flight?: SeatMapFlight | undefined;
  /** The tiers that seats are sold in. */
  tiers?: readonly SeatTier[] | undefined;
  /** The currency of prices that name none. */
  currency?: string | undefined;
  passengers?: readonly Passenger[] | undefined;
  decks: readonly Deck[];
}

/** A seat map as a tool may send it: in either shape, with any `PriceInput` as a price and `null` for absent values. */
export type SeatMapData = SeatMapInput | AsSent<SeatMap>;

/** The flight that a seat map belongs to. */
export interface SeatMapFlight {
  carrier: Carrier;
  number: string;
  from?: string | undefined;
  to?: string | undefined;
  /** Local time without an offset. */
  departureAt?: string | undefined;
  aircraft?: { code?: string | undefined; name?: string | undefined } | undefined;
}

/** A kind of seat that the airline sells under its own name. */
export interface SeatTier {
  id: string;
  name: string;
  rank?: number | undefined;
}

/** A passenger who needs a seat. */
export interface Passenger {
  id: string;
  name: string;
  initials?: string | undefined;
  type?: string | undefined;
}

/** One floor of the aircraft. */
export interface Deck {
  id: string;
  label?: string | undefined;
  cabins: readonly Cabin[];
}

/** The rows of one class on one deck. */
export interface Cabin {
  id: string;
  /** Such as `"economy"` or `"premium_economy"`. */
  class: string;
  /** From port to starboard. A cell's `col` is an index into this list. */
  columns: readonly SeatColumn[];
  /** From nose to tail. */
  rows: readonly SeatRow[];
  /** The rows over the wings, as inclusive indexes into `rows`. */
  wings?: { firstRowIndex: number; lastRowIndex: number } | undefined;
}

/** A column of seats with one letter, or an aisle. */
export type SeatColumn = { kind: 'seat'; letter: string; position?: SeatPosition | undefined } | { kind: 'aisle' };

/** The position of a column of seats across the cabin. */
export type SeatPosition = 'window' | 'middle' | 'aisle' | 'window_aisle';

/** A row of the cabin, from port to starboard. */
export interface SeatRow {
  /** As printed in the cabin. Numbers may skip, so never count rows instead. Absent: the row has no seat. */
  number?: number | undefined;
  /** Doors at this row. */
  exit?: 'both' | 'left' | 'right' | undefined;
  overwing?: boolean | undefined;
  /** Sparse: a column without a cell is empty floor. */
  cells: readonly SeatCell[];
}

/** A seat or a facility in one place of a row. */
export type SeatCell = Seat | Facility;

/** A seat and its state. */
export interface Seat {
  type: 'seat';
  col: number;
  row: number;
  /** The letter. */
  seat: string;
  /** The seat number on the boarding pass, such as `"48B"`. */
  designator: string;
  state: 'available' | 'occupied' | 'blocked' | 'restricted';
  /** Absent: free. `null`: on request. */
  price?: Money | null | undefined;
  /** The id of a tier. */
  tier?: string | undefined;
  name?: string | undefined;
  /** Such as `window`, `extra_legroom`, `exit_row`, `bulkhead`, `preferred`. */
  features?: readonly string[] | undefined;
  /** Limits on passengers: `adult_only`, `no_child`, `no_infant` and others. */
  restrictions?: readonly string[] | undefined;
  /** Texts that a person must read before taking the seat. */
  disclosures?: readonly string[] | null | undefined;
  offers?: readonly SeatOffer[] | undefined;
}

/** A seat's price and state for one passenger. */
export interface SeatOffer {
  passengerId: string;
  state: string;
  /** Absent: free. `null`: on request. */
  price?: Money | null | undefined;
  serviceId?: string | undefined;
}

/** Something in the place of seats: `lavatory`, `galley`, `closet`, `stairs`, `bassinet`, `bar`, and so on. */
export interface Facility {
  type: string;
  col: number;
  /** @default 1 */
  span?: number | undefined;
}

/** The answer to "which seat?". */
export interface PickSeat {
  row: number;
  seat: string;
}

/** The answer to "which seats?", for several passengers. */
export interface PickSeats {
  selections: { passengerId: string; row: number; seat: string }[];
}

export function isSeat(cell: SeatCell): cell is Seat {
  return cell.type === 'seat';
}

/** All seats of these cabins, from nose to tail and from port to starboard. */
export function seatsOf(cabins: readonly Cabin[]): readonly Seat[] {
  return cabins.flatMap((cabin) => cabin.rows.flatMap((row) => row.cells.filter(isSeat)));
}

/** A cabin's columns from their letters, from port to starboard. Undefined is an aisle. */
export function seatColumns(letters: readonly (string | undefined)[]): SeatColumn[] {
  return letters.map((letter, col): SeatColumn => {
    return letter === undefined ? { kind: 'aisle' } : { kind: 'seat', letter, position: positionAt(letters, col) };
  });
}

function positionAt(letters: readonly (string | undefined)[], col: number): SeatPosition {
  const isSeat = (letter: string | undefined) => letter !== undefined;
  const window = !letters.slice(0, col).some(isSeat) || !letters.slice(col + 1).some(isSeat);
  const aisle = [col - 1, col + 1].some((next) => next in letters && letters[next] === undefined);
  if (window) return aisle ? 'window_aisle' : 'window';
  return aisle ? 'aisle' : 'middle';
}

/** The texts that a person must agree to before taking this seat. Empty for most seats. */
export function disclosuresOf(seat: Seat, words: SeatWords = seatWords): readonly string[] {
  if (seat.disclosures && seat.disclosures.length > 0) return [...new Set(seat.disclosures)];
  if (seat.features?.includes('exit_row')) return [words.exitRow];
  return seat.restrictions?.includes('adult_only') ? [words.adultOnly] : [];
}

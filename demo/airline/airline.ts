import type { Seat, SeatMap } from 'elicitkit/travel';
import { isSeat } from './find-seat.ts';
import type { FlightDay } from './ledger-entry.ts';
import { createLedger, type Ledger } from './ledger.ts';

/** The airline as one call of a tool sees it. */
export interface Airline {
  /** A seat map with the seats taken that others hold, or have tickets for. */
  withTaken(map: SeatMap, flight: FlightDay): SeatMap;
  /** Those of the seats that others hold, or have tickets for. */
  takenOf(seats: readonly string[], flight: FlightDay): string[];
  /** Hold seats. @returns the name of the hold, or null if another call was faster */
  hold(flight: FlightDay, seats: readonly string[], key: string): string | null;
  /** Give a hold back. Null is none. */
  release(hold: string | null, key: string): void;
  /** Turn holds into tickets. @throws if one of them is over */
  ticket(holds: readonly string[], key: string): void;
  /** Give back what this call still holds. */
  releaseAll(): void;
}

export function airlineFor({ callId, owner }: { callId: string; owner: string | undefined }): Airline {
  const by = { visitor: owner ?? callId, call: callId };
  return {
    withTaken: (map, flight) => markTaken(map, new Set(ledger.takenFor(by, flight))),
    takenOf(seats, flight) {
      const taken = ledger.takenFor(by, flight);
      return seats.filter((seat) => taken.includes(seat));
    },
    hold: (flight, seats, key) => ledger.hold(by, flight, seats, key),
    release(hold, key) {
      if (hold !== null) ledger.release(hold, key);
    },
    ticket: (holds, key) => ledger.ticket(holds, key),
    releaseAll: () => ledger.releaseAll(by),
  };
}

/** The flight of a day, as the ledger names it. */
export function flightDayOf({
  flightNumber,
  departure,
}: {
  flightNumber: string;
  departure: { at: string };
}): FlightDay {
  return { number: flightNumber, day: departure.at.slice(0, 10) };
}

const shared = globalThis as { [key: symbol]: Ledger | undefined };

/** One for the process: Vite loads the tools of the chat and of the MCP server apart, and again after each edit. */
export const ledger: Ledger = (shared[Symbol.for('elicitkit.demo-ledger')] ??= createLedger());

function markTaken(map: SeatMap, taken: ReadonlySet<string>): SeatMap {
  if (taken.size === 0) return map;
  const decks = map.decks.map((deck) => ({
    ...deck,
    cabins: deck.cabins.map((cabin) => ({
      ...cabin,
      rows: cabin.rows.map((row) => ({
        ...row,
        cells: row.cells.map((cell) => {
          return isSeat(cell) && taken.has(cell.designator) ? occupied(cell) : cell;
        }),
      })),
    })),
  }));
  return { ...map, decks };
}

function occupied({ offers: _offers, ...seat }: Seat): Seat {
  return { ...seat, state: 'occupied' };
}

import { openHolds, type Booker, type FlightDay, type LedgerEntry } from './ledger-entry.ts';

/**
 * What the airline remembers: its entries and nothing else. What is held now is read from them.
 *
 * A hold lapses after a day, as a call does. Beyond a thousand entries the oldest go.
 */
export interface Ledger {
  /** All that was done for a visitor, oldest first. */
  entriesFor(visitor: string): LedgerEntry[];
  /** The seats of a flight that other calls of this visitor hold, or have tickets for. */
  takenFor(by: Booker, flight: FlightDay): string[];
  /**
   * Hold seats. Once for each key.
   *
   * @returns the name of the hold, or null if another call was faster
   */
  hold(by: Booker, flight: FlightDay, seats: readonly string[], key: string): string | null;
  /** Give a hold back. Once; a hold that is over stays as it is. */
  release(hold: string, key: string): void;
  /** Turn holds into tickets. Once for each key. @throws if one of them is over */
  ticket(holds: readonly string[], key: string): void;
  /** Give back what a call still holds. */
  releaseAll(by: Booker): void;
  /** Go on from these entries, and save all of them after each new one. */
  keep(entries: readonly LedgerEntry[], save: (entries: readonly LedgerEntry[]) => void): void;
}

export function createLedger(now: () => number = Date.now): Ledger {
  let entries: readonly LedgerEntry[] = [];
  let save: (entries: readonly LedgerEntry[]) => void = () => undefined;

  function write(...news: Omit<LedgerEntry, 'at'>[]): void {
    entries = [...entries, ...news.map((entry) => ({ ...entry, at: now() }))].slice(-most);
    save(entries);
  }

  const open = (): LedgerEntry[] => openHolds(entries, now());

  function takenFor({ visitor, call }: Booker, flight: FlightDay): string[] {
    return [...open(), ...entries.filter(({ act }) => act === 'ticketed')]
      .filter(({ by }) => by.visitor === visitor && by.call !== call)
      .filter((entry) => entry.flight.number === flight.number && entry.flight.day === flight.day)
      .flatMap(({ seats }) => seats);
  }

  return {
    entriesFor: (visitor) => entries.filter(({ by }) => by.visitor === visitor),
    takenFor,
    hold(by, flight, seats, key) {
      if (entries.some((entry) => entry.key === key)) return key;
      const taken = takenFor(by, flight);
      if (seats.some((seat) => taken.includes(seat))) return null;
      write({ act: 'held', key, hold: key, flight, seats: [...seats], by });
      return key;
    },
    release(hold, key) {
      const held = open().find((entry) => entry.hold === hold);
      if (held !== undefined) write({ ...held, act: 'released', key });
    },
    ticket(holds, key) {
      if (entries.some((entry) => entry.key === key)) return;
      const held = open().filter(({ hold }) => holds.includes(hold));
      if (held.length < holds.length) throw new Error('The airline no longer holds these seats. Nothing was booked.');
      write(...held.map((entry) => ({ ...entry, act: 'ticketed' as const, key })));
    },
    releaseAll(by) {
      const held = open().filter((entry) => entry.by.visitor === by.visitor && entry.by.call === by.call);
      if (held.length === 0) return;
      write(...held.toReversed().map((entry) => ({ ...entry, act: 'released' as const, key: `${by.call}:end` })));
    },
    keep(kept, saveAll) {
      entries = kept.slice(-most);
      save = saveAll;
    },
  };
}

const most = 1000;

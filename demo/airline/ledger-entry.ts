import * as z from 'zod';

/** One line of the airline's ledger: what it did, once for each key. */
export interface LedgerEntry {
  act: 'held' | 'released' | 'ticketed';
  /** The caller's idempotency key. */
  key: string;
  /** Names the hold: the key that it was made with. */
  hold: string;
  flight: FlightDay;
  /** `["12A", "12B"]` */
  seats: string[];
  by: Booker;
  /** Milliseconds since the Unix epoch. */
  at: number;
}

/** A flight of one day. */
export interface FlightDay {
  /** `"SH 221"` */
  number: string;
  /** Local, such as `"2026-12-01"`. */
  day: string;
}

/** Who books. Each visitor of the demo has the airline to themselves, so that a public demo never sells out. */
export interface Booker {
  visitor: string;
  /** The call of the tool. */
  call: string;
}

const entrySchema: z.ZodType<LedgerEntry> = z.object({
  act: z.enum(['held', 'released', 'ticketed']),
  key: z.string(),
  hold: z.string(),
  flight: z.object({ number: z.string(), day: z.string() }),
  seats: z.array(z.string()),
  by: z.object({ visitor: z.string(), call: z.string() }),
  at: z.number(),
});

export const entriesSchema: z.ZodType<LedgerEntry[]> = z.array(entrySchema);

/**
 * The entries of holds that still count: nothing has ended them, and they have not lapsed.
 *
 * @param now - milliseconds since the Unix epoch. @default the time of the last entry
 */
export function openHolds(entries: readonly LedgerEntry[], now = entries.at(-1)?.at ?? 0): LedgerEntry[] {
  const over = new Set(entries.flatMap(({ act, hold }) => (act === 'held' ? [] : [hold])));
  return entries.filter(({ act, hold, at }) => act === 'held' && !over.has(hold) && at > now - day);
}

const day = 86_400_000;

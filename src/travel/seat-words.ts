import { formatFacts, formatList } from '../words/format.ts';
import { formatNumber } from '../words/formatter.ts';
import { capitalized, spelledOut, type Spoken } from '../words/word-for.ts';
import type { SeatPosition } from './seat-map.ts';

/** The words for a seat and its cabin. The last parameter, `locale`, is for numbers, plurals and lists. */
export interface SeatWords {
  positions: Readonly<Record<SeatPosition, string>>;
  legroom: string;
  /** A feature as airlines name it: `"exit row"` for `"exit_row"`. */
  feature: (name: string) => string;
  /** The price of a free seat. */
  noCharge: string;
  /** The price of a seat whose price is on request. */
  unpriced: string;
  occupied: string;
  /** A blocked seat: `"kept by the airline"`. */
  kept: string;
  notOffered: string;
  /** Facilities near a seat, out of `lavatory`, `galley`, `stairs` and `bar`: `"near lavatory and galley"`. */
  near: (facilities: readonly string[], locale: string) => string;
  /** The name of a cabin: `"Premium economy"` for `"premium_economy"`. */
  cabin: (name: string) => string;
  /** A cabin, for screen readers: `"Economy, rows 48 to 88, 10 across"`. `name` is empty if the map does not say. */
  wholeCabin: (
    name: string,
    rows: readonly [first: number, last: number] | undefined,
    across: number,
    locale: string,
  ) => string;
  /** The text to agree to before taking an exit-row seat, if the airline gives none. */
  exitRow: string;
  adultOnly: string;
}

/** In English. */
export const seatWords: Spoken<SeatWords> = {
  locale: 'en',
  positions: { window: 'window', middle: 'middle', aisle: 'aisle', window_aisle: 'window and aisle' },
  legroom: 'extra legroom',
  feature: spelledOut,
  noCharge: 'included',
  unpriced: 'price on request',
  occupied: 'taken',
  kept: 'kept by the airline',
  notOffered: 'not available',
  near: (facilities, locale) => `near ${formatList(locale, facilities, 'and')}`,
  cabin: (name) => capitalized(spelledOut(name), 'en'),
  wholeCabin(name, rows, across, locale) {
    const facts = [name || 'Cabin'];
    if (rows) facts.push(rows[0] === rows[1] ? `row ${rows[0]}` : `rows ${rows[0]} to ${rows[1]}`);
    return formatFacts(locale, [...facts, `${formatNumber(locale, across)} across`]);
  },
  exitRow: 'Exit row: you must be able and willing to help the crew in an emergency.',
  adultOnly: 'Only an adult may sit here.',
};

import { createContext, useContext, type KeyboardEvent } from 'react';
import type { FlightBadge } from '../../travel/flight-badges.ts';
import type { FlightSort } from '../../travel/flight-sort.ts';
import type { Carrier, Flight } from '../../travel/flight.ts';
import type { Spoken } from '../../words/spoken.ts';
import type { FlightListMessages } from './words.ts';

/** What the parts of a list share. */
export interface FlightListState {
  id: string;
  words: Spoken<FlightListMessages>;
  /** Every flight that was given, in the order given; the words of these and of `matching` are as they came. */
  flights: readonly Flight[];
  /** What sorting and filtering leave, in the order to show. */
  matching: readonly Flight[];
  /** As many of those as are on show, in words that are safe to show. */
  shown: readonly Flight[];
  chosen: Flight | undefined;
  /** The one that the tab key reaches: the chosen one where it is on show, else the first that can be chosen. */
  atHand: Flight | undefined;
  badges: ReadonlyMap<string, FlightBadge>;
  sorts: readonly FlightSort[];
  sort: FlightSort;
  /** Undefined where the filter would make no difference. */
  nonstopOnly: boolean | undefined;
  /** How many flights "Show more" brings; 0 where all are on show. */
  next: number;
  failed: boolean;
  locale: string | undefined;
  logoOf: ((carrier: Carrier) => string | undefined) | undefined;
  onDecline: (() => void) | undefined;
  choose: (flightId: string) => void;
  sortBy: (sort: FlightSort) => void;
  showNonstopOnly: (only: boolean) => void;
  showMore: () => void;
  commit: () => void;
  /** For the radios: Enter answers. */
  onKeyDown: (event: KeyboardEvent) => void;
}

export const FlightListContext = createContext<FlightListState | undefined>(undefined);

/** @throws {Error} outside `FlightListRoot` */
export function useFlightList(part: string): FlightListState {
  const state = useContext(FlightListContext);
  if (!state) throw new Error(`<${part}> stands outside <FlightListRoot>, which holds the flights. Put it inside.`);
  return state;
}

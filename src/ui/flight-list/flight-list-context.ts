import { createContext, useContext, type KeyboardEvent } from 'react';
import type { FlightBadge, FlightSort } from '../../travel/flight-sort.ts';
import type { Carrier, Flight } from '../../travel/flight.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { Store } from '../parts/store.ts';
import type { FlightListMessages } from './words.ts';

/** What the parts of a list share. */
export interface FlightListState {
  words: Spoken<FlightListMessages>;
  /** Every offer that was given, in the order given; the words of these and of `matching` are as they came. */
  flights: readonly Flight[];
  /** What sorting and filtering leave, in the order to show: of each flight its cheapest fare. */
  matching: readonly Flight[];
  /** As many of those as are on show, in words that are safe to show. */
  shown: readonly Flight[];
  /** How many there are without the filter. */
  count: number;
  chosen: Flight | undefined;
  sorts: readonly FlightSort[];
  sort: FlightSort;
  /** Undefined where the filter would make no difference. */
  nonstopOnly: boolean | undefined;
  /** How many flights "Show more" brings; 0 where all are on show. */
  next: number;
  failed: boolean;
  locale: string | undefined;
  onDecline: (() => void) | undefined;
  sortBy: (sort: FlightSort) => void;
  showNonstopOnly: (only: boolean) => void;
  showMore: () => void;
  commit: () => void;
}

/** What a row needs. It stays the same while a person chooses: which row is chosen, each asks `choice`. */
export interface FlightRowsState {
  id: string;
  words: Spoken<FlightListMessages>;
  locale: string | undefined;
  logoOf: ((carrier: Carrier) => string | undefined) | undefined;
  choice: Store<string | undefined>;
  /** The fares of each flight, the cheapest first, by the id of that one. */
  fares: ReadonlyMap<string, readonly Flight[]>;
  badges: ReadonlyMap<string, Badge>;
  /** The ids of all fares on show that can be chosen, in order. */
  open: ReadonlySet<string>;
  choose: (flightId: string) => void;
  /** For the radios: Enter answers. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What stands on a card; without `tone` it is the host's own. */
export interface Badge {
  text: string;
  tone?: FlightBadge | undefined;
}

export const FlightListContext = createContext<FlightListState | undefined>(undefined);
export const FlightRowsContext = createContext<FlightRowsState | undefined>(undefined);

/** @throws {Error} outside `FlightListParts.Root` */
export const useFlightList = (part: string): FlightListState => inside(useContext(FlightListContext), part);

/** @throws {Error} outside `FlightListParts.Root` */
export const useFlightRows = (part: string): FlightRowsState => inside(useContext(FlightRowsContext), part);

function inside<T>(state: T | undefined, part: string): T {
  if (!state) {
    throw new Error(
      `<FlightListParts.${part}> stands outside <FlightListParts.Root>, which holds the flights. Put it inside.`,
    );
  }
  return state;
}

import type { KeyboardEvent } from 'react';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import type { FlightBadge, FlightSort } from '../../travel/flight-sort.ts';
import type { Carrier, Flight } from '../../travel/flight.ts';
import type { Spoken } from '../../words/word-for.ts';
import { partContext } from '../parts/part-context.ts';
import type { Store } from '../parts/store.ts';
import type { FlightListMessages } from './words.ts';

/** The state that the parts of a list share. */
export interface FlightListState {
  words: Spoken<FlightListMessages>;
  /** Every offer, in the order given. */
  flights: readonly Flight[];
  /** The flights after sorting and filtering, each as its cheapest fare. */
  matching: readonly Flight[];
  /** The first of those, as many as are shown. */
  shown: readonly Flight[];
  /** The number of flights without the filter. */
  count: number;
  /** The chosen flight in words. */
  chosen: ReceiptWords | undefined;
  sorts: readonly FlightSort[];
  sort: FlightSort;
  /** Undefined if the filter would make no difference. */
  nonstopOnly: boolean | undefined;
  /** How many flights "Show more" adds; 0 if all are shown. */
  next: number;
  locale: string | undefined;
  onDecline: (() => void) | undefined;
  sortBy: (sort: FlightSort) => void;
  showNonstopOnly: (only: boolean) => void;
  showMore: () => void;
  commit: () => void;
}

/** The state that a row needs. It does not change with the choice: each row subscribes to `choice` for that. */
export interface FlightRowsState {
  id: string;
  words: Spoken<FlightListMessages>;
  locale: string | undefined;
  logoOf: ((carrier: Carrier) => string | undefined) | undefined;
  choice: Store<string | undefined>;
  /** The fares of each flight, cheapest first, by the id of the cheapest. */
  fares: ReadonlyMap<string, readonly Flight[]>;
  badges: ReadonlyMap<string, Badge>;
  /** The ids of all shown fares that can be chosen, in order. */
  open: ReadonlySet<string>;
  choose: (flightId: string) => void;
  /** For the radios: Enter submits the answer. */
  onKeyDown: (event: KeyboardEvent) => void;
}

/** A card's badge. The list's own badges have a `tone`, the host's do not. */
export interface Badge {
  text: string;
  tone?: FlightBadge | undefined;
}

export const [FlightListProvider, useFlightList] = partContext<FlightListState>('FlightListParts.Root', 'the flights');
export const [FlightRowsProvider, useFlightRows] = partContext<FlightRowsState>('FlightListParts.Root', 'the flights');

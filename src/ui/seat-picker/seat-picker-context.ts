import type { ReactNode } from 'react';
import type { Passenger } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/word-for.ts';
import { partContext } from '../parts/part-context.ts';
import type { SeatMarks } from './seat-mark.ts';
import type { MapView, SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

/** What a root tells the parts of its picker. */
export interface PickerState {
  id: string;
  title: string;
  /** The locale for prices; undefined means the browser's. */
  locale: string | undefined;
  /** The flight, as one line. */
  subtitle: string;
  view: MapView;
  /** The seat of the current passenger. */
  chosenKey: string | undefined;
  /** The seat that was refused last. */
  refusedKey: string | undefined;
  marks: SeatMarks;
  toggle: (seat: SeatView) => void;
  /** Set in a picker of several seats. */
  passengers: PassengersState | undefined;
  /** The texts that the person must agree to first. */
  disclosures: readonly string[];
  agreed: boolean;
  agree: (agreed: boolean) => void;
  /** The text of the main button. */
  confirm: string;
  /** The price of all seats together, and how many passengers have one. */
  total: { price: string | undefined; seated: string } | undefined;
  /** The text while nothing is chosen. */
  none: string;
  /** Whether no passenger can have any seat. */
  soldOut: boolean;
  /** The legend's text for seats that the current passenger cannot have. */
  barred: string;
  /** What the answer still needs. */
  lacks: 'seat' | 'agreement' | undefined;
  commit: () => void;
}

/** The state that the parts of a picker share. */
export interface SeatPickerState extends PickerState {
  words: Spoken<SeatPickerWords>;
  onDecline: (() => void) | undefined;
  /** Whether a list replaces the map. */
  asList: boolean;
  showList: (asList: boolean) => void;
  /** The id of the highlighted tier. */
  tier: string | undefined;
  showTier: (id: string | undefined) => void;
  /** The seat under the pointer or the focus. */
  looked: SeatView | undefined;
  lookAt: (seat: SeatView | undefined) => void;
  /** The reason that the map is read-only. */
  closed: string | undefined;
  /** Shows the map although every seat is taken; undefined if the map is already shown. */
  seeMap: (() => void) | undefined;
  loading: boolean;
  error: string | undefined;
  onReload: (() => void) | undefined;
  /** Whether the map is not shown: it is loading, failed to load, or has no seat left. */
  missing: boolean;
}

/** The passengers, and which of them is being seated. */
export interface PassengersState {
  /** Shows who is being seated, at the top of the side. */
  list: ReactNode;
  /** The name of the group of passengers. */
  label: string;
  people: readonly Passenger[];
  current: Passenger | undefined;
  seatOf: (passengerId: string) => SeatView | undefined;
  /** `"Adult"`; nothing for a person whose name begins with it. */
  typeOf: (person: Passenger) => string | undefined;
  /** `"Aisle, for Mo"` */
  placeFor: (place: string, name: string) => string;
  /** How far a seat is from the nearest other passenger's: `"3 rows behind Ada"`. Undefined if there is none. */
  rowsFrom: (seat: SeatView) => string | undefined;
  turnTo: (passengerId: string) => void;
}

export const [SeatPickerProvider, useSeatPicker] = partContext<SeatPickerState>('SeatPickerParts.Root', 'the seats');

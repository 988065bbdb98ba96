import { createContext, useContext } from 'react';
import type { Passenger } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/spoken.ts';
import type { SeatMarks } from './seat-mark.ts';
import type { MapView, SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

/** What the parts of a picker share. */
export interface SeatPickerState {
  id: string;
  words: Spoken<SeatPickerWords>;
  title: string;
  /** For money; undefined is the browser's own. */
  locale: string | undefined;
  /** Which flight it is. */
  subtitle: string;
  view: MapView;
  /** The seat of the person who is choosing now. */
  chosenKey: string | undefined;
  marks: SeatMarks;
  toggle: (seat: SeatView) => void;
  /** Set where several are seated. */
  passengers: PassengersState | undefined;
  /** What must have been read before the answer is given. */
  disclosures: readonly string[];
  agreed: boolean;
  agree: (agreed: boolean) => void;
  /** What will be answered; undefined while nothing is. */
  summary: SeatSummary | undefined;
  /** What there is to say while nothing is chosen. */
  none: string;
  ready: boolean;
  failed: boolean;
  commit: () => void;
  onDecline: (() => void) | undefined;
  /** Whether the seats stand in a list in place of the map. */
  asList: boolean;
  showList: (asList: boolean) => void;
  loading: boolean;
  error: string | undefined;
  onReload: (() => void) | undefined;
  /** Nothing is there to choose from: it loads, or could not be had. */
  missing: boolean;
}

/** The chosen seats, and what is to be said of them. */
export interface SeatSummary {
  seats: string;
  facts: string;
  /** What they cost together. */
  total?: string | undefined;
}

/** Who is seated, one after the other. */
export interface PassengersState {
  /** The name of their chips. */
  label: string;
  people: readonly Passenger[];
  current: Passenger | undefined;
  /** Somebody's seat, and what it costs: `"54A · £22.19"`. */
  seatOf: (passengerId: string) => string | undefined;
  turnTo: (passengerId: string) => void;
}

export const SeatPickerContext = createContext<SeatPickerState | undefined>(undefined);

/** @throws {Error} outside `SeatPickerRoot` and `PassengerSeatPickerRoot` */
export function useSeatPicker(part: string): SeatPickerState {
  const state = useContext(SeatPickerContext);
  if (!state) throw new Error(`<${part}> stands outside <SeatPickerRoot>, which holds the seats. Put it inside.`);
  return state;
}

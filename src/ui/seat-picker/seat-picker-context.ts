import { createContext, useContext, type ReactNode } from 'react';
import type { Passenger } from '../../travel/seat-map.ts';
import type { Spoken } from '../../words/word-for.ts';
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
  /** What the main button says. */
  confirm: string;
  /** What several seats cost together, and how many of the party have one. */
  total: { price: string | undefined; seated: string } | undefined;
  /** What there is to say while nothing is chosen. */
  none: string;
  /** Nobody can be seated any more. */
  soldOut: boolean;
  /** What the legend says of seats that are not for who is choosing. */
  barred: string;
  ready: boolean;
  failed: boolean;
  commit: () => void;
  onDecline: (() => void) | undefined;
  /** Whether the seats stand in a list in place of the map. */
  asList: boolean;
  showList: (asList: boolean) => void;
  /** The id of the tier that is looked for. */
  tier: string | undefined;
  showTier: (id: string | undefined) => void;
  /** A seat that is looked at, and not chosen. */
  looked: SeatView | undefined;
  lookAt: (seat: SeatView | undefined) => void;
  /** Why the map may be looked at and no more. */
  closed: string | undefined;
  /** Show the map though every seat is taken; undefined where it is shown. */
  seeMap: (() => void) | undefined;
  loading: boolean;
  error: string | undefined;
  onReload: (() => void) | undefined;
  /** No map is shown: it loads, could not be had, or has no seat left. */
  missing: boolean;
}

/** Who is seated, one after the other. */
export interface PassengersState {
  /** Says who is being seated, at the head of the side. */
  list: ReactNode;
  /** The name of their group. */
  label: string;
  people: readonly Passenger[];
  current: Passenger | undefined;
  seatOf: (passengerId: string) => SeatView | undefined;
  /** `"Adult"` */
  typeOf: (person: Passenger) => string | undefined;
  /** `"Aisle, for Mo"` */
  placeFor: (place: string, name: string) => string;
  /** How far a seat is from the nearest of the others: `"3 rows behind Ada"`; undefined where nobody else has one. */
  rowsFrom: (seat: SeatView) => string | undefined;
  turnTo: (passengerId: string) => void;
}

export const SeatPickerContext = createContext<SeatPickerState | undefined>(undefined);

/** @throws {Error} outside `SeatPickerParts.Root` and `SeatPickerParts.PassengerRoot` */
export function useSeatPicker(part: string): SeatPickerState {
  const state = useContext(SeatPickerContext);
  if (!state) {
    throw new Error(
      `<SeatPickerParts.${part}> stands outside <SeatPickerParts.Root>, which holds the seats. Put it inside.`,
    );
  }
  return state;
}

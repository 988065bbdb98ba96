import type { ComponentPropsWithoutRef } from 'react';
import type { Spoken } from '../../words/spoken.ts';
import type { SeatMark } from './seat-mark.ts';
import type { SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

/** What is to be drawn of one seat. */
export interface SeatPickerSeatState {
  view: SeatView;
  /** Whose seat it is; undefined for nobody's. */
  mark: SeatMark | undefined;
  /** Whether the tab key reaches it. */
  stop: boolean;
}

type ButtonProps = ComponentPropsWithoutRef<'button'> & { [name: `data-${string}`]: string | undefined };

/** What the button of a seat carries. */
export function seatProps({ view, mark, stop }: SeatPickerSeatState, words: Spoken<SeatPickerWords>): ButtonProps {
  const { seat, kind, key, name } = view;
  const free = seat.state === 'available';
  return {
    'data-part': 'seat',
    'data-seat': key,
    'data-kind': kind,
    'data-state': mark ? (mark.mine ? 'selected' : 'held') : free ? 'available' : 'taken',
    'data-mark': mark?.initials,
    'aria-label': mark?.owner ? words.joined([name, mark.owner]) : name,
    'aria-pressed': free || mark ? (mark?.mine ?? false) : undefined,
    'aria-disabled': free || mark ? undefined : true,
    tabIndex: stop ? 0 : -1,
  };
}

import type { ComponentPropsWithoutRef } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import type { SeatMark } from './seat-mark.ts';
import type { SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';
import { formatFacts } from '../../words/format.ts';

/** What one seat is drawn from. */
export interface SeatPickerSeatState {
  view: SeatView;
  /** Set if the seat is chosen: for whom. */
  mark: SeatMark | undefined;
  /** Whether it is the tab stop. */
  stop: boolean;
  /** Whether it belongs to the highlighted tier. */
  sought?: boolean | undefined;
}

type ButtonProps = ComponentPropsWithoutRef<'button'> & { [name: `data-${string}`]: string | undefined };

/** The props of a seat's button. */
export function seatProps(
  { view, mark, stop, sought }: SeatPickerSeatState,
  words: Spoken<SeatPickerWords>,
): ButtonProps {
  const { seat, tier, legroom, note, key, name } = view;
  const free = seat.state === 'available';
  const barred = seat.state === 'restricted';
  const plain = free && !mark;
  return {
    'data-elicit': 'seat',
    'data-seat': key,
    'data-state': mark ? (mark.mine ? 'selected' : 'held') : free ? 'available' : barred ? 'barred' : 'taken',
    'data-letter': plain || barred ? seat.seat.slice(0, 2) : undefined,
    'data-tier': plain ? `${tier?.level ?? 0}` : undefined,
    'data-sought': plain && sought ? '' : undefined,
    'data-legroom': plain && legroom ? '' : undefined,
    'data-note': plain && note ? '' : undefined,
    'data-mark': mark?.initials,
    'aria-label': mark?.owner ? formatFacts(words.locale, [name, mark.owner]) : name,
    'aria-pressed': free || mark ? (mark?.mine ?? false) : undefined,
    'aria-disabled': free || mark ? undefined : true,
    tabIndex: stop ? 0 : -1,
  };
}

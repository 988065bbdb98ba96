import type { ReactElement } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import { seatProps, type SeatPickerSeatState } from './seat-props.ts';
import type { SeatView } from './seat-views.ts';
import type { SeatPickerWords } from './words.ts';

/**
 * A seat's button. It returns the same element until something about the seat changes, so React skips it. A plain
 * function is cheaper than a component for each of hundreds of seats.
 */
export function seatButton(state: SeatPickerSeatState, words: Spoken<SeatPickerWords>): ReactElement {
  const { view, mark, stop, sought } = state;
  let last = drawn.get(view);
  if (!last || last.mark !== mark || last.stop !== stop || last.sought !== sought || last.words !== words) {
    last = { mark, stop, sought, words, button: <button type="button" {...seatProps(state, words)} /> };
    drawn.set(view, last);
  }
  return last.button;
}

type Drawn = Omit<SeatPickerSeatState, 'view'> & { words: SeatPickerWords; button: ReactElement };

const drawn = new WeakMap<SeatView, Drawn>();

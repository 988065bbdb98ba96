import type { ReactNode } from 'react';
import { capitalized, told } from '../../words/word-for.ts';
import { useSeatPicker } from './seat-picker-context.ts';

/** The highlighted seat, else the chosen one or the one that was refused, and the price of all. It takes up space from the start, so that no choice moves the map. */
export function SeatPickerDetail(): ReactNode {
  const { view, chosenKey, refusedKey, looked, marks, passengers, total, none, words } = useSeatPicker('Footer');
  const seat = looked ?? view.byKey.get(chosenKey ?? refusedKey ?? '');
  const sum = total && (
    <span data-elicit="summary" dir="auto">
      {total.price && <strong data-elicit="total">{total.price}</strong>} <span data-elicit="">{total.seated}</span>
    </span>
  );
  if (!seat) {
    return (
      <div data-elicit="detail" data-state="empty">
        <p data-elicit="detail-text" dir="auto">
          <span data-elicit="">{none}</span> {sum}
        </p>
      </div>
    );
  }
  // Three facts at most: more would move the buttons.
  const facts = told([passengers?.rowsFrom(seat), ...seat.facts]).slice(0, 3);
  const chosen = seat.key === chosenKey;
  const name = chosen && passengers?.current?.name;
  const place = name ? passengers.placeFor(seat.place, name) : seat.place;
  // "Price on request" is too long for bold beside the place, and too important to be cut off.
  const unpriced = seat.seat.price === null;
  const state = chosen ? words.forFlight : (marks.get(seat.key)?.owner ?? words.notChosen);
  const standing = seat.why ?? (unpriced ? seat.price : chosen && (sum || !seat.price) ? undefined : state);
  return (
    <div data-elicit="detail" data-state={chosen ? 'selected' : 'available'}>
      <span data-elicit="detail-seat">{seat.seat.designator}</span>
      <p data-elicit="detail-text" dir="auto">
        <strong data-elicit="">{place}</strong>{' '}
        <span data-elicit="">{capitalized(facts.join(' · '), words.locale)}</span>
      </p>
      <p data-elicit="detail-price">
        {!seat.why && seat.price && !unpriced && !(chosen && total?.price) && (
          <strong data-elicit="">{seat.price}</strong>
        )}{' '}
        {standing && <span data-elicit="">{standing}</span>} {sum}
      </p>
    </div>
  );
}

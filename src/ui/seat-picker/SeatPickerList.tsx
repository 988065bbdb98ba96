import { forwardRef, useId, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { cabinLabel } from '../../travel/seat-name.ts';
import { told } from '../../words/told.ts';
import { useSeatPicker } from './seat-picker-context.ts';

/** The free seats as a native list, for who would rather not walk a map; nothing while the map is shown. */
export const SeatPickerList = forwardRef(function SeatPickerList(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const { view, chosenKey, marks, toggle, missing, asList, words } = useSeatPicker('SeatPickerList');
  if (missing || !asList) return null;
  const cabins = view.decks.flatMap(({ deck, cabins: ofDeck }) => ofDeck.map((cabin) => ({ deck, ...cabin })));
  return (
    <div data-part="list" {...props} ref={ref}>
      <label htmlFor={id}>{words.seat}</label>{' '}
      <select
        id={id}
        value={chosenKey ?? ''}
        onChange={(event) => {
          const seat = view.byKey.get(event.target.value);
          if (seat) toggle(seat);
        }}
      >
        <option value="" disabled>
          {words.choose}
        </option>
        {cabins.map(({ deck, cabin, rows }) => {
          const free = rows.flatMap((row) => row.seats).filter(({ seat }) => seat.state === 'available');
          if (free.length === 0) return null;
          const options = free.map(({ key, name }) => (
            <option key={key} value={key}>
              {words.joined(told([name, marks.get(key)?.owner]))}
            </option>
          ));
          const label = words.joined(told([view.decks.length > 1 && deck.label, cabinLabel(cabin, words)]));
          const group = `${deck.id} ${cabin.id}`;
          return label ? (
            <optgroup key={group} label={label}>
              {options}
            </optgroup>
          ) : (
            options
          );
        })}
      </select>
    </div>
  );
});

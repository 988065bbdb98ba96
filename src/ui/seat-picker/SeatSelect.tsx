import { useId, type ReactNode } from 'react';
import { cabinLabel } from '../../travel/seat-name.ts';
import type { SeatMarks } from './seat-mark.ts';
import type { MapView, SeatView } from './seat-views.ts';
import { words } from './words.ts';

interface SeatSelectProps {
  view: MapView;
  chosenKey: string | undefined;
  marks: SeatMarks;
  onToggle: (seat: SeatView) => void;
}

/** The free seats as a native list, for who would rather not walk a map. */
export function SeatSelect({ view, chosenKey, marks, onToggle }: SeatSelectProps): ReactNode {
  const id = useId();
  const cabins = view.decks.flatMap(({ deck, cabins: ofDeck }) => ofDeck.map((cabin) => ({ deck, ...cabin })));
  return (
    <div data-part="list">
      <label htmlFor={id}>{words.seat}</label>
      <select
        id={id}
        value={chosenKey ?? ''}
        onChange={(event) => {
          const seat = view.byKey.get(event.target.value);
          if (seat) onToggle(seat);
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
              {[name, marks.get(key)?.owner].filter(Boolean).join(', ')}
            </option>
          ));
          const label = [view.decks.length > 1 && deck.label, cabinLabel(cabin)].filter(Boolean).join(', ');
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
}

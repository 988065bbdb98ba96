import { forwardRef, useState, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { cabinLabel } from '../../travel/seat-name.ts';
import { formatFacts } from '../../words/format.ts';
import { told } from '../../words/word-for.ts';
import { Chip } from '../parts/Chip.tsx';
import { byPrice, type SeatView } from './seat-views.ts';
import { useSeatPicker } from './seat-picker-context.ts';
import { useRoving } from './useRoving.ts';

/**
 * The free seats of all decks as a list, instead of the map: sorted by price, or window or aisle seats first. It has
 * one tab stop; arrow keys move within it. Absent while the map is shown.
 */
export const SeatPickerList = forwardRef(function SeatPickerList(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { missing, asList } = useSeatPicker('List');
  return missing || !asList ? null : <ListOfSeats {...props} ref={ref} />;
});

const ListOfSeats = forwardRef(function ListOfSeats(
  props: ComponentPropsWithoutRef<'div'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { view, chosenKey, marks, toggle, words } = useSeatPicker('List');
  const [sort, setSort] = useState<keyof typeof words.sorts>('price');
  const [isWhole, showAll] = useState(false);

  const cabins = view.decks.flatMap(({ deck, cabins: ofDeck }) => ofDeck.map((cabin) => ({ deck, ...cabin })));
  // Don't repeat the cabin's name at every seat if there is only one cabin.
  const whereOf = new Map(
    cabins.flatMap(({ deck, cabin, rows }) => {
      const where = told([cabins.length > 1 && cabinLabel(cabin, words), view.decks.length > 1 && deck.label]);
      return rows.flatMap(({ seats }) => seats.map(({ key }) => [key, where] as const));
    }),
  );
  const free = [...view.byKey.values()].filter(({ seat, key }) => seat.state === 'available' || marks.has(key));
  const sorted = free.toSorted((a, b) => placeIn(sort, a) - placeIn(sort, b) || byPrice(a, b));
  const chosenAt = sorted.findIndex(({ key }) => key === chosenKey);
  const shown = isWhole ? sorted : sorted.slice(0, Math.max(few, chosenAt + 1));
  const { line, tabIndexOf } = useRoving({}, shown.length, chosenAt);

  return (
    <div data-elicit="list" {...props} ref={ref}>
      <div role="group" aria-label={words.sort} data-elicit="chips">
        {(['price', 'window', 'aisle'] as const).map((by) => (
          <Chip key={by} pressed={by === sort} onPress={() => setSort(by)}>
            {words.sorts[by]}
          </Chip>
        ))}
      </div>
      <div role="group" aria-label={words.seats} data-elicit="seats" {...line}>
        {shown.map((seat, i) => {
          const mark = marks.get(seat.key);
          return (
            <button
              key={seat.key}
              type="button"
              data-elicit="seat-item"
              data-state={mark ? (mark.mine ? 'selected' : 'held') : 'available'}
              aria-pressed={seat.key === chosenKey}
              tabIndex={tabIndexOf(i)}
              onClick={() => toggle(seat)}
            >
              <span data-elicit="detail-seat">{seat.seat.designator}</span>{' '}
              <span data-elicit="detail-text">
                <strong data-elicit="">{seat.place}</strong>{' '}
                {formatFacts(words.locale, [...seat.facts, ...(whereOf.get(seat.key) ?? [])])}
              </span>{' '}
              <span data-elicit="detail-price">
                <strong data-elicit="">{seat.price}</strong> {mark && <span data-elicit="">{mark.owner}</span>}
              </span>
            </button>
          );
        })}
      </div>
      {shown.length < sorted.length && (
        <button type="button" data-elicit="more" onClick={() => showAll(true)}>
          {words.moreSeats(sorted.length, words.locale)}
        </button>
      )}
    </div>
  );
});

const few = 12;

/** Sort the wanted positions first. */
function placeIn(sort: 'price' | 'window' | 'aisle', { position }: SeatView): number {
  return sort === 'price' || position?.includes(sort) ? 0 : 1;
}

import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { useSeatPicker } from './seat-picker-context.ts';
import { useRoving } from './useRoving.ts';

/** A radio for each passenger, with their seat. The checked one is being seated. Absent in a picker of one seat. */
export const SeatPickerPassengers = forwardRef(function SeatPickerPassengers(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { passengers, missing } = useSeatPicker('Passengers');
  const { label, people = [], current, seatOf, typeOf, turnTo } = passengers ?? {};
  const { line, tabIndexOf } = useRoving(
    props,
    people.length,
    people.findIndex((person) => person === current),
    true,
  );
  if (!passengers || missing) return null;
  return (
    <div role="radiogroup" aria-label={label} data-elicit="passengers" {...props} {...line} ref={ref}>
      {people.map((person, i) => {
        const seat = seatOf?.(person.id);
        const type = typeOf?.(person);
        const active = person === current;
        return (
          <button
            key={person.id}
            type="button"
            role="radio"
            aria-checked={active}
            data-elicit="passenger"
            data-state={active ? 'selected' : seat ? 'held' : 'available'}
            tabIndex={tabIndexOf(i)}
            onClick={() => turnTo?.(person.id)}
          >
            <span data-elicit="initials" aria-hidden="true">
              {person.initials}
            </span>{' '}
            <span data-elicit="passenger-name" dir="auto">
              <bdi data-elicit="">{person.name}</bdi> {type && <small data-elicit="">{type}</small>}
            </span>
            {seat && (
              <span data-elicit="passenger-seat">
                {' '}
                <span data-elicit="">{seat.seat.designator}</span>{' '}
                {seat.price && <small data-elicit="">{seat.price}</small>}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
});

import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import { Chip } from '../parts/Chip.tsx';
import { useSeatPicker } from './seat-picker-context.ts';

/** A chip for each passenger: who is being seated, and where the others sit; nothing in a picker of one seat. */
export const SeatPickerPassengers = forwardRef(function SeatPickerPassengers(
  props: Omit<ComponentPropsWithoutRef<'div'>, 'children'>,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { passengers, missing } = useSeatPicker('SeatPickerPassengers');
  if (!passengers || missing) return null;
  const { label, people, current, seatOf, turnTo } = passengers;
  return (
    <div role="group" aria-label={label} data-part="chips" {...props} ref={ref}>
      {people.map((person) => {
        const seat = seatOf(person.id);
        return (
          <Chip key={person.id} pressed={person === current} onPress={() => turnTo(person.id)}>
            <span data-part="initials" aria-hidden="true">
              {person.initials}
            </span>{' '}
            <span data-part="chip-name" dir="auto">
              <bdi>{person.name}</bdi>
              {seat && ` · ${seat}`}
            </span>
          </Chip>
        );
      })}
    </div>
  );
});

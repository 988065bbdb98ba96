import type { ReactNode } from 'react';
import type { Passenger } from '../../travel/seat-map.ts';
import { Chip } from '../parts/Chip.tsx';
import { words } from './words.ts';

interface PassengerChipsProps {
  people: readonly Passenger[];
  current: Passenger | undefined;
  seatOf: (passengerId: string) => string | undefined;
  onChange: (passengerId: string) => void;
}

/** A chip for each passenger: who is being seated, and where the others sit. */
export function PassengerChips({ people, current, seatOf, onChange }: PassengerChipsProps): ReactNode {
  return (
    <div role="group" aria-label={words.passengers} data-part="chips">
      {people.map((person) => {
        const seat = seatOf(person.id);
        return (
          <Chip key={person.id} pressed={person === current} onPress={() => onChange(person.id)}>
            <span data-part="initials" aria-hidden="true">
              {person.initials}
            </span>
            <span data-part="chip-name">
              <bdi>{person.name}</bdi>
              {seat && ` · ${seat}`}
            </span>
          </Chip>
        );
      })}
    </div>
  );
}

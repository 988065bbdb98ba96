import type { PickSeats, SeatMap, Segment } from 'elicitkit/travel';
import type { Traveller } from './party.ts';
import type { TripFlight } from './trip.ts';

/** One flight with its seat map, the chosen seats, and the airline's name for the hold on them. */
export interface Seated {
  segment: Segment;
  seatMap: SeatMap;
  answer: PickSeats;
  hold: string;
}

/** An answer's seats with the travellers' names, in the party's order. */
export function seatsOf({ selections }: PickSeats, party: readonly Traveller[]): TripFlight['seats'] {
  return party.flatMap(({ id, name }) => {
    const own = selections.find(({ passengerId }) => passengerId === id);
    return own ? [{ traveller: name, seat: `${own.row}${own.seat}` }] : [];
  });
}

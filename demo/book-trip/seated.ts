import type { PickSeats, SeatMap, Segment } from 'elicitkit/travel';
import type { Traveller } from './party.ts';
import type { TripFlight } from './trip.ts';

/** Who sits where on one of the flights. */
export interface Seated {
  segment: Segment;
  seatMap: SeatMap;
  answer: PickSeats;
}

/** The seats of an answer by the travellers' names, in their order. */
export function seatsOf({ selections }: PickSeats, party: readonly Traveller[]): TripFlight['seats'] {
  return party.flatMap(({ id, name }) => {
    const own = selections.find(({ passengerId }) => passengerId === id);
    return own ? [{ traveller: name, seat: `${own.row}${own.seat}` }] : [];
  });
}

import type { PickSeats, SeatMap } from 'elicitkit/travel';
import { findSeat } from '../airline/find-seat.ts';

/** What is wrong with an answer to "which seats?", in words for the person. Undefined if nothing is. */
export function checkSeats(map: SeatMap, { selections }: PickSeats): string[] | undefined {
  const party = map.passengers ?? [];
  const issues = [
    ...party.flatMap(({ id, name }) => {
      const seats = selections.filter(({ passengerId }) => passengerId === id).length;
      return seats === 1 ? [] : [seats === 0 ? `${name} has no seat yet.` : `${name} can have only one seat.`];
    }),
    ...selections.flatMap((selection) => checkSeat(map, selection) ?? []),
    ...selections.flatMap(({ row, seat }, index) => {
      const isTwice = selections.findIndex((other) => other.row === row && other.seat === seat) < index;
      return isTwice ? [`Seat ${row}${seat} was given out twice.`] : [];
    }),
  ];
  return issues.length > 0 ? issues : undefined;
}

function checkSeat(map: SeatMap, selection: PickSeats['selections'][number]): string | undefined {
  const passenger = map.passengers?.find(({ id }) => id === selection.passengerId);
  if (passenger === undefined) return 'That person is not on this trip.';
  const seat = findSeat(map, selection);
  if (seat === undefined)
    return `There is no seat ${selection.row}${selection.seat} on this aircraft. Pick one from the map.`;
  if (seat.state === 'occupied') return `Seat ${seat.designator} is taken. Pick another one.`;
  if (seat.state !== 'available') return `Seat ${seat.designator} is not for sale. Pick another one.`;
  if (passenger.type === 'child' && seat.features?.includes('exit_row')) {
    return `${passenger.name} cannot sit in an exit row: pick another seat than ${seat.designator}.`;
  }
  const isOffered = seat.offers?.some((offer) => offer.passengerId === passenger.id && offer.state === 'available');
  return (isOffered ?? true) ? undefined : `${passenger.name} cannot have seat ${seat.designator}. Pick another one.`;
}

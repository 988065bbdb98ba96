import type { PickSeat, Seat, SeatCell, SeatMap } from 'elicitkit/travel';

/** The seat that an answer names, or undefined if the map does not have it. */
export function findSeat(map: SeatMap, { row, seat }: PickSeat): Seat | undefined {
  const rows = map.decks.flatMap(({ cabins }) => cabins.flatMap((cabin) => cabin.rows));
  return rows.flatMap(({ cells }) => cells.filter(isSeat)).find((cell) => cell.row === row && cell.seat === seat);
}

export function isSeat(cell: SeatCell): cell is Seat {
  return cell.type === 'seat';
}

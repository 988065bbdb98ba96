import type { Flight, PickSeat, Seat, SeatColumn, SeatMap, SeatRow } from 'elicitkit/travel';
import { createRandom } from '../airline/random.ts';

/** The cabin of a flight. Taken seats are derived from the flight number, so that runs repeat. */
export function seatMapOf(flight: Flight): SeatMap {
  const random = createRandom(flight.flightNumber);
  return {
    flight: {
      carrier: flight.airline,
      number: flight.flightNumber,
      ...(flight.departure.place && { from: flight.departure.place.code }),
      ...(flight.arrival.place && { to: flight.arrival.place.code }),
      departureAt: flight.departure.at,
      aircraft: { code: '32N', name: 'Airbus A320neo' },
    },
    currency: 'USD',
    decks: [
      {
        id: 'main',
        cabins: [{ id: 'economy', class: 'economy', columns, rows: rowNumbers.map((row) => rowOf(row, random)) }],
      },
    ],
  };
}

/** The seat's position in its row, in one word. */
export function placeInRow({ seat }: PickSeat): 'window' | 'aisle' | 'middle' {
  if (seat === 'A' || seat === 'F') return 'window';
  return seat === 'C' || seat === 'D' ? 'aisle' : 'middle';
}

const letters = ['A', 'B', 'C', '', 'D', 'E', 'F'];
const columns = letters.map((letter): SeatColumn =>
  letter === '' ? { kind: 'aisle' } : { kind: 'seat', letter, position: placeInRow({ row: 0, seat: letter }) },
);
// No cabin has a row 13.
const rowNumbers = [6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18];
const exitRows = [11, 12];

function rowOf(row: number, random: () => number): SeatRow {
  const isExit = exitRows.includes(row);
  const cells = letters.flatMap((seat, col): Seat[] => {
    if (seat === '') return [];
    const taken = random() < 0.38;
    return [
      {
        type: 'seat',
        col,
        row,
        seat,
        designator: `${row}${seat}`,
        state: taken ? 'occupied' : 'available',
        ...offerOf(row, isExit),
      },
    ];
  });
  return { number: row, ...(isExit && { exit: 'both' as const }), overwing: row >= 9 && row <= 14, cells };
}

function offerOf(row: number, isExit: boolean): Partial<Seat> {
  if (isExit) {
    return {
      features: ['extra_legroom', 'exit_row'],
      price: { amount: '49.00', currency: 'USD' },
      disclosures: ['In an exit row you must be 15 or older, and able and willing to help the crew.'],
    };
  }
  return row <= 7 ? { features: ['preferred'], price: { amount: '24.00', currency: 'USD' } } : {};
}

import type { Flight, FlightInput, Segment } from '../../src/travel/flight.ts';
import type { Seat, SeatMap, SeatMapInput } from '../../src/travel/seat-map.ts';

/** Flights in the small shape. */
export const seedFlights: readonly FlightInput[] = [
  {
    id: 'sky',
    airline: 'SkyHigh Airways',
    flightNumber: 'SH101',
    departure: '08:00',
    arrival: '11:30',
    duration: '3h 30m',
    price: 299,
  },
  {
    id: 'blue',
    airline: 'Blue Horizon',
    flightNumber: 'BH220',
    departure: '12:15',
    arrival: '15:20',
    duration: '3h 05m',
    price: 349,
  },
  { id: 'wings', airline: 'Pacific Wings', flightNumber: 'PW7', departure: '18:40', arrival: '22:25', price: 259.5 },
];

/** A seat map in the small shape: 3-3, six rows. */
export const seedSeatMap: SeatMapInput = {
  rows: 6,
  seatsPerRow: ['A', 'B', 'C', '', 'D', 'E', 'F'],
  taken: ['1A', '2C', '3D'],
};

/** A wide cabin with forty rows. */
export const tenAbreast: SeatMapInput = {
  rows: 40,
  seatsPerRow: Array.from('ABC DEFG HJK', (letter) => letter.trim()),
  taken: ['1A', '20D', '21K'],
};

export function segment(from: string, to: string, departs: string, arrives: string, more?: Partial<Segment>): Segment {
  return {
    marketing: { code: 'XA', name: 'Example Air' },
    flightNumber: 'XA1',
    departure: { place: { code: from }, at: departs },
    arrival: { place: { code: to }, at: arrives },
    ...more,
  };
}

/** A one-leg offer in the rich shape. */
export function flightOf(segments: readonly Segment[], more?: Partial<Flight>): Flight {
  const first = segments[0] as Segment;
  const last = segments.at(-1) as Segment;
  return {
    id: 'offer',
    airline: { code: 'XA', name: 'Example Air' },
    flightNumber: first.flightNumber,
    departure: first.departure,
    arrival: last.arrival,
    price: { amount: '281.10', currency: 'USD' },
    legs: [{ segments, duration: 'PT4H7M' }],
    ...more,
  };
}

export function seatAt(row: number, col: number, letter: string, more?: Partial<Seat>): Seat {
  return { type: 'seat', col, row, seat: letter, designator: `${row}${letter}`, state: 'available', ...more };
}

/** Two decks, three cabins, skipped numbers, sparse rows, doors, facilities, prices and a disclosure. */
export const richSeatMap: SeatMap = {
  flight: {
    carrier: { code: 'XA', name: 'Example Air' },
    number: 'XA388',
    from: 'LHR',
    to: 'SIN',
    aircraft: { name: 'Example A380' },
  },
  tiers: [
    { id: 't1', name: 'Preferred' },
    { id: 't2', name: 'Extra legroom' },
  ],
  currency: 'GBP',
  decks: [
    {
      id: 'main',
      label: 'Main deck',
      cabins: [
        {
          id: 'first',
          class: 'first',
          columns: [
            { kind: 'seat', letter: 'A', position: 'window_aisle' },
            { kind: 'aisle' },
            { kind: 'seat', letter: 'K', position: 'window_aisle' },
          ],
          rows: [
            { cells: [{ type: 'galley', col: 0, span: 3 }] },
            { number: 1, cells: [seatAt(1, 0, 'A'), seatAt(1, 2, 'K', { state: 'occupied' })] },
          ],
        },
        {
          id: 'economy',
          class: 'economy',
          columns: [
            { kind: 'seat', letter: 'A', position: 'window' },
            { kind: 'seat', letter: 'B', position: 'middle' },
            { kind: 'seat', letter: 'C', position: 'aisle' },
            { kind: 'aisle' },
            { kind: 'seat', letter: 'D', position: 'aisle' },
            { kind: 'seat', letter: 'E', position: 'middle' },
            { kind: 'seat', letter: 'F', position: 'window' },
          ],
          rows: [
            { cells: [], exit: 'both' },
            {
              number: 12,
              cells: [
                seatAt(12, 0, 'A', {
                  tier: 't2',
                  features: ['window', 'exit_row', 'extra_legroom'],
                  price: { amount: '59.19', currency: 'GBP' },
                  disclosures: ['You must be 16 or over and able to help the crew.'],
                }),
                seatAt(12, 1, 'B', { tier: 't1', price: { amount: '22.19', currency: 'GBP' } }),
                seatAt(12, 5, 'E', { state: 'blocked' }),
              ],
            },
            { number: 14, cells: [seatAt(14, 2, 'C'), seatAt(14, 4, 'D', { state: 'occupied' }), seatAt(14, 6, 'F')] },
            { cells: [{ type: 'lavatory', col: 0 }] },
            { number: 78, cells: [seatAt(78, 0, 'A'), seatAt(78, 6, 'F', { state: 'restricted' })] },
          ],
        },
      ],
    },
    {
      id: 'upper',
      label: 'Upper deck',
      cabins: [
        {
          id: 'business',
          class: 'business',
          columns: [{ kind: 'seat', letter: 'A' }, { kind: 'aisle' }, { kind: 'seat', letter: 'K' }],
          rows: [{ number: 20, cells: [seatAt(20, 0, 'A'), seatAt(20, 2, 'K')] }],
        },
      ],
    },
  ],
};

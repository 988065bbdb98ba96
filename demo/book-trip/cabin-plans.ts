import type { SeatRow } from 'elicitkit/travel';

/** The layout of a cabin, without its passengers. */
export interface CabinPlan {
  id: string;
  class: 'business' | 'economy';
  /** Letters from port to starboard. A space is an aisle. */
  letters: string;
  /** Row numbers, and the fixtures between rows. */
  rows: readonly (number | Fixture)[];
  exits: readonly number[];
  preferred: readonly number[];
  wings?: readonly [first: number, last: number];
  /** Seats that exist but are not for sale: for a cot or the crew. */
  kept: readonly string[];
}

/** A row without seats: doors or built-in units. */
type Fixture = 'doors' | SeatRow['cells'];

export const mainEconomy: CabinPlan = {
  id: 'main-economy',
  class: 'economy',
  letters: 'ABC DEFG HJK',
  // This aircraft has no row 44, and the numbers jump behind the doors.
  rows: [
    [
      { type: 'lavatory', col: 0, span: 3 },
      { type: 'stairs', col: 4, span: 4 },
      { type: 'lavatory', col: 9, span: 3 },
    ],
    ...numbers(41, 43),
    ...numbers(45, 51),
    [{ type: 'galley', col: 4, span: 4 }],
    'doors',
    ...numbers(60, 71),
    [
      { type: 'lavatory', col: 0, span: 3 },
      { type: 'galley', col: 4, span: 4 },
      { type: 'lavatory', col: 9, span: 3 },
    ],
  ],
  exits: [60],
  preferred: [41, 42, 43],
  wings: [48, 64],
  kept: ['41E', '41F', '71H', '71J', '71K'],
};

export const business: CabinPlan = {
  id: 'upper-business',
  class: 'business',
  letters: 'A DG K',
  // No row 13 either.
  rows: [
    [
      { type: 'stairs', col: 0 },
      { type: 'bar', col: 2, span: 2 },
    ],
    ...numbers(10, 12),
    ...numbers(14, 16),
  ],
  exits: [],
  preferred: [],
  kept: ['10A'],
};

export const upperEconomy: CabinPlan = {
  id: 'upper-economy',
  class: 'economy',
  letters: 'AC DEFG HK',
  rows: [
    [{ type: 'galley', col: 3, span: 4 }],
    'doors',
    ...numbers(20, 27),
    [
      { type: 'lavatory', col: 0, span: 2 },
      { type: 'stairs', col: 3, span: 4 },
      { type: 'lavatory', col: 8, span: 2 },
    ],
  ],
  exits: [20],
  preferred: [21, 22],
  wings: [20, 24],
  kept: ['27D', '27E'],
};

/** All numbers in a range, both ends included. */
function numbers(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

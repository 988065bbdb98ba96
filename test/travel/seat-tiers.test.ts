import { describe, expect, it } from 'vitest';
import type { Seat, SeatMap } from '../../src/travel/seat-map.ts';
import { tierOf, tiersOf } from '../../src/travel/seat-tiers.ts';

const seat = (row: number, amount: string | undefined, tier?: string, state: Seat['state'] = 'available'): Seat => ({
  type: 'seat',
  col: 0,
  row,
  seat: 'A',
  designator: `${row}A`,
  state,
  tier,
  price: amount === undefined ? undefined : { amount, currency: 'GBP' },
});

const mapOf = (seats: readonly Seat[], tiers?: SeatMap['tiers']): SeatMap => ({
  tiers,
  decks: [
    {
      id: 'main',
      cabins: [
        {
          id: 'main-0',
          class: 'economy',
          columns: [{ kind: 'seat', letter: 'A' }],
          rows: seats.map((cell) => ({ number: cell.row, cells: [cell] })),
        },
      ],
    },
  ],
});

const told = (map: SeatMap) =>
  tiersOf(map).map(({ name, level, from, to }) => `${level} ${name ?? '–'} ${from?.amount ?? 0}–${to?.amount ?? 0}`);

describe('tiers of seats', () => {
  it('are whatever the airline calls them, from the lowest price up', () => {
    const seats = [
      seat(1, '44.50', 'Vorne'),
      seat(2, '8.87', 'Standard'),
      seat(3, '36.10', 'Vorne'),
      seat(4, undefined, 'Basis'),
    ];
    expect(told(mapOf(seats))).toEqual(['0 Basis 0–0', '1 Standard 8.87–8.87', '2 Vorne 36.10–44.50']);
  });

  it('go by their rank where each has one', () => {
    const tiers = [
      { id: 'x', name: 'Comfort', rank: 1 },
      { id: 'y', name: 'Quiet', rank: 2 },
    ];
    expect(told(mapOf([seat(1, '30', 'x'), seat(2, '20', 'y')], tiers))).toEqual(['1 Comfort 30–30', '2 Quiet 20–20']);
  });

  it('are at most five bands of prices where seats have none', () => {
    const seats = Array.from({ length: 40 }, (_, index) => seat(index + 1, String(index)));
    const tiers = tiersOf(mapOf(seats));
    expect(tiers.map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(seats.every((one) => tierOf(one, tiers) !== undefined)).toBe(true);
    const levels = seats.map((one) => tierOf(one, tiers)?.level ?? -1);
    expect(levels).toEqual(levels.toSorted((a, b) => a - b));
  });

  it('share the last level from the sixth on', () => {
    const seats = Array.from({ length: 8 }, (_, index) => seat(index + 1, String(index + 1), `T${index}`));
    expect(tiersOf(mapOf(seats)).map(({ level }) => level)).toEqual([1, 2, 3, 4, 5, 5, 5, 5]);
  });

  it('are those of seats that can be had', () => {
    expect(told(mapOf([seat(1, '9', 'A'), seat(2, '5', 'B', 'occupied')]))).toEqual(['1 A 9–9']);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestRows } from '../../src/travel/best-rows.ts';
import { sumMoney } from '../../src/travel/money.ts';
import { seatFor } from '../../src/travel/seat-for.ts';
import { isSeat, type Cabin } from '../../src/travel/seat-map.ts';
import { seatPassenger, type Seatings } from '../../src/travel/seatings.ts';
import { seatAt } from './samples.ts';

describe('seating passengers', () => {
  it('never puts two on one seat, nor loses a third', () => {
    const step = fc.tuple(fc.constantFrom('p1', 'p2', 'p3'), fc.constantFrom('1A', '1B', '1C'));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let seatings: Seatings = new Map();
        for (const [who, key] of steps) {
          const before = seatings;
          seatings = seatPassenger(before, who, key);
          expect(new Set(seatings.values()).size).toBe(seatings.size);
          expect(seatings.get(who)).toBe(before.get(who) === key ? undefined : key);
          const others = [...before].filter(([id, taken]) => id !== who && taken !== key);
          expect(others.every(([id, taken]) => seatings.get(id) === taken)).toBe(true);
        }
      }),
    );
  });

  it('leaves who may not have the seat that was left without one', () => {
    const before = new Map([
      ['p1', '1A'],
      ['p2', '1B'],
    ]);
    expect([...seatPassenger(before, 'p1', '1B', () => false)]).toEqual([['p1', '1B']]);
    expect(before.get('p2')).toBe('1B');
  });
});

describe('a seat for one passenger', () => {
  const child = { id: 'p2', name: 'Mo', type: 'child' };

  it('costs what it costs them, and is theirs only where it is offered to them', () => {
    const price = { amount: '5', currency: 'GBP' };
    const seat = seatAt(1, 0, 'A', { offers: [{ passengerId: 'p2', state: 'available', price }] });
    expect(seatFor(seat, child)).toMatchObject({ state: 'available', price });
    expect(seatFor(seat, { id: 'p1', name: 'Ada' }).state).toBe('restricted');
    expect(seatFor(seatAt(1, 0, 'A'), child).state).toBe('available');
  });

  it('is no child’s where only adults may sit', () => {
    expect(seatFor(seatAt(1, 0, 'A', { features: ['exit_row'] }), child).state).toBe('restricted');
    expect(seatFor(seatAt(1, 0, 'A', { restrictions: ['adult_only'] }), child).state).toBe('restricted');
    expect(seatFor(seatAt(1, 0, 'A', { restrictions: ['no_child'] }), child).state).toBe('restricted');
    const infant = { ...child, type: 'SEATED_INFANT' };
    const noInfant = seatAt(1, 0, 'A', { restrictions: ['no_infant'] });
    expect([infant, child].map((person) => seatFor(noInfant, person).state)).toEqual(['restricted', 'available']);
    expect(seatFor(seatAt(1, 0, 'A', { restrictions: ['adult_only'] }), { id: 'a', name: 'A' }).state).toBe(
      'available',
    );
  });
});

describe('the rows to show first', () => {
  const cabin = (rows: number, free: (row: number) => boolean): Cabin => ({
    id: 'c',
    class: 'economy',
    columns: [{ kind: 'seat', letter: 'A' }],
    rows: Array.from({ length: rows }, (_, i) => ({
      number: i + 1,
      cells:
        i === 3
          ? [{ type: 'galley', col: 0 }]
          : [seatAt(i + 1, 0, 'A', { state: free(i + 1) ? 'available' : 'occupied' })],
    })),
  });

  it('are all where that spares but a few', () => {
    expect(bestRows([cabin(14, () => false), cabin(1, () => true)])).toEqual([0, 15]);
  });

  it('are ten, where most seats are free, with what stands between them', () => {
    expect(bestRows([cabin(40, (row) => row > 20 && row <= 30)])).toEqual([20, 30]);
    expect(bestRows([cabin(40, () => true)])).toEqual([0, 11]);
    expect(bestRows([cabin(5, () => false), cabin(20, (row) => row > 10)])).toEqual([15, 25]);
  });

  it('hold the seat they are to be round, wherever it stands', () => {
    const deck = [cabin(30, () => true), cabin(20, () => true)];
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }).filter((row) => row !== 4),
        (row) => {
          const range = bestRows([deck[0] as Cabin, { ...(deck[1] as Cabin), rows: [] }], `${row}A`);
          const shown = deck[0]?.rows.slice(...range).flatMap(({ cells }) => cells.filter(isSeat));
          expect(shown?.some((seat) => seat.row === row)).toBe(true);
          expect(shown).toHaveLength(10);
        },
      ),
    );
  });
});

describe('a sum of money', () => {
  it('is exact where floats are not', () => {
    expect(sumMoney(['0.1', '0.20', '10'].map((amount) => ({ amount, currency: 'USD' })))?.amount).toBe('10.30');
    expect(sumMoney(['5', '-5.25'].map((amount) => ({ amount, currency: 'USD' })))?.amount).toBe('-0.25');
    expect(
      sumMoney([
        { amount: '23450', currency: 'JPY' },
        { amount: '1', currency: 'JPY' },
      ])?.amount,
    ).toBe('23451');
  });

  it('is none over several currencies, or of nothing', () => {
    expect(sumMoney([])).toBeUndefined();
    expect(
      sumMoney([
        { amount: '1', currency: 'USD' },
        { amount: '1', currency: 'EUR' },
      ]),
    ).toBeUndefined();
    expect(sumMoney([{ amount: 'x', currency: 'USD' }])).toBeUndefined();
  });
});

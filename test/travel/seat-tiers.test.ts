import { describe, expect, it } from 'vitest';
import type { Seat, SeatMap } from '../../src/travel/seat-map.ts';
import { tierName, tierOf, tiersOf } from '../../src/travel/seat-tiers.ts';
import { richSeatMap, seatAt } from './samples.ts';

const gbp = (amount: string) => ({ amount, currency: 'GBP' });

function mapOf(seats: readonly Partial<Seat>[], tiers?: SeatMap['tiers']): SeatMap {
  const columns = [{ kind: 'seat', letter: 'A' }] as const;
  const rows = seats.map((seat, i) => ({ number: i + 1, cells: [seatAt(i + 1, 0, 'A', seat)] }));
  return { tiers, decks: [{ id: 'main', cabins: [{ id: 'economy', class: 'economy', columns, rows }] }] };
}

const priced = (...amounts: readonly string[]) => mapOf(amounts.map((amount) => ({ price: gbp(amount) })));
const levels = (map: SeatMap) => tiersOf(map).map(({ id, level }) => [id, level]);

describe('tierName', () => {
  it.each([
    ['SEAT ASSIGNMENT', 'Seat assignment'],
    ['Extra Legroom', 'Extra Legroom'],
    ['ECO+', 'ECO+'],
  ])('writes %s as %s', (name, written) => {
    expect(tierName('t', mapOf([], [{ id: 't', name }]).tiers ?? [])).toBe(written);
  });
});

describe('tiersOf', () => {
  it('ranks named tiers by their lowest price, with what is free of charge first', () => {
    expect(tiersOf(richSeatMap)).toEqual([
      { id: '', level: 0, free: true },
      { id: 't1', name: 'Preferred', level: 1, from: gbp('22.19'), to: gbp('22.19'), free: false },
      { id: 't2', name: 'Extra legroom', level: 2, from: gbp('59.19'), to: gbp('59.19'), free: false },
    ]);
  });

  it('ranks them as the airline does where it says', () => {
    const seats = [
      { tier: 'back', price: gbp('9') },
      { tier: 'front', price: gbp('5') },
    ];
    const names = [
      { id: 'front', name: 'Front', rank: 2 },
      { id: 'back', name: 'Back', rank: 1 },
    ];
    expect(levels(mapOf(seats, names))).toEqual([
      ['back', 1],
      ['front', 2],
    ]);
  });

  it('places a tier without a rank among ranked ones by its price', () => {
    const seats = ['b', 'c', 'a'].map((tier, i) => ({ tier, price: gbp(`${(i + 1) * 10}`) }));
    const names = [
      { id: 'b', name: 'B', rank: 1 },
      { id: 'a', name: 'A', rank: 2 },
    ];
    expect(levels(mapOf(seats, names))).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 3],
    ]);
  });

  it('names a tier as it is sent but not in capitals, in any language, and by its id where the map has no name for it', () => {
    const seats = [
      { tier: 'x', price: gbp('1') },
      { tier: 'SIÈGE\u202E DUO', price: gbp('2') },
    ];
    expect(tiersOf(mapOf(seats, [{ id: 'x', name: 'مقعد مميز' }])).map(({ name }) => name)).toEqual([
      'مقعد مميز',
      'Siège duo',
    ]);
  });

  it('gives the range of a tier, in which a seat without a price costs nothing', () => {
    const seats = ['44.50', '36.10', undefined].map((amount) => ({
      tier: 'p',
      price: amount ? gbp(amount) : undefined,
    }));
    expect(tiersOf(mapOf(seats))[0]).toMatchObject({ level: 1, from: gbp('0'), to: gbp('44.50'), free: false });
  });

  it('leaves the dearest of more than six to share the highest level', () => {
    const seats = Array.from({ length: 8 }, (_, i) => ({ tier: `t${i}`, price: gbp(`${i * 10}`) }));
    expect(tiersOf(mapOf(seats)).map(({ level }) => level)).toEqual([0, 1, 2, 3, 4, 5, 5, 5]);
  });

  it('makes at most five bands of prices where seats name no tier, cut at the widest steps', () => {
    const bands = tiersOf(priced('0', '8.87', '9', '9.50', '36.10', '44.50', '109.13', '163.50', '400', '900'));
    expect(bands.map(({ level, from, to }) => [level, from?.amount, to?.amount])).toEqual([
      [0, undefined, undefined],
      [1, '8.87', '9.50'],
      [2, '36.10', '44.50'],
      [3, '109.13', '163.50'],
      [4, '400', '400'],
      [5, '900', '900'],
    ]);
  });

  it('makes one band of one price, however it is written, and never one of two currencies', () => {
    expect(tiersOf(priced('10', '10.00', '10.0'))).toHaveLength(1);
    const dollars = { price: { amount: '10', currency: 'USD' } };
    expect(tiersOf(mapOf([{ price: gbp('10') }, dollars])).map(({ from }) => from?.currency)).toEqual(['GBP', 'USD']);
  });

  it('counts only seats that are to be had', () => {
    const seats: Partial<Seat>[] = [
      { tier: 'there', price: gbp('9') },
      { tier: 'gone', price: gbp('5'), state: 'occupied' },
    ];
    expect(levels(mapOf(seats))).toEqual([['there', 1]]);
  });

  it('has a band of its own for prices on request, which is neither free nor dear', () => {
    const tiers = tiersOf(mapOf([{ price: gbp('5') }, { price: null }, {}]));
    expect(tiers.map(({ level, from, free }) => [level, from?.amount, free])).toEqual([
      [0, undefined, true],
      [1, '5', false],
      [0, undefined, false],
    ]);
    expect(tierOf(seatAt(1, 0, 'A', { price: null }), tiers)).toBe(tiers[2]);
    expect(tiersOf(mapOf([{ tier: 'p', price: null }]))).toEqual([
      { id: 'p', name: 'p', level: 0, from: undefined, to: undefined, free: false },
    ]);
  });
});

describe('tierOf', () => {
  it('finds the tier of every seat that is to be had, by its name or its price', () => {
    const map = mapOf([
      ...Array.from({ length: 40 }, (_, i) => ({ price: gbp(`${i}.50`) })),
      { tier: 'p', price: gbp('3') },
      { tier: '', price: gbp('3') },
      {},
    ]);
    const tiers = tiersOf(map);
    const seats = map.decks[0]!.cabins[0]!.rows.flatMap(({ cells }) => cells as readonly Seat[]);
    const found = seats.map((seat) => tierOf(seat, tiers));
    expect(found).not.toContain(undefined);
    expect(found[40]?.id).toBe('p');
    expect(found[41]?.name).toBeUndefined();
    expect(found[42]?.level).toBe(0);
    const rising = found.slice(0, 40).map((tier) => tier?.level ?? -1);
    expect(rising).toEqual(rising.toSorted((a, b) => a - b));
    for (const [i, tier] of found.slice(0, 40).entries()) {
      expect(Number(tier?.from?.amount)).toBeLessThanOrEqual(i + 0.5);
      expect(Number(tier?.to?.amount)).toBeGreaterThanOrEqual(i + 0.5);
    }
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatsOf, type Cabin, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { createSeatWalk, seatMoveOf, type SeatMove } from '../../src/travel/seat-moves.ts';
import { recorded } from './fixtures.ts';
import { richSeatMap, seatAt } from './samples.ts';

const main = richSeatMap.decks[0]?.cabins as readonly Cabin[];

/** Where a run of moves leads, from a seat. */
function go(cabins: readonly Cabin[], from: string, ...moves: SeatMove[]): string {
  const walk = createSeatWalk(cabins);
  const start = seatsOf(cabins).find(({ designator }) => designator === from) as Seat;
  return moves.reduce((cursor, move) => walk.move(cursor, move), walk.at(start)).seat.designator;
}

describe('the arrow keys', () => {
  it.each<[string, string, SeatMove[], string]>([
    ['cross gaps and aisles', '12B', ['right'], '12E'],
    ['stop at the hull', '12A', ['left'], '12A'],
    ['stop at the nose', '1A', ['up'], '1A'],
    ['stop at the tail', '78F', ['down'], '78F'],
    ['skip rows without seats and take the nearest column', '14F', ['down'], '78F'],
    ['go on into the next cabin', '1K', ['down'], '12E'],
    ['go back to the cabin before', '12A', ['up'], '1A'],
    ['remember the column', '12B', ['down', 'down', 'up', 'up'], '12B'],
    ['forget it when they turn', '12B', ['down', 'right', 'up'], '12E'],
    ['go to the ends of the row', '12B', ['row-end'], '12E'],
    ['go to the start of the row', '14F', ['row-start'], '14C'],
    ['go to the ends of the cabin', '14C', ['cabin-end'], '78F'],
    ['go to the start of the cabin, not of the deck', '78F', ['cabin-start'], '12A'],
    ['page five rows, or as far as there are', '1A', ['page-down'], '78A'],
    ['page back', '78A', ['page-up'], '1A'],
    ['find the next free seat in reading order', '12B', ['next-available-right'], '14C'],
    ['find the one before', '14F', ['next-available-left'], '14C'],
    ['find the next free seat below', '1K', ['next-available-down'], '12B'],
    ['stay where nothing free is left', '78A', ['next-available-right'], '78A'],
  ])('%s', (_, from, moves, to) => expect(go(main, from, ...moves)).toBe(to));

  it('are read with and without Ctrl', () => {
    expect(seatMoveOf('ArrowLeft', false)).toBe('left');
    expect(seatMoveOf('ArrowLeft', true)).toBe('next-available-left');
    expect(seatMoveOf('Home', true)).toBe('cabin-start');
    expect(seatMoveOf('Enter', false)).toBeUndefined();
    expect(seatMoveOf('constructor', false)).toBeUndefined();
  });
});

const plainMoves: readonly SeatMove[] = ['left', 'right', 'up', 'down'];

/** Every seat that the four plain arrows reach from one. */
function reached(cabins: readonly Cabin[], start: Seat): Set<Seat> {
  const walk = createSeatWalk(cabins);
  const seen = new Set([start]);
  const open = [start];
  for (let seat = open.pop(); seat; seat = open.pop()) {
    for (const move of plainMoves) {
      const next = walk.move(walk.at(seat), move).seat;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return seen;
}

/** Cabins of any width, with holes, rows without seats, and any state. */
const anyDeck = fc
  .array(
    fc.record({
      width: fc.integer({ min: 1, max: 11 }),
      rows: fc.array(
        fc.array(fc.tuple(fc.nat(10), fc.constantFrom<Seat['state']>('available', 'occupied', 'blocked')), {
          maxLength: 11,
        }),
        { maxLength: 8 },
      ),
    }),
    { minLength: 1, maxLength: 3 },
  )
  .map((cabins): readonly Cabin[] => {
    let number = 0;
    const map: SeatMap = {
      decks: [
        {
          id: 'deck',
          cabins: cabins.map(({ width, rows }, index) => ({
            id: `${index}`,
            class: 'economy',
            columns: Array.from({ length: width }, (_, col) => ({
              kind: 'seat' as const,
              letter: String.fromCodePoint(65 + col),
            })),
            rows: rows.map((cells) => {
              number += 1;
              return {
                number,
                cells: cells.map(([col, state]) => seatAt(number, col, String.fromCodePoint(65 + col), { state })),
              };
            }),
          })),
        },
      ],
    };
    return normalizeSeatMap(map).decks[0]?.cabins ?? [];
  });

describe('on any deck', () => {
  it('the arrows reach every seat from every other', () => {
    fc.assert(
      fc.property(anyDeck, (cabins) => {
        const seats = seatsOf(cabins);
        for (const seat of seats) expect(reached(cabins, seat).size).toBe(seats.length);
      }),
      { numRuns: 60 },
    );
  });

  it('no run of keys leaves the hull, and up and down come back to the column they left', () => {
    const moves: readonly SeatMove[] = [
      ...plainMoves,
      'row-start',
      'row-end',
      'cabin-start',
      'cabin-end',
      'page-up',
      'page-down',
      'next-available-left',
      'next-available-right',
      'next-available-up',
      'next-available-down',
    ];
    fc.assert(
      fc.property(anyDeck, fc.array(fc.constantFrom(...moves), { maxLength: 40 }), (cabins, run) => {
        const seats = new Set(seatsOf(cabins));
        const walk = createSeatWalk(cabins);
        for (const start of seats) {
          let cursor = walk.at(start);
          for (const move of run) {
            cursor = walk.move(cursor, move);
            expect(seats.has(cursor.seat)).toBe(true);
          }
        }
        for (const start of seats) {
          const there = walk.move(walk.at(start), 'down');
          expect(there.seat === start ? start : walk.move(there, 'up').seat).toBe(start);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe.skipIf(recorded('seatmaps').length === 0)('on recorded maps', () => {
  it.each(recorded('seatmaps'))('the arrows reach every seat of $name', ({ data }) => {
    for (const { cabins } of normalizeSeatMap(data as SeatMap).decks) {
      const [first] = seatsOf(cabins);
      expect(reached(cabins, first as Seat).size).toBe(seatsOf(cabins).length);
    }
  });
});

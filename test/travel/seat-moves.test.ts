import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalizeSeatMap } from '../../src/travel/normalize-seat-map.ts';
import { seatsOf, type Cabin, type Seat, type SeatMap } from '../../src/travel/seat-map.ts';
import { moveFrom, type SeatCursor } from '../../src/travel/seat-moves.ts';
import { plainMoves, press, reached } from './press.ts';
import { richSeatMap, seatAt } from './samples.ts';

const main = richSeatMap.decks[0]?.cabins as readonly Cabin[];

/** Where a run of keys leads, from a seat. */
function go(cabins: readonly Cabin[], from: string, ...keys: string[]): string {
  const seat = seatsOf(cabins).find(({ designator }) => designator === from) as Seat;
  return keys.reduce((cursor, key) => press(cabins, cursor, key), { seat } as SeatCursor).seat.designator;
}

describe('the arrow keys', () => {
  it.each<[string, string, string[], string]>([
    ['cross gaps and aisles', '12B', ['ArrowRight'], '12E'],
    ['stop at the hull', '12A', ['ArrowLeft'], '12A'],
    ['stop at the nose', '1A', ['ArrowUp'], '1A'],
    ['stop at the tail', '78F', ['ArrowDown'], '78F'],
    ['skip rows without seats and take the nearest column', '14F', ['ArrowDown'], '78F'],
    ['go on into the next cabin', '1K', ['ArrowDown'], '12E'],
    ['go back to the cabin before', '12A', ['ArrowUp'], '1A'],
    ['remember the column', '12B', ['ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'], '12B'],
    ['forget it when they turn', '12B', ['ArrowDown', 'ArrowRight', 'ArrowUp'], '12E'],
    ['go to the ends of the row', '12B', ['End'], '12E'],
    ['go to the start of the row', '14F', ['Home'], '14C'],
    ['go to the ends of the cabin', '14C', ['Ctrl+End'], '78F'],
    ['go to the start of the cabin, not of the deck', '78F', ['Ctrl+Home'], '12A'],
    ['page five rows, or as far as there are', '1A', ['PageDown'], '78A'],
    ['page back', '78A', ['PageUp'], '1A'],
    ['find the next free seat in reading order', '12B', ['Ctrl+ArrowRight'], '14C'],
    ['find the one before', '14F', ['Ctrl+ArrowLeft'], '14C'],
    ['find the next free seat below', '1K', ['Ctrl+ArrowDown'], '12B'],
    ['stay where nothing free is left', '78A', ['Ctrl+ArrowRight'], '78A'],
  ])('%s', (_, from, moves, to) => expect(go(main, from, ...moves)).toBe(to));

  it.each([
    ['Enter', false],
    ['constructor', false],
    ['PageUp', true],
    ['a', true],
  ])('%s is none of the map’s, with Ctrl: %s', (key, ctrl) => {
    expect(moveFrom(main, { seat: seatsOf(main)[0] as Seat }, key, ctrl)).toBeUndefined();
  });
});

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
    const moves: readonly string[] = [
      ...plainMoves,
      'Home',
      'End',
      'Ctrl+Home',
      'Ctrl+End',
      'PageUp',
      'PageDown',
      'Ctrl+ArrowLeft',
      'Ctrl+ArrowRight',
      'Ctrl+ArrowUp',
      'Ctrl+ArrowDown',
    ];
    fc.assert(
      fc.property(anyDeck, fc.array(fc.constantFrom(...moves), { maxLength: 40 }), (cabins, run) => {
        const seats = new Set(seatsOf(cabins));
        for (const start of seats) {
          let cursor: SeatCursor = { seat: start };
          for (const move of run) {
            cursor = press(cabins, cursor, move);
            expect(seats.has(cursor.seat)).toBe(true);
          }
        }
        for (const start of seats) {
          const there = press(cabins, { seat: start }, 'ArrowDown');
          expect(there.seat === start ? start : press(cabins, there, 'ArrowUp').seat).toBe(start);
        }
      }),
      { numRuns: 60 },
    );
  });
});

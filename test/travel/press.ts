import type { Cabin, Seat } from '../../src/travel/seat-map.ts';
import { moveFrom, type SeatCursor } from '../../src/travel/seat-moves.ts';

/** The seat that a key such as `"ArrowUp"` or `"Ctrl+Home"` leads to. */
export function press(cabins: readonly Cabin[], cursor: SeatCursor, key: string): SeatCursor {
  const next = moveFrom(cabins, cursor, key.replace('Ctrl+', ''), key.startsWith('Ctrl+'));
  if (!next) throw new Error(`${key} is no key of the map`);
  return next;
}

export const plainMoves: readonly string[] = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];

/** Every seat that the four plain arrows reach from this one. */
export function reached(cabins: readonly Cabin[], start: Seat): Set<Seat> {
  const seen = new Set([start]);
  const open = [start];
  for (let seat = open.pop(); seat; seat = open.pop()) {
    for (const move of plainMoves) {
      const next = press(cabins, { seat }, move).seat;
      if (!seen.has(next)) open.push(next);
      seen.add(next);
    }
  }
  return seen;
}

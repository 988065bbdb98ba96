import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wayOf } from '../../src/runtime/way-of.ts';
import { runs } from '../runs.ts';
import { anyEntry } from './any-entry.ts';

it('reads a way from any journal: each entry counts once, and none that only changes others', () => {
  fc.assert(
    fc.property(fc.array(anyEntry, { maxLength: 12 }), (journal) => {
      const way = wayOf(journal);
      const places = way.passed.map(({ at }) => at);
      expect(new Set(places).size).toBe(places.length);
      for (const { at } of [...way.passed, ...way.toUndo]) expect(journal[at]).toBeDefined();
      expect(way.passed.every((passed) => passed.entry.kind !== 'revise' && passed.entry.kind !== 'undo')).toBe(true);
    }),
    { numRuns: runs(3000) },
  );
});

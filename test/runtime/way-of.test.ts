import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { changeableOf, wayOf } from '../../src/runtime/way-of.ts';
import { runs } from '../runs.ts';

/** Entries as a store may hand them back that mixes them up, or that an earlier version wrote. */
const entry: fc.Arbitrary<JournalEntry> = fc.record(
  {
    key: fc.constantFrom('0', '1', '1.started', 'revise:2', 'undo:1', 'undo:9'),
    kind: fc.constantFrom('elicit', 'step', 'started', 'revise', 'undo', 'commit', 'sample'),
    name: fc.constantFrom('a', 'b'),
    hash: fc.constant('h'),
    outcome: fc.constantFrom<JournalEntry['outcome']>(
      { ok: true },
      { ok: true, value: { action: 'accept', content: 1 } },
      { ok: true, value: null },
      { ok: false, error: { name: 'Error', message: 'No.' } },
    ),
    question: fc.record(
      {
        elicitId: fc.constantFrom('q0', 'q1'),
        answerId: fc.constantFrom('a', 'b'),
        withdrawn: fc.constantFrom<readonly string[]>([], ['q1']),
      },
      { requiredKeys: ['elicitId'] },
    ),
    back: fc.constantFrom('free', 'undo'),
  },
  { requiredKeys: ['key', 'kind', 'name', 'hash', 'outcome'] },
);

it('reads a way from any journal: each entry counts once, and none that only changes others', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (journal) => {
      const way = wayOf(journal);
      const places = way.passed.map(({ at }) => at);
      expect(new Set(places).size).toBe(places.length);
      for (const { at } of [...way.passed, ...way.toUndo]) expect(journal[at]).toBeDefined();
      expect(way.passed.every((passed) => passed.entry.kind !== 'revise' && passed.entry.kind !== 'undo')).toBe(true);
      const known = new Set(way.passed.map((passed) => passed.entry.question?.elicitId));
      expect(changeableOf(way).every((id) => known.has(id))).toBe(true);
    }),
    { numRuns: runs(3000) },
  );
});

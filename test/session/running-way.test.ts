import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import { wayOf } from '../../src/runtime/way-of.ts';
import { createRunningWay } from '../../src/session/running-way.ts';
import { anyEntry } from '../runtime/any-entry.ts';
import { runs } from '../runs.ts';

it('says of a growing journal what a journal of that length says', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyEntry, { maxLength: 4 }), { maxLength: 8 }), (batches) => {
      const journal: JournalEntry[] = [];
      const running = createRunningWay(journal);
      for (const batch of batches) {
        journal.push(...batch);
        expect(running.now()).toEqual(wayOf(journal));
        const way = wayOf(journal);
        const anew = createRunningWay(way.passed.map(({ entry }) => entry));
        expect(running.changeable()).toEqual(anew.changeable());
      }
    }),
    { numRuns: runs(3000) },
  );
});

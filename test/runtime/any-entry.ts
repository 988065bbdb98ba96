import fc from 'fast-check';
import type { JournalEntry } from '../../src/runtime/journal.ts';

/** Entries as a store may hand them back that mixes them up, or that an earlier version wrote. */
export const anyEntry: fc.Arbitrary<JournalEntry> = fc.record(
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
        elicitId: fc.constantFrom('c:elicit:0', 'c:elicit:1', 'c:elicit:2~1'),
        answerId: fc.constantFrom('a', 'b'),
        withdrawn: fc.constantFrom<readonly string[]>([], ['c:elicit:1']),
      },
      { requiredKeys: ['elicitId'] },
    ),
    back: fc.constantFrom('free', 'undo'),
  },
  { requiredKeys: ['key', 'kind', 'name', 'hash', 'outcome'] },
);

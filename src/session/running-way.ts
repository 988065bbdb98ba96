import type { SeqRange } from '../protocol/elicit-request.ts';
import { seqOf } from '../protocol/question-keys.ts';
import { mostEntries } from '../protocol/wire-schemas.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import { isBarrier, isChangeable, wayOf, type Passed, type Way } from '../runtime/way-of.ts';

export type RunningWay = ReturnType<typeof createRunningWay>;

/** The way of a journal that grows, as `wayOf` reads it. An entry costs that entry, but for one that goes back. */
export function createRunningWay(journal: readonly JournalEntry[]) {
  let passed: Passed[] = [];
  let way: Way = { passed, turns: 0, toUndo: [] };
  /** How many entries of the journal are in it. */
  let read = 0;
  let changeable: SeqRange[] = [];

  function catchUp(): void {
    for (; read < journal.length; read += 1) {
      const entry = journal[read]!;
      if (entry.kind === 'revise' || entry.kind === 'undo') return turn();
      passed.push({ entry, at: read });
      look(entry);
    }
  }

  function turn(): void {
    read = journal.length;
    way = wayOf(journal);
    passed = [...way.passed];
    way = { ...way, passed };
    changeable = [];
    for (const { entry } of passed) look(entry);
  }

  function look(entry: JournalEntry): void {
    if (isBarrier(entry)) changeable = [];
    else if (entry.question !== undefined && isChangeable(entry)) add(seqOf(entry.question.elicitId));
  }

  function add(seq: number): void {
    const [from, to] = changeable.at(-1) ?? [];
    if (from !== undefined && to === seq - 1) changeable = [...changeable.slice(0, -1), [from, seq]];
    else changeable = [...changeable.slice(1 - mostEntries.changeable), [seq, seq]];
  }

  return {
    /** The way as of now. Its `passed` grows with the journal. */
    now(): Way {
      catchUp();
      return way;
    },
    /** The answers that can be changed: the newest ranges, and no more than a client takes. */
    changeable(): readonly SeqRange[] {
      catchUp();
      return changeable;
    },
  };
}

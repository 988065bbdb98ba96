import { mostEntries } from '../protocol/wire-schemas.ts';
import type { JournalEntry } from '../runtime/journal.ts';
import { changeableOf, wayOf, type Passed, type Way } from '../runtime/way-of.ts';

/** The way of a journal that grows, as `wayOf` reads it. An entry costs that entry, but for one that goes back. */
export interface RunningWay {
  /** The way as of now. Its `passed` grows with the journal. */
  now(): Way;
  /** The questions whose answers can be changed, the newest first, and no more than a client takes. */
  changeable(): readonly string[];
}

export function createRunningWay(journal: readonly JournalEntry[]): RunningWay {
  let passed: Passed[] = [];
  let way: Way = { passed, turns: 0, toUndo: [] };
  /** How many entries of the journal are in it. */
  let read = 0;
  let changeable: readonly string[] = [];
  /** The passed entries of these questions, the oldest first. No other one makes a question changeable again. */
  let changing: readonly Passed[] = [];

  function catchUp(): void {
    if (read === journal.length) return;
    const added = journal.slice(read).map((entry, index): Passed => ({ entry, at: read + index }));
    read = journal.length;
    if (added.some(({ entry: { kind } }) => kind === 'revise' || kind === 'undo')) {
      way = wayOf(journal);
      passed = [...way.passed];
      way = { ...way, passed };
      look([], passed);
    } else {
      for (const next of added) passed.push(next);
      look(changing, added);
    }
  }

  function look(before: readonly Passed[], added: readonly Passed[]): void {
    const idsOf = (some: readonly Passed[]) => changeableOf({ ...way, passed: some });
    changeable = idsOf([...before, ...added]).slice(0, mostEntries.changeable);
    const may = [...before, ...added.filter((one) => idsOf([one]).length > 0)];
    changing = may.slice(may.length - changeable.length);
  }

  return {
    now() {
      catchUp();
      return way;
    },
    changeable() {
      catchUp();
      return changeable;
    },
  };
}

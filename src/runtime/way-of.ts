import type { Revised } from '../protocol/chat-event.ts';
import type { ElicitAction } from '../protocol/elicit-result.ts';
import { urlQuestionKey } from '../protocol/question-keys.ts';
import type { JournalEntry } from './journal.ts';

/** An entry of a way, and its place in the journal. */
export interface Passed {
  readonly entry: JournalEntry;
  readonly at: number;
}

/** The way of a call that counts. A journal keeps what was left, too. */
export interface Way {
  /** What a replay needs, in order. */
  readonly passed: readonly Passed[];
  /** How often the call has gone back. What it does after that has other names than what it did before. */
  readonly turns: number;
  /** The call is on its way back to an answer, and these steps are to be undone, in this order. */
  readonly toUndo: readonly Passed[];
  /** How the call went back last, or goes back now, with all questions that are gone since it began. */
  readonly revised?: Revised | undefined;
}

/** Read which way a call has gone. Pure: the journal determines it. */
export function wayOf(journal: readonly JournalEntry[]): Way {
  let passed: Passed[] = [];
  let turns = 0;
  let gone: string[] = [];
  let revised: Revised | undefined;
  let back: { readonly to: number; readonly change: Passed; toUndo: Passed[] } | undefined;

  /** Say that these count no more, and which answer to the question stands. */
  function leave(ids: readonly string[], elicitId: string | undefined, stuckAt?: Passed): void {
    gone = [...gone, ...ids];
    const answer = passed.findLast(({ entry }) => entry.question?.elicitId === elicitId)?.entry;
    const { answerId, receipt } = answer?.question ?? {};
    revised = {
      elicitId: elicitId ?? '',
      action: actionOf(answer),
      ...(answerId !== undefined && { answerId }),
      ...(receipt && { receipt }),
      gone,
      ...(stuckAt && { isStuck: true }),
    };
  }

  /** Leave what lies behind `length`. */
  function turn(length: number, change: Passed, stuckAt?: Passed): void {
    const left = passed.slice(length).flatMap(({ entry }) => entry.question?.elicitId ?? []);
    passed = passed.slice(0, length);
    // What began before and ended behind it has not begun.
    const ended = new Set(passed.map(({ entry }) => `${entry.key}.started`));
    passed = passed.filter(({ entry }) => entry.kind !== 'started' || ended.has(entry.key));
    turns += 1;
    back = undefined;
    leave(left, change.entry.question?.elicitId, stuckAt);
  }

  function turnIfFree(): void {
    if (back === undefined || back.toUndo.length > 0) return;
    const { to, change } = back;
    const asked = passed[to]?.entry;
    if (asked === undefined) return;
    const { outcome, question } = change.entry;
    passed[to] = { entry: { ...asked, outcome, question }, at: change.at };
    turn(to + 1, change);
  }

  for (const [at, entry] of journal.entries()) {
    if (entry.kind === 'revise') {
      const to = passed.findIndex(({ entry: { question } }) => question?.elicitId === entry.question?.elicitId);
      if (to === -1) continue;
      const toUndo = passed.slice(to + 1).filter((step) => step.entry.back === 'undo' && step.entry.outcome.ok);
      back = { to, change: { entry, at }, toUndo: toUndo.toReversed() };
      leave(entry.question?.withdrawn ?? [], entry.question?.elicitId);
      turnIfFree();
    } else if (entry.kind === 'undo') {
      const step = back?.toUndo.shift();
      if (back === undefined || step === undefined) continue;
      if (entry.outcome.ok) turnIfFree();
      else {
        const length = passed.indexOf(step) + 1;
        // Nobody tries that again.
        passed[length - 1] = { ...step, entry: { ...step.entry, back: undefined } };
        turn(length, back.change, step);
      }
    } else {
      passed.push({ entry, at });
    }
  }
  return { passed, turns, toUndo: back?.toUndo ?? [], revised };
}

/** The entry that closed this question, on the way that counts. */
export function closingOf({ passed }: Way, elicitId: string): JournalEntry | undefined {
  return passed.find(({ entry }) => entry.question?.elicitId === elicitId)?.entry;
}

/** Nothing before this can be changed: it can neither be done again nor undone. */
export function isBarrier(entry: JournalEntry): boolean {
  const { kind, back, outcome, question } = entry;
  if (kind === 'commit' || question?.isFinal === true) return true;
  // A value of the world outside has come.
  if (kind === 'came' || (kind === 'wait' && actionOf(entry) === 'accept')) return true;
  if (kind !== 'step' || back === 'free') return false;
  // A step that failed and would have been undone has done nothing.
  return back === undefined || (!outcome.ok && outcome.error.code === 'STEP_OUTCOME_UNKNOWN');
}

/** An answer that can be changed until a barrier comes. */
export function isChangeable(entry: JournalEntry): boolean {
  const { back, question, outcome, name } = entry;
  // A page that was opened cannot be closed again.
  if (question?.answerId === undefined || name === urlQuestionKey || back !== undefined) return false;
  return outcome.ok && actionOf(entry) === 'accept';
}

/** The action with which an entry closed its question. */
export function actionOf(entry: JournalEntry | undefined): ElicitAction {
  const value = entry?.outcome.ok === true ? entry.outcome.value : undefined;
  return (value as { action?: ElicitAction } | undefined)?.action ?? 'cancel';
}

import type { Operation } from 'effection';
import type { PluginSessionStatus } from '../protocol/chat-event.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { createMutex } from '../runtime/mutex.ts';
import type { SessionAnswer, SessionAnswerOutcome, ToolSessionEntry, ToolSessionStore } from './tool-session-store.ts';

/** A session's entry as its one runner has it, and writes it. */
export interface SessionRecord {
  readonly current: ToolSessionEntry;
  write(change: Partial<ToolSessionEntry>): Operation<void>;
  /** Have it so here, without writing it. */
  keep(change: Partial<ToolSessionEntry>): void;
  setStatus(status: PluginSessionStatus): Operation<void>;
  /** What was answered to a question already. */
  answerTo(elicitId: string): Operation<ElicitResult<unknown> | undefined>;
  answer(answer: SessionAnswer): Operation<SessionAnswerOutcome>;
  /** What the store says of an answer that is not to be recorded. */
  lookUp(answer: SessionAnswer): Operation<SessionAnswerOutcome>;
  /** Write for the last time. */
  close(change: Partial<ToolSessionEntry>): Operation<void>;
}

export function createSessionRecord(initial: ToolSessionEntry, store: ToolSessionStore): SessionRecord {
  const { id } = initial;
  // A store may take its time for each write: the last one is to be what it holds.
  const writes = createMutex();
  let current = initial;
  let closed = false;

  const save = () => writes.run(() => store.set(id, current));
  const keep = (change: Partial<ToolSessionEntry>) => {
    current = { ...current, ...change };
  };
  return {
    get current() {
      return current;
    },
    *write(change) {
      if (closed) return;
      keep(change);
      yield* save();
    },
    keep,
    *setStatus(status) {
      if (closed) return;
      keep({ status });
      yield* writes.run(() => store.updateStatus(id, current.status));
    },
    *answerTo(elicitId) {
      return (yield* store.get(id))?.answers[elicitId];
    },
    answer: (answer) => store.answer(id, answer),
    lookUp: (answer) => lookUpAnswer(store, id, answer),
    *close(change) {
      if (closed) return;
      keep(change);
      closed = true;
      yield* save();
    },
  };
}

/** Ask the store about an answer without giving it one to record. */
export function lookUpAnswer(
  store: ToolSessionStore,
  sessionId: string,
  answer: SessionAnswer,
): Operation<SessionAnswerOutcome> {
  // No attempt has this number, so nothing is ever recorded.
  return store.answer(sessionId, { ...answer, attempt: 0 });
}

import { withResolvers, type Operation } from 'effection';
import type { SessionOutcome } from './plugin-session.ts';

/** Whether a session is over: it ends once, whoever is the first to end it. */
export interface SessionEnding {
  readonly isOver: boolean;
  /** Waits for the end. */
  wait(): Operation<undefined>;
  /** End the session, after what `before` does; nothing happens where it has ended. */
  end(outcome: SessionOutcome, before?: () => Operation<unknown>): Operation<void>;
}

export function createSessionEnding(conclude: (outcome: SessionOutcome) => Operation<void>): SessionEnding {
  const over = withResolvers<undefined>();
  let isOver = false;
  return {
    get isOver() {
      return isOver;
    },
    wait: () => over.operation,
    *end(outcome, before) {
      if (isOver) return;
      isOver = true;
      over.resolve(undefined);
      if (before !== undefined) yield* before();
      yield* conclude(outcome);
    },
  };
}

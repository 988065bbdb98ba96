import { withResolvers, type Operation } from 'effection';
import type { SessionOutcome } from './plugin-session.ts';

/** Ends a session exactly once. The first caller of `end` decides how. */
export interface SessionEnding {
  readonly isOver: boolean;
  /** Waits until everything that follows the end, such as clean-up, is done. */
  concluded(): Operation<void>;
  /** End the session: run `before`, then conclude. Does nothing if it has already ended. */
  end(outcome: SessionOutcome, before?: () => Operation<unknown>): Operation<void>;
}

export function createSessionEnding(
  hasEnded: boolean,
  conclude: (outcome: SessionOutcome) => Operation<void>,
): SessionEnding {
  const concluded = withResolvers<void>();
  let isOver = hasEnded;
  if (hasEnded) concluded.resolve();
  return {
    get isOver() {
      return isOver;
    },
    concluded: () => concluded.operation,
    *end(outcome, before) {
      if (isOver) return;
      isOver = true;
      try {
        if (before !== undefined) yield* before();
        yield* conclude(outcome);
      } finally {
        concluded.resolve();
      }
    },
  };
}

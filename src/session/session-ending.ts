import { withResolvers, type Operation } from 'effection';
import type { SessionOutcome } from './plugin-session.ts';

/** Whether a session is over: it ends once, whoever is the first to end it. */
export interface SessionEnding {
  readonly isOver: boolean;
  /** Waits for the end. */
  wait(): Operation<undefined>;
  /** Waits until all that its end takes is done. */
  concluded(): Operation<void>;
  /** End the session, after what `before` does; nothing happens where it has ended. */
  end(outcome: SessionOutcome, before?: () => Operation<unknown>): Operation<void>;
}

export function createSessionEnding(
  hasEnded: boolean,
  conclude: (outcome: SessionOutcome) => Operation<void>,
): SessionEnding {
  const over = withResolvers<undefined>();
  const concluded = withResolvers<void>();
  let isOver = hasEnded;
  if (hasEnded) concluded.resolve();
  return {
    get isOver() {
      return isOver;
    },
    wait: () => over.operation,
    concluded: () => concluded.operation,
    *end(outcome, before) {
      if (isOver) return;
      isOver = true;
      over.resolve(undefined);
      try {
        if (before !== undefined) yield* before();
        yield* conclude(outcome);
      } finally {
        concluded.resolve();
      }
    },
  };
}

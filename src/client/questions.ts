import { createAnswers } from './answers.ts';
import { ClientError, problemOf } from './client-error.ts';
import { watchDeadlines } from './deadlines.ts';
import { createHandlerRuns } from './handler/handler-runs.ts';
import type { ClientParts, PartsOptions } from './later-parts.ts';

/** @param follow - asks the chat server, if there is one, where the conversation stands */
export function createQuestions(
  options: PartsOptions,
  follow: () => Promise<void> = () => Promise.resolve(),
): ClientParts {
  const { submit, actions, resend, expire } = createAnswers(options);
  const { answer, reconcile, close } = createHandlerRuns({ ...options, submit });
  const { store, closing, background } = options;
  return {
    actions: { ...actions, answer },
    resend,
    reconcile,
    begin() {
      watchDeadlines({ store, closing, ask: () => background(follow()), expire });
      watchTurnedAway(options);
    },
    close,
  };
}

/** Report questions that found no room: to `onError`, and as the turn's problem. */
function watchTurnedAway({ store, onError }: PartsOptions): void {
  let told = 0;
  const look = () => {
    const { turnedAway, maxItems } = store.getState();
    if (turnedAway <= told) return;
    const more = turnedAway - told;
    told = turnedAway;
    const message = `${maxItems} questions are open, which is the limit, so ${more} more could not be shown. Answer some and attach again, or raise maxItems.`;
    const error = new ClientError('TOO_MANY_QUESTIONS', message);
    store.dispatch({ type: 'turn_failed', problem: problemOf(error) });
    onError(error);
  };
  look();
  store.subscribe(look);
}

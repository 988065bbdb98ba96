import { createAnswers } from './answers.ts';
import { watchDeadlines } from './deadlines.ts';
import { createHandlerRuns } from './handler/handler-runs.ts';
import type { ClientParts, PartsOptions } from './later-parts.ts';
import { watchTurnedAway } from './turned-away.ts';

/** @param follow - asks the chat server, if there is one, where the conversation stands */
export function createQuestions(
  options: PartsOptions,
  follow: () => Promise<void> = () => Promise.resolve(),
): ClientParts {
  const { submit, actions, resend, expire } = createAnswers(options);
  const { answer, reconcile, close } = createHandlerRuns({ ...options, submit });
  const { store, closing, background, onError } = options;
  watchDeadlines({ store, closing, ask: () => background(follow()), expire });
  watchTurnedAway(store, onError);
  return { actions: { ...actions, answer }, resend, reconcile, close };
}

import { createAnswers } from './answers.ts';
import { watchDeadlines } from './deadlines.ts';
import { createHandlerRuns } from './handler/handler-runs.ts';
import type { Questions, QuestionsOptions } from './load-questions.ts';
import { watchTurnedAway } from './turned-away.ts';

export function createQuestions(options: QuestionsOptions): Questions {
  const { submit, actions, resend, expire } = createAnswers(options);
  const { answer, reconcile, close } = createHandlerRuns({ ...options, submit });
  const { store, closing, background, follow, onError } = options;
  watchDeadlines({ store, closing, ask: () => background(follow()), expire });
  watchTurnedAway(store, onError);
  return { actions: { ...actions, answer }, resend, reconcile, close };
}

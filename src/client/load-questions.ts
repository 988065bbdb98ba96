import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { Answers, AnswersOptions } from './answers.ts';
import { ClientError, problemOf } from './client-error.ts';
import { notSent } from './delivery/delivery-errors.ts';
import type { HandlerRuns, HandlerRunsOptions } from './handler/handler-runs.ts';
import type { Later } from './later.ts';
import { answerOnItsWay, openIn, questionName, statusOfItem, type ItemState } from './state/item-state.ts';

/** What runs the handlers of questions, and takes what a person answers. */
export interface Questions extends Omit<HandlerRuns, 'answer'>, Pick<Answers, 'resend'> {
  /** What ends a question, or gives it more time. */
  readonly actions: Answers['actions'] & Pick<HandlerRuns, 'answer'>;
}

export interface QuestionsOptions extends Omit<HandlerRunsOptions, 'submit'>, AnswersOptions {
  /**
   * Read what a handler returned. It is given, not imported: a bundler puts what this part shares with the start of a page
   * before everything else, and no schema may be made before the page has told zod of its policy.
   *
   * @throws what does not fit
   */
  readonly readResult: (returned: unknown) => ElicitResult<unknown>;
  /** Ask the chat server where the conversation stands. */
  readonly follow: () => Promise<void>;
}

/** Makes what asks. */
export type CreateQuestions = (options: QuestionsOptions) => Questions;

/** What happens to content that does not fit: the handler runs again, or it fails. */
export type Refusal = 'ask again' | 'fail';

/** Each question that waits for them says so if they cannot be loaded, and can be tried again. */
export interface LaterQuestions extends Questions {
  /**
   * Load them. Call `onReady` once they are there, and `onFailed` each time that they could not be loaded. Answers that
   * were on their way when the page was left are sent again.
   */
  begin(onReady: () => void, onFailed: () => void): void;
  /** Load them, if they are not there. */
  load(): void;
}

const actionNames = Object.keys({
  accept: 0,
  decline: 0,
  cancel: 0,
  moreTime: 0,
  answer: 0,
} satisfies Record<keyof Questions['actions'], 0>) as (keyof Questions['actions'])[];

/** Ask as soon as what asks is there. Without it, questions wait, and say so if it cannot be loaded. */
export function createLaterQuestions(
  options: QuestionsOptions,
  questions: Later<{ createQuestions: CreateQuestions }>,
): LaterQuestions {
  const { store, onError } = options;
  /** What people did meanwhile. */
  let waiting: ((there: Questions) => void)[] = [];
  let [ready, unready] = [() => undefined as void, () => undefined as void];
  let state: 'idle' | 'loading' | 'closed' = 'idle';
  let there = questions.get()?.createQuestions(options);

  function failed(cause: unknown): void {
    waiting = [];
    for (const item of store.getState().items.filter(waits)) {
      const { elicitId } = item.request;
      const error = canRun(item)
        ? notLoaded(item, cause)
        : notSent({ elicitId, cause, retry: () => options.retry(elicitId) });
      const said = { elicitId, problem: problemOf(error) };
      store.dispatch(
        canRun(item) ? { ...said, type: 'handler_failed', run: item.run } : { ...said, type: 'undelivered' },
      );
      onError(error);
    }
    unready();
  }

  function load(): void {
    if (there === undefined && state === 'idle') void loadNow();
  }

  async function loadNow(): Promise<void> {
    state = 'loading';
    const settle = await questions.load().then(
      ({ createQuestions }) =>
        () =>
          begin(createQuestions(options)),
      (cause: unknown) => () => failed(cause),
    );
    if (stateNow() === 'closed') return;
    settle();
    state = 'idle';
    reconcile();
  }
  const stateNow = () => state;

  function begin(loaded: Questions): void {
    there = loaded;
    ready();
    for (const item of openIn(store.getState().items)) {
      if (answerOnItsWay(item) !== undefined) loaded.resend(item.request.elicitId);
    }
    for (const work of waiting) work(loaded);
  }

  function reconcile(): void {
    if (there !== undefined) there.reconcile();
    else if (store.getState().items.some(waits)) load();
  }

  function act(elicitId: string, work: (there: Questions) => void): void {
    if (there !== undefined) return work(there);
    waiting.push(work);
    // One that could not be asked for want of them is asked with them, so it says whether they come.
    store.dispatch({ type: 'retried', elicitId });
  }

  const doing = (name: keyof Questions['actions']) => [
    name,
    (elicitId: string, ...given: never[]) =>
      act(elicitId, ({ actions }) => (actions[name] as (...args: unknown[]) => void)(elicitId, ...given)),
  ];

  return {
    reconcile,
    actions: Object.fromEntries(actionNames.map(doing)) as Questions['actions'],
    resend: (elicitId) => there?.resend(elicitId),
    load,
    begin(onReady, onFailed) {
      [ready, unready] = [onReady, onFailed];
      if (there === undefined) load();
      else begin(there);
    },
    async close() {
      state = 'closed';
      await there?.close();
    },
  };
}

/** True for a question that cannot go on without them. */
const waits = (item: ItemState) => canRun(item) || answerOnItsWay(item) !== undefined;

/** True for a question whose handler should run. */
export function canRun(item: ItemState): boolean {
  return statusOfItem(item) === 'pending' && item.open?.blocked === undefined && item.context !== undefined;
}

export function notLoaded(item: ItemState, cause: unknown): ClientError {
  const message = `The handler of ${questionName(item)} could not be loaded. Try again.`;
  return new ClientError('HANDLER_NOT_LOADED', message, { elicitId: item.request.elicitId, cause });
}

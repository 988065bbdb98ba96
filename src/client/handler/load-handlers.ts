import type { PluginRegistry } from '../../plugin/plugin-registry.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import { ClientError, problemOf } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import { later } from '../later.ts';
import { questionName, statusOfItem, type ItemState } from '../state/item-state.ts';

/** Runs one handler for each pending question. Starts and halts them to match the state. */
export interface HandlerRuns {
  /** Start the handlers that should run and halt the others. */
  readonly reconcile: () => void;
  /** Pass on a view's answer. */
  readonly answer: (elicitId: string, viewId: string, value: unknown) => void;
  /** Halt all handlers for good. Resolves when their clean-up is done. */
  readonly close: () => Promise<void>;
}

export interface HandlerRunsOptions {
  registry: PluginRegistry;
  store: ClientStore;
  readonly onError: (error: ClientError) => void;
  /**
   * Read what a handler returned. It is given, not imported: a bundler puts what this part shares with the start of a page
   * before everything else, and no schema may be made before the page has told zod of its policy.
   *
   * @throws what does not fit
   */
  readonly readResult: (returned: unknown) => ElicitResult<unknown>;
  /** Check and send what a handler returned. */
  readonly submit: (elicitId: string, result: ElicitResult<unknown>, refuse: Refusal) => Promise<void>;
}

/** What happens to content that does not fit: the handler runs again, or it fails. */
export type Refusal = 'ask again' | 'fail';

/** What runs handlers. */
export const handlers = later(async () => {
  const { createHandlerRuns } = await import('./handler-runs.ts');
  return createHandlerRuns;
});

/** Run handlers as soon as what runs them is there. Without it, questions wait, and say so if it cannot be loaded. */
export function createHandlers(options: HandlerRunsOptions): HandlerRuns {
  const { store, onError } = options;
  let runs = handlers.get()?.(options);
  let state: 'idle' | 'loading' | 'closed' = 'idle';

  function failed(cause: unknown): void {
    for (const item of store.getState().items.filter(canRun)) {
      const error = notLoaded(item, cause);
      store.dispatch({
        type: 'handler_failed',
        elicitId: item.request.elicitId,
        run: item.run,
        problem: problemOf(error),
      });
      onError(error);
    }
  }

  async function load(): Promise<void> {
    state = 'loading';
    const settle = await handlers.load().then(
      (create) => () => void (runs = create(options)),
      (cause: unknown) => () => failed(cause),
    );
    if (stateNow() === 'closed') return;
    settle();
    state = 'idle';
    reconcile();
  }
  const stateNow = () => state;

  function reconcile(): void {
    if (runs !== undefined) runs.reconcile();
    else if (state === 'idle' && store.getState().items.some(canRun)) void load();
  }

  if (runs === undefined) void load();
  return {
    reconcile,
    answer: (...given) => runs?.answer(...given),
    async close() {
      state = 'closed';
      await runs?.close();
    },
  };
}

/** True for a question whose handler should run. */
export function canRun(item: ItemState): boolean {
  return statusOfItem(item) === 'pending' && item.open?.blocked === undefined && item.context !== undefined;
}

export function notLoaded(item: ItemState, cause: unknown): ClientError {
  const message = `The handler of ${questionName(item)} could not be loaded. Try again.`;
  return new ClientError('HANDLER_NOT_LOADED', message, { elicitId: item.request.elicitId, cause });
}

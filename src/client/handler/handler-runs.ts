import { scoped, type Operation, type Scope } from 'effection';
import { openQuestionKey } from '../../protocol/question-keys.ts';
import { elicitResultSchema, type ElicitResult } from '../../protocol/elicit-result.ts';
import type { PluginElicitRequest } from '../../plugin/elicit-handler.ts';
import type { ErasedHandlers, PluginClientRegistration } from '../../plugin/make-plugin.ts';
import type { PluginRegistry } from '../../plugin/plugin-registry.ts';
import { problemOf, type ClientError } from '../client-error.ts';
import type { ClientStore } from '../client-store.ts';
import { findItem, isOfChat, type ItemState } from '../state/item-state.ts';
import { createHandlerContext, type HandlerContext } from './handler-context.ts';
import { cleanupFailed, noHandler, reported, returnedNonsense, returnedNothing } from './handler-errors.ts';
import { createHandlerRequest } from './handler-request.ts';

/** Runs one handler for each pending question. Starts and halts them to match the state. */
export interface HandlerRuns {
  /** Start the handlers that should run and halt the others. */
  readonly reconcile: () => void;
  /** Pass on a view's answer. */
  readonly answer: (elicitId: string, viewId: string, value: unknown) => void;
  /** Halt all handlers for good. */
  readonly close: () => void;
}

export interface HandlerRunsOptions {
  scope: Scope;
  registry: PluginRegistry;
  store: ClientStore;
  readonly onError: (error: ClientError) => void;
  /** Check and send what a handler returned. */
  readonly submit: (elicitId: string, result: ElicitResult<unknown>, refuse: Refusal) => Promise<void>;
}

/** What happens to content that does not fit: the handler runs again, or it fails. */
export type Refusal = 'ask again' | 'fail';

interface Run {
  readonly number: number;
  readonly context: HandlerContext;
  readonly halt: () => void;
}

export function createHandlerRuns({ scope, registry, store, onError, submit }: HandlerRunsOptions): HandlerRuns {
  const runs = new Map<string, Run>();
  let closed = false;

  const start = (item: ItemState) => {
    const { elicitId, toolName, key } = item.request;
    const plugin = registry.get(toolName);
    const isPage = item.request.mode === 'url';
    if (isPage || plugin === undefined || handlerOf(plugin, key) === undefined) {
      return leave(item, isPage ? 'url' : 'genericForm', plugin !== undefined);
    }
    const context = createHandlerContext(item, store);
    const run: Run = {
      number: item.run,
      context,
      halt() {
        runs.delete(elicitId);
        // The handler's own stack may have ended it: let a finished handler return.
        if (context.finish('halted')) {
          task.halt().catch((cause: unknown) => fail(item, cleanupFailed(item, cause)));
        }
      },
    };
    runs.set(elicitId, run);
    const task = scope.run(() => runHandler(plugin, context, item));
  };

  /** Leave the question to a form or a page to open, if the host shows those. */
  const leave = (item: ItemState, to: 'genericForm' | 'url', isPluginKnown: boolean) => {
    if (item.generic === true) return;
    if (store.getState().shows[to]) return store.dispatch({ type: 'left', elicitId: item.request.elicitId });
    // Another server's question needs no plugin: the host answers it, or shows it later.
    if (!isOfChat(item)) return;
    block(item, noHandler(item, isPluginKnown));
  };

  const block = ({ request: { elicitId } }: ItemState, error: ClientError) => {
    store.dispatch({ type: 'blocked', elicitId, problem: problemOf(error) });
    onError(error);
  };

  const fail = ({ request: { elicitId }, run }: ItemState, error: ClientError) => {
    store.dispatch({ type: 'handler_failed', elicitId, run, problem: problemOf(error) });
    onError(error);
  };

  function* runHandler(plugin: PluginClientRegistration, context: HandlerContext, item: ItemState): Operation<void> {
    const { elicitId } = item.request;
    let request: PluginElicitRequest;
    try {
      request = yield* createHandlerRequest(plugin, item);
    } catch (cause) {
      context.finish('finished');
      return block(item, reported(item, cause));
    }
    let returned: unknown;
    try {
      returned = yield* scoped(() => callHandler(plugin, request, context, item));
    } catch (cause) {
      context.finish('finished');
      return fail(item, reported(item, cause));
    }
    context.finish('finished');
    const result = elicitResultSchema.safeParse(returned);
    if (!result.success) {
      return fail(item, returned == null ? returnedNothing(item) : returnedNonsense(item, result.error));
    }
    // Without a person's answer, a second run would return the same again.
    const refuse = context.wasAnswered() ? 'ask again' : 'fail';
    void submit(elicitId, result.data, refuse);
  }

  return {
    reconcile() {
      if (closed) return;
      const { items } = store.getState();
      for (const [elicitId, run] of runs) {
        const item = findItem(items, elicitId);
        if (item === undefined || !canRun(item) || item.run !== run.number) run.halt();
      }
      for (const item of items) {
        if (canRun(item) && !runs.has(item.request.elicitId)) start(item);
      }
    },
    close() {
      closed = true;
      for (const run of runs.values()) run.halt();
    },
    answer: (elicitId, viewId, value) => runs.get(elicitId)?.context.answer(viewId, value),
  };
}

function canRun({ status, problem, isPartial }: ItemState): boolean {
  return status === 'pending' && problem === undefined && isPartial !== true;
}

function handlerOf({ handlers, onOpen }: PluginClientRegistration, key: string): ErasedHandlers[string] | undefined {
  if (Object.hasOwn(handlers, key)) return handlers[key];
  return key.startsWith(openQuestionKey) ? onOpen : undefined;
}

function* callHandler(
  plugin: PluginClientRegistration,
  request: PluginElicitRequest,
  context: HandlerContext,
  item: ItemState,
): Operation<unknown> {
  try {
    const operation = handlerOf(plugin, item.request.key)?.(request as never, context.forHandler as never);
    if (operation == null) throw returnedNothing(item);
    if (typeof operation !== 'object' || !(Symbol.iterator in operation)) throw returnedNonsense(item);
    return yield* operation as Operation<unknown>;
  } catch (cause) {
    // Wrap it before Effection does: Effection calls `String(cause)`, which may throw and leave the question hanging.
    throw reported(item, cause);
  }
}

import type { Operation } from 'effection';
import { isPromise, whenDone } from '../../base/is-promise.ts';
import { isObject } from '../../protocol/json.ts';
import { openQuestionKey } from '../../protocol/question-keys.ts';
import type { PluginElicitRequest } from '../../plugin/elicit-handler.ts';
import type { ErasedHandlers, PluginClientRegistration } from '../../plugin/make-plugin.ts';
import type { Rendering } from '../../plugin/rendering.ts';
import type { Answers } from '../answers.ts';
import { problemOf, type ClientError } from '../client-error.ts';
import type { ItemActions } from '../elicit-item.ts';
import { isOfChat, openIn, type ItemState } from '../state/item-state.ts';
import { createHandlerContext, type HandlerContext } from './handler-context.ts';
import { cleanupFailed, noHandler, reported, returnedNonsense, returnedNothing } from './handler-errors.ts';
import { createHandlerRequest } from './handler-request.ts';
import { generators } from './load-generators.ts';
import { canRun, notLoaded, type PartsOptions } from '../later-parts.ts';

type HandlerRunsOptions = Pick<PartsOptions, 'registry' | 'store' | 'onError' | 'readResult'> & Pick<Answers, 'submit'>;

interface Run {
  readonly number: number;
  readonly context: HandlerContext;
  readonly halt: () => Promise<void>;
}

/** Runs one handler for each pending question. Starts and halts them to match the state. */
export function createHandlerRuns({ registry, store, onError, readResult, submit }: HandlerRunsOptions) {
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
    let stop: (() => void | Promise<void>) | undefined;
    const run: Run = {
      number: item.run,
      context,
      async halt() {
        runs.delete(elicitId);
        // The handler's own stack may have ended it: let a finished handler return.
        if (context.finish('halted')) await stop?.();
      },
    };
    runs.set(elicitId, run);
    /** A run that is over says nothing more. */
    const ifRunning = (work: () => void) => void (context.finish('finished') && work());
    const failed = (cause: unknown) => ifRunning(() => fail(item, reported(item, cause)));
    const end = (returned: unknown) => ifRunning(() => conclude(item, context, returned));
    const call = (request: PluginElicitRequest): void => {
      if (runs.get(elicitId) !== run) return;
      const returned: unknown = handlerOf(plugin, key)?.(request as never, context.forHandler as never);
      if (isRendering(returned)) stop = returned['~begin'](end);
      else if (isOperation(returned)) runGenerator(returned);
      else if (isPromise(returned)) returned.then(end, failed);
      else throw returned == null ? returnedNothing(item) : returnedNonsense(item);
    };
    const runGenerator = (operation: Operation<unknown>): void => {
      const there = generators.get();
      if (there !== undefined) {
        const failedIn = () => (context.finish('finished') ? reported : cleanupFailed);
        stop = there.runGenerator(operation, end, (cause) => fail(item, failedIn()(item, cause)));
        return;
      }
      generators.load().then(
        () => runs.get(elicitId) === run && store.batch(() => runGenerator(operation)),
        (cause: unknown) => ifRunning(() => fail(item, notLoaded(item, cause))),
      );
    };
    void whenDone(
      () => createHandlerRequest(plugin, item),
      // Tell of what it does once it can be halted: a subscriber may end the question at once.
      (request) =>
        store.batch(() =>
          whenDone(
            () => call(request),
            () => undefined,
            failed,
          ),
        ),
      (cause) => ifRunning(() => block(item, reported(item, cause))),
    );
  };

  /** Leave the question to a form or a page to open, if the host shows those. */
  const leave = (item: ItemState, to: 'genericForm' | 'url', isPluginKnown: boolean) => {
    if (item.generic) return;
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

  function conclude(item: ItemState, context: HandlerContext, returned: unknown): void {
    void whenDone(
      // Getters of what it returned may throw.
      () => readResult(returned),
      (result) => {
        // Without a person's answer, a second run would return the same again.
        const refusal = context.wasAnswered() ? 'ask again' : 'fail';
        void submit(item.request.elicitId, result, refusal, context.saidOf(result));
      },
      (cause) => fail(item, returned == null ? returnedNothing(item) : returnedNonsense(item, cause)),
    );
  }

  // A page with a generator among its handlers needs what runs it. Where that cannot be seen, it is loaded when needed.
  function prepare(): void {
    const plugins = registry.names().map((name) => registry.get(name));
    const all = plugins.flatMap((plugin) => [...Object.values(plugin?.handlers ?? {}), plugin?.onOpen]);
    if (all.some(isGenerator)) generators.load().catch(() => undefined);
  }
  registry.subscribe(prepare);
  prepare();

  return {
    reconcile(): void {
      if (closed) return;
      for (const [elicitId, run] of runs) {
        const item = store.find(elicitId);
        if (item === undefined || !canRun(item) || item.run !== run.number) void run.halt();
      }
      for (const item of openIn(store.getState().items)) {
        if (!runs.has(item.request.elicitId) && canRun(item)) start(item);
      }
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...runs.values()].map((run) => run.halt()));
    },
    answer: ((elicitId, ...given) => runs.get(elicitId)?.context.answer(...given)) satisfies ItemActions['answer'],
  };
}

function handlerOf({ handlers, onOpen }: PluginClientRegistration, key: string): ErasedHandlers[string] | undefined {
  if (Object.hasOwn(handlers, key)) return handlers[key];
  return key.startsWith(openQuestionKey) ? onOpen : undefined;
}

const isGenerator = (handler: unknown) => Object.prototype.toString.call(handler) === '[object GeneratorFunction]';

type Begun = { readonly '~begin': NonNullable<Rendering<unknown>['~begin']> };

const isRendering = (given: unknown): given is Begun => isObject(given) && typeof given['~begin'] === 'function';

const isOperation = (given: unknown): given is Operation<unknown> => isObject(given) && Symbol.iterator in given;

import type { PluginRegistry } from '../plugin/plugin-registry.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { abortable } from './abortable.ts';
import type { AskingParts } from './ask-here.ts';
import { partNotLoaded, problemOf, type ClientError } from './client-error.ts';
import type { Deliver, WireParts } from './delivery/deliver.ts';
import { noEndpoint } from './delivery/delivery-errors.ts';
import type { ItemActions } from './elicit-item.ts';
import { guardCallback } from './guard.ts';
import type { Later } from './later.ts';
import type { Post } from './post.ts';
import {
  answerOnItsWay,
  answerUnderWay,
  openIn,
  questionName,
  statusOfItem,
  type ItemState,
} from './state/item-state.ts';
import { uuid } from './uuid.ts';

/** What runs the handlers of questions, takes what a person answers, and sends it. */
export interface ClientParts {
  /** What ends a question, or gives it more time. */
  readonly actions: Pick<ItemActions, 'accept' | 'decline' | 'cancel' | 'moreTime' | 'answer'>;
  /** Send an answer that is on its way, if nothing sends it. */
  readonly resend: (elicitId: string) => void;
  /** Start the handlers that should run and halt the others. */
  readonly reconcile: () => void;
  /** Halt all handlers for good. Resolves when their clean-up is done. */
  readonly close: () => Promise<void>;
  /** Undefined if there is no chat server. */
  readonly deliver?: Deliver | undefined;
  /** Keep the deadlines of questions, and hear of a conversation from other tabs and from its server. */
  readonly begin?: () => void;
}

export interface PartsOptions extends AskingParts {
  registry: PluginRegistry;
  post: Post;
  /** Nobody waits for this. */
  readonly background: (work: Promise<void>) => void;
  /**
   * Read what a handler returned. It is given, not imported: a bundler puts what the parts share with the start of a page
   * before everything else, and no schema may be made before the page has told zod of its policy.
   *
   * @throws what does not fit
   */
  readonly readResult: (returned: unknown) => ElicitResult<unknown>;
  readonly wire: WireParts | undefined;
}

/** Makes the parts of a client. */
export type CreateParts = (options: PartsOptions) => ClientParts;

/** What happens to content that does not fit: the handler runs again, or it fails. */
export type Refusal = 'ask again' | 'fail';

/** The parts of a client. They load once it begins; what waits for them says so if that fails, and can be tried again. */
export function createLaterParts(options: PartsOptions, parts: Later<{ createParts: CreateParts }>) {
  const { store, closing } = options;
  const { dispatch } = store;
  /** What people did meanwhile. */
  const waiting: { readonly elicitId: string; readonly work: (there: ClientParts) => void }[] = [];
  let loading: Promise<ErrorOptions | undefined> | undefined;
  let there = parts.get()?.createParts(options);

  /** @returns why they could not be loaded */
  const load = (): Promise<ErrorOptions | undefined> => (loading ??= loadNow());

  async function loadNow(): Promise<ErrorOptions | undefined> {
    try {
      const { createParts } = await parts.load();
      if (!closing.aborted) start((there = createParts(options)));
      return undefined;
    } catch (cause) {
      if (!closing.aborted) failed(cause);
      return { cause };
    } finally {
      loading = undefined;
      // Whoever was told of a failure may have tried again at once.
      reconcile();
    }
  }

  /** Each by itself: a host's function that throws keeps nothing else from going on. */
  function start(loaded: ClientParts): void {
    guardCallback<void>(loaded.begin)();
    for (const item of openIn(store.getState().items)) {
      if (answerOnItsWay(item) !== undefined) loaded.resend(item.request.elicitId);
    }
    for (const { work } of waiting.splice(0)) guardCallback(work)(loaded);
  }

  function failed(cause: unknown): void {
    const wanted = new Set(waiting.splice(0).map(({ elicitId }) => elicitId));
    for (const item of openIn(store.getState().items)) {
      if (waits(item) || wanted.has(item.request.elicitId)) fail(item, cause, options);
    }
  }

  function reconcile(): void {
    if (there !== undefined) there.reconcile();
    else if (!closing.aborted && (waiting.length > 0 || openIn(store.getState().items).some(waits))) void load();
  }

  function act(elicitId: string, work: (there: ClientParts) => void): void {
    if (there !== undefined) return work(there);
    waiting.push({ elicitId, work });
    // One that could not be asked for want of them is asked with them, so it says whether they come.
    if (store.find(elicitId)?.open?.failed) dispatch({ type: 'retried', elicitId });
    reconcile();
  }

  return {
    /** What a person does to a question. */
    actions: {
      accept: (elicitId, ...given) => act(elicitId, ({ actions }) => actions.accept(elicitId, ...given)),
      decline: (elicitId, ...given) => act(elicitId, ({ actions }) => actions.decline(elicitId, ...given)),
      cancel(elicitId) {
        if (there !== undefined || store.find(elicitId)?.request.to === undefined)
          return act(elicitId, ({ actions }) => actions.cancel(elicitId));
        // It goes out with them, or its card says that it did not.
        dispatch({ type: 'recorded', elicitId, result: { action: 'cancel', reason: 'dismissed' }, answerId: uuid() });
        reconcile();
      },
      moreTime: (elicitId) => act(elicitId, ({ actions }) => actions.moreTime(elicitId)),
      answer: (elicitId, ...given) => act(elicitId, ({ actions }) => actions.answer(elicitId, ...given)),
      retry(elicitId) {
        const item = store.find(elicitId);
        if (item === undefined || statusOfItem(item) !== 'failed') return;
        dispatch({ type: 'retried', elicitId });
        there?.resend(elicitId);
      },
      change: (elicitId) => dispatch({ type: 'reopened', elicitId }),
      keep: (elicitId) => dispatch({ type: 'kept', elicitId }),
      setAside: (elicitId, aside) => dispatch({ type: 'put_aside', elicitId, at: aside ? Date.now() : undefined }),
      setDraft: (elicitId, viewId, draft) => dispatch({ type: 'draft_changed', elicitId, viewId, draft }),
    } satisfies Omit<ItemActions, 'askAgain'>,
    begin(): void {
      if (there === undefined) void load();
      else start(there);
    },
    async deliver(...given: Parameters<Deliver>): ReturnType<Deliver> {
      const [, , signal] = given;
      const loaded = (resolve: (failure?: ErrorOptions) => void) => (void load().then(resolve), () => undefined);
      const failure = there === undefined ? await abortable(signal, loaded) : undefined;
      return failure === undefined ? (there?.deliver?.(...given) ?? noEndpoint()) : partNotLoaded(sender, failure);
    },
    reconcile,
    close: async (): Promise<void> => there?.close(),
  };
}

/** What waits on this question cannot be done. */
function fail(item: ItemState, cause: unknown, { store, retry, onError }: PartsOptions): void {
  const { elicitId } = item.request;
  const isSent = answerUnderWay(item) !== undefined;
  const error = isSent
    ? partNotLoaded(sender, { elicitId, cause, retry: () => retry(elicitId) })
    : notLoaded(item, cause);
  const said = { elicitId, problem: problemOf(error) };
  store.dispatch(isSent ? { ...said, type: 'undelivered' } : { ...said, type: 'handler_failed', run: item.run });
  onError(error);
}

/** True for a question that cannot go on without the parts. */
const waits = (item: ItemState) => canRun(item) || answerOnItsWay(item) !== undefined;

/** True for a question whose handler should run. */
export function canRun(item: ItemState): boolean {
  return statusOfItem(item) === 'pending' && item.open?.blocked === undefined && item.context !== undefined;
}

export function notLoaded(item: ItemState, cause: unknown): ClientError {
  return partNotLoaded(`The handler of ${questionName(item)}`, { elicitId: item.request.elicitId, cause });
}

const sender = 'The part of the page that sends';

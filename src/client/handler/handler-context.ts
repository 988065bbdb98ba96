import type { ComponentType } from 'react';
import type { PluginClientContext } from '../../plugin/elicit-handler.ts';
import { renderingOf } from '../../plugin/rendering.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { abortable } from '../abortable.ts';
import type { ClientStore } from '../client-store.ts';
import { viewId, type ItemState } from '../state/item-state.ts';
import { generators } from './load-generators.ts';

export type HandlerContext = ReturnType<typeof createHandlerContext>;

/** What one run of a handler can do, and how the client controls it. */
export function createHandlerContext(item: ItemState, store: ClientStore) {
  const { elicitId, callId } = item.request;
  const abort = new AbortController();
  const waiting = new Map<string, (value: never) => void>();
  const counts = new Map<ComponentType<never>, number>();
  /** What the components of this run responded, and said of it. Of equal answers the last one counts. */
  const responses = new Map<unknown, ReceiptWords | undefined>();
  let state: 'running' | 'finished' | 'halted' = 'running';

  const putUp = (Component: unknown, props: object, onAnswer?: (value: never) => void): string => {
    const shown = Component as ComponentType<never>;
    const nth = counts.get(shown) ?? 0;
    counts.set(shown, nth + 1);
    const current = store.find(elicitId) ?? item;
    const id = viewId(current, shown, nth);
    // A subscriber may answer as soon as it is told.
    if (onAnswer !== undefined) waiting.set(id, onAnswer);
    const kind = onAnswer === undefined ? 'show' : 'render';
    store.dispatch({ type: 'view_shown', elicitId, view: { id, kind, Component: shown, props, active: true } });
    return id;
  };

  const rendering = <T>(begin: (onAnswer: (value: T) => void) => () => void) =>
    renderingOf<T>(
      () => operationOf(begin)[Symbol.iterator](),
      () => running().then(() => abortable(abort.signal, begin)),
      begin,
    );

  /** Done in the step in which it is yielded. */
  const done = (work: () => void) =>
    renderingOf<void>(
      function* () {
        work();
      },
      () => running().then(work),
    );

  /** An async function goes on when its question has ended. Nothing of it is shown any more. */
  async function running(): Promise<void> {
    abort.signal.throwIfAborted();
    if (state !== 'running') throw new Error('This handler has returned, so it can show nothing.');
  }

  const forHandler: PluginClientContext = {
    callId,
    signal: abort.signal,
    elicitRequest: item.request,
    render: (Component, props) =>
      rendering((onAnswer) => {
        const id = putUp(Component, props, onAnswer);
        return () => {
          // Halted, for example because it lost a race, while the question goes on: remove the view.
          if (waiting.delete(id) && state === 'running') store.dispatch({ type: 'view_closed', elicitId, viewId: id });
        };
      }) as never,
    show: (Component, props) => done(() => void putUp(Component, props)),
    reportProgress: (message) => done(() => store.dispatch({ type: 'progressed', elicitId, message })),
  };

  return {
    forHandler,
    /** Give a view's answer to the `render` that waits for it; ignored if none does. */
    answer(id: string, value: unknown, words?: ReceiptWords): void {
      const onAnswer = waiting.get(id);
      if (onAnswer === undefined) return;
      waiting.delete(id);
      responses.set(value, words);
      store.batch(() => {
        store.dispatch({ type: 'view_answered', elicitId, viewId: id });
        onAnswer(value as never);
      });
    },
    /** True once the person has answered any view of this run. */
    wasAnswered: () => responses.size > 0,
    /** What the component said whose answer is accepted. */
    saidOf: (result: ElicitResult<unknown>) => (result.action === 'accept' ? responses.get(result.content) : undefined),
    /**
     * End the run: it finished, or the question ended another way.
     *
     * @returns false if it was over already
     */
    finish(how: 'finished' | 'halted'): boolean {
      if (state !== 'running') return false;
      state = how;
      if (how === 'halted') abort.abort();
      return true;
    },
  };
}

function operationOf<T>(begin: (onAnswer: (value: T) => void) => () => void) {
  const there = generators.get();
  if (there === undefined) throw new Error('Yield this in a generator handler, or await it in an async one.');
  return there.operationOf(begin);
}

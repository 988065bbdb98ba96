import { withResolvers, type Operation, type WithResolvers } from 'effection';
import type { ComponentType } from 'react';
import type { PluginClientContext } from '../../plugin/elicit-handler.ts';
import type { ClientStore } from '../client-store.ts';
import { findItem, viewId, type ItemState } from '../state/item-state.ts';

/** What one run of a handler can do, and how the client controls it. */
export interface HandlerContext {
  readonly forHandler: PluginClientContext;
  /** Give a view's answer to the `render` that waits for it; ignored if none does. */
  answer(viewId: string, value: unknown): void;
  /** True once the person has answered any view of this run. */
  wasAnswered(): boolean;
  /**
   * End the run: it finished, or the question ended another way.
   *
   * @returns false if it was over already
   */
  finish(how: 'finished' | 'halted'): boolean;
}

export function createHandlerContext(item: ItemState, store: ClientStore): HandlerContext {
  const { elicitId, callId } = item.request;
  const abort = new AbortController();
  const waiting = new Map<string, WithResolvers<never>>();
  const counts = new Map<ComponentType<never>, number>();
  let state: 'running' | 'finished' | 'halted' = 'running';
  let answered = false;

  const putUp = (kind: 'render' | 'show', Component: ComponentType<never>, props: object): string => {
    const nth = counts.get(Component) ?? 0;
    counts.set(Component, nth + 1);
    const current = findItem(store.getState().items, elicitId) ?? item;
    const id = viewId(current, Component, nth);
    store.dispatch({ type: 'view_shown', elicitId, view: { id, kind, Component, props, active: true } });
    return id;
  };

  const forHandler: PluginClientContext = {
    callId,
    signal: abort.signal,
    elicitRequest: item.request,
    *render(Component, props): Operation<never> {
      const answer = withResolvers<never>();
      const id = putUp('render', Component as unknown as ComponentType<never>, props);
      waiting.set(id, answer);
      try {
        return yield* answer.operation;
      } finally {
        // Halted, for example because it lost a race, while the question goes on: remove the view.
        if (waiting.delete(id) && state === 'running') store.dispatch({ type: 'view_closed', elicitId, viewId: id });
      }
    },
    *show(Component, props) {
      putUp('show', Component as unknown as ComponentType<never>, props);
    },
    *reportProgress(message) {
      store.dispatch({ type: 'progressed', elicitId, message });
    },
  };

  return {
    forHandler,
    answer(id, value) {
      const waits = waiting.get(id);
      if (waits === undefined) return;
      waiting.delete(id);
      answered = true;
      store.batch(() => {
        store.dispatch({ type: 'view_answered', elicitId, viewId: id });
        waits.resolve(value as never);
      });
    },
    wasAnswered: () => answered,
    finish(how) {
      if (state !== 'running') return false;
      state = how;
      if (how === 'halted') abort.abort();
      return true;
    },
  };
}

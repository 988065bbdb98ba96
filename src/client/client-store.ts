import { guardCallback } from './guard.ts';
import type { ClientState } from './state/client-state.ts';
import { findItem, type ItemState } from './state/item-state.ts';
import { reduce, type Input } from './state/reduce.ts';

export type ClientStore = ReturnType<typeof createClientStore>;

/**
 * Holds the state and tells listeners once per batch of changes.
 *
 * @param onItems - called when questions changed, before any listener; may dispatch
 */
export function createClientStore(initial: ClientState, onItems: () => void) {
  const listeners = new Set<() => void>();
  let state = initial;
  let told = initial;
  let depth = 0;
  let watchers = 0;

  const batch = (work: () => void) => {
    depth += 1;
    try {
      work();
      if (depth === 1) settle();
    } finally {
      depth -= 1;
    }
    if (depth > 0 || told === state) return;
    told = state;
    tell();
  };
  const tell = () => {
    // Copy the list: a listener added meanwhile is told of the next change.
    const now = [...listeners];
    for (const onChange of now) onChange();
  };
  const subscribe = (onChange: () => void) => {
    const listener = guardCallback<void>(onChange);
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const settle = () => {
    for (let seen = told.items; seen !== state.items;) {
      seen = state.items;
      onItems();
    }
  };

  return {
    getState: () => state,
    find: (elicitId: string): ItemState | undefined => findItem(state.items, elicitId),
    dispatch: (input: Input): void =>
      batch(() => {
        state = reduce(state, input);
      }),
    /** Dispatch several inputs; listeners are told once. */
    batch,
    subscribe,
    /** False for one that no page shows, such as the second client that React makes under StrictMode, or one that was left. */
    isWatched: () => watchers > 0,
    /** Subscribe for the page, which sees the conversation then. */
    watch(onChange: () => void): () => void {
      watchers += 1;
      if (watchers === 1) tell();
      const leave = subscribe(onChange);
      return () => {
        if (leave()) watchers -= 1;
      };
    },
  };
}

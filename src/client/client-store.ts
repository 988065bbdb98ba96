import { guardCallback } from './guard.ts';
import type { ClientState } from './state/client-state.ts';
import { reduce, type Input } from './state/reduce.ts';

/** Holds the state and tells listeners once per batch of changes. */
export interface ClientStore {
  getState(): ClientState;
  dispatch(input: Input): void;
  /** Dispatch several inputs; listeners are told once. */
  batch(work: () => void): void;
  subscribe(onChange: () => void): () => void;
  /** Subscribe for the page, which sees the conversation then. */
  watch(onChange: () => void): () => void;
  /** False for one that no page shows, such as the second client that React makes under StrictMode, or one that was left. */
  isWatched(): boolean;
}

/** @param onItems - called when questions changed, before any listener; may dispatch */
export function createClientStore(initial: ClientState, onItems: () => void): ClientStore {
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
    dispatch: (input) =>
      batch(() => {
        state = reduce(state, input);
      }),
    batch,
    subscribe,
    isWatched: () => watchers > 0,
    watch(onChange) {
      watchers += 1;
      if (watchers === 1) tell();
      const leave = subscribe(onChange);
      return () => {
        if (leave()) watchers -= 1;
      };
    },
  };
}

import type { DurableStore } from '../../src/store/durable-store.ts';

interface Entry {
  readonly kind?: string;
  readonly key?: string;
}

/** A store that does something else when it is to write this into a call's journal, once. `what` is a kind and a key. */
export function atWrite(
  store: DurableStore,
  what: string,
  instead: (write: () => Promise<string | null>) => Promise<string | null>,
): DurableStore {
  let isDone = false;
  return {
    ...store,
    commit(change) {
      const entries = (change.append ?? []).flatMap(({ items }) => items.map((item) => JSON.parse(item) as Entry));
      const isIt = !isDone && entries.some(({ kind, key }) => `${kind} ${key ?? ''}`.startsWith(what));
      isDone ||= isIt;
      return isIt ? instead(() => store.commit(change)) : store.commit(change);
    },
  };
}

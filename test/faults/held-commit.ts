import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { createGate } from './gate.ts';

/** A store that holds its first commit of a kind until the test releases it. */
export interface HoldingStore extends DurableStore {
  /** Resolves when that commit has come. */
  readonly holds: Promise<void>;
  release(): void;
}

export function holding(store: DurableStore, isMeant: (commit: StoreCommit) => boolean): HoldingStore {
  const came = createGate();
  const mayGo = createGate();
  let isMet = false;
  return {
    ...store,
    holds: came.opened,
    release: mayGo.open,
    async commit(commit) {
      if (!isMet && isMeant(commit)) {
        isMet = true;
        came.open();
        await mayGo.opened;
      }
      return store.commit(commit);
    },
  };
}

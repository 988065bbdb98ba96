import { action, type Operation } from 'effection';
import type { ClientStore } from './client-store.ts';
import { isBusy } from './state/client-state.ts';

/** Wait until no stream is under way. */
export function* turnEnd(store: ClientStore): Operation<void> {
  while (isBusy(store.getState())) {
    yield* action<void>((resolve) => store.subscribe(resolve));
  }
}

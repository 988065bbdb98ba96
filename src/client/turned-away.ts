import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';

/** Report questions that found no room: to `onError`, and as the turn's problem. */
export function watchTurnedAway(store: ClientStore, onError: (error: ClientError) => void): void {
  let told = 0;
  const look = () => {
    const { turnedAway, maxItems } = store.getState();
    if (turnedAway <= told) return;
    const more = turnedAway - told;
    told = turnedAway;
    const message = `${maxItems} questions are open, which is the limit, so ${more} more could not be shown. Answer some and attach again, or raise maxItems.`;
    const error = new ClientError('TOO_MANY_QUESTIONS', message);
    store.dispatch({ type: 'turn_failed', problem: problemOf(error) });
    onError(error);
  };
  look();
  store.subscribe(look);
}

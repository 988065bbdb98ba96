import { action, race, type Operation, type Scope } from 'effection';
import { sleepUntil } from '../base/wait.ts';
import type { ClientStore } from './client-store.ts';
import { comesBackAt, findItem, isOfChat, isOpen, type ItemState } from './state/item-state.ts';

/**
 * Ask the server about a question once its time is up: no stream is open then to say so. Before that, bring back a
 * question that was put aside.
 *
 * @returns looks for new deadlines; call it when questions change
 */
export function createDeadlines(scope: Scope, store: ClientStore, ask: () => Operation<void>): () => void {
  const watch = (
    momentOf: (item: ItemState) => number | undefined,
    onMoment: (item: ItemState, moment: number, reaches: Reaches) => Operation<void>,
  ) => {
    const watched = new Map<string, number>();
    return () => {
      for (const item of store.getState().items) {
        const { elicitId } = item.request;
        const moment = momentOf(item);
        if (moment === undefined || watched.get(elicitId) === moment) continue;
        watched.set(elicitId, moment);
        const isOn = () => {
          const now = findItem(store.getState().items, elicitId);
          return now !== undefined && momentOf(now) === moment;
        };
        void scope.run(function* () {
          yield* onMoment(item, moment, function* (at) {
            yield* race([sleepUntil(at), end(isOn)]);
            return isOn();
          });
          // Keep a question that is still pending: the server forgot it, so don't ask about it forever.
          if (!isOn() && watched.get(elicitId) === moment) watched.delete(elicitId);
        });
      }
    };
  };

  function* end(isOn: () => boolean): Operation<void> {
    while (isOn()) yield* action<void>((resolve) => store.subscribe(resolve));
  }

  const bringBack = watch(
    (item) => (isOpen(item) ? comesBackAt(item) : undefined),
    function* ({ request: { elicitId } }, moment, reaches) {
      if (yield* reaches(moment)) store.dispatch({ type: 'taken_up', elicitId });
    },
  );
  const expire = watch(
    (item) => (isWaiting(item) ? item.request.expiresAt : undefined),
    function* (item, moment, reaches) {
      if (!isOfChat(item)) {
        if (!(yield* reaches(moment))) return;
        // No server ends it, only this client's clock.
        const { elicitId } = item.request;
        return store.dispatch({ type: 'ended_here', elicitId, how: { status: 'expired' } });
      }
      // Clocks differ: the server may still hold the question open, so ask again later.
      for (const late of patience) {
        if (!(yield* reaches(moment + late))) return;
        // Don't race this: the reply also carries the rest of the turn.
        yield* ask();
      }
    },
  );
  return () => {
    bringBack();
    expire();
  };
}

/** Waits until a moment. False as soon as what is waited for no longer holds. */
type Reaches = (at: number) => Operation<boolean>;

/**
 * True while the question's time still counts. A failed answer to a chat server may already be there; others never
 * send.
 */
function isWaiting(item: ItemState): boolean {
  return item.status === 'pending' || (!isOfChat(item) && item.status === 'failed');
}

const patience = [500, 5_000, 30_000];

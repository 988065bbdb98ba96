import { action, race, type Operation, type Scope } from 'effection';
import { sleepUntil } from '../base/wait.ts';
import type { ClientStore } from './client-store.ts';
import { comesBackAt, findItem, isOfChat, isOpen, type ItemState } from './state/item-state.ts';

interface DeadlineParts {
  readonly scope: Scope;
  readonly store: ClientStore;
  /** Asks the chat server where the conversation stands. */
  readonly ask: () => Operation<void>;
  /** Ends a question that the chat server did not ask. */
  readonly expire: (elicitId: string) => void;
}

/**
 * Ask the server about a question once its time is up: no stream is open then to say so. Before that, bring back a
 * question that was put aside.
 *
 * @returns looks for new deadlines; call it when questions change
 */
export function createDeadlines({ scope, store, ask, expire: end }: DeadlineParts): () => void {
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
            yield* race([sleepUntil(at), over(isOn)]);
            return isOn();
          });
          // Keep a question that is still pending: the server forgot it, so don't ask about it forever.
          if (!isOn() && watched.get(elicitId) === moment) watched.delete(elicitId);
        });
      }
    };
  };

  function* over(isOn: () => boolean): Operation<void> {
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
        // No server ends it, only this client's clock.
        if (yield* reaches(moment)) end(item.request.elicitId);
        return;
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
 * True while the question's time still counts. A failed answer may already be where it belongs; a failed handler has
 * sent none, but the chat server counts for itself.
 */
function isWaiting(item: ItemState): boolean {
  return item.status === 'pending' || (!isOfChat(item) && item.status === 'failed' && item.result === undefined);
}

const patience = [500, 5_000, 30_000];

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
  const watched = new Map<string, number>();
  /** Questions put aside, and when each comes back. */
  const aside = new Map<string, number>();
  const isPending = (elicitId: string, expiresAt: number) => {
    const item = findItem(store.getState().items, elicitId);
    return item !== undefined && isWaiting(item) && item.request.expiresAt === expiresAt;
  };

  function* watch(item: ItemState, expiresAt: number): Operation<void> {
    const { elicitId } = item.request;
    if (!isOfChat(item)) {
      yield* race([sleepUntil(expiresAt), end(() => isPending(elicitId, expiresAt))]);
      if (!isPending(elicitId, expiresAt)) return;
      // No server ends it, only this client's clock.
      return store.dispatch({ type: 'ended_here', elicitId, how: { status: 'expired' } });
    }
    // Clocks differ: the server may still hold the question open, so ask again later.
    for (const late of patience) {
      yield* race([sleepUntil(expiresAt + late), end(() => isPending(elicitId, expiresAt))]);
      if (!isPending(elicitId, expiresAt)) return;
      // Don't race this: the reply also carries the rest of the turn.
      yield* ask();
    }
  }

  function* end(isOn: () => boolean): Operation<void> {
    while (isOn()) yield* action<void>((resolve) => store.subscribe(resolve));
  }

  const isAside = (elicitId: string, until: number) => {
    const item = findItem(store.getState().items, elicitId);
    return item !== undefined && isOpen(item) && comesBackAt(item) === until;
  };

  /** Bring back a question that was put aside while there is still time to answer it. */
  function* bringBack(elicitId: string, at: number): Operation<void> {
    yield* race([sleepUntil(at), end(() => isAside(elicitId, at))]);
    if (isAside(elicitId, at)) store.dispatch({ type: 'taken_up', elicitId });
    if (aside.get(elicitId) === at) aside.delete(elicitId);
  }

  return () => {
    for (const item of store.getState().items) {
      const { elicitId, expiresAt } = item.request;
      const until = isOpen(item) ? comesBackAt(item) : undefined;
      if (until !== undefined && aside.get(elicitId) !== until) {
        aside.set(elicitId, until);
        void scope.run(() => bringBack(elicitId, until));
      }
      if (!isWaiting(item) || expiresAt === undefined || watched.get(elicitId) === expiresAt) continue;
      watched.set(elicitId, expiresAt);
      void scope.run(function* () {
        yield* watch(item, expiresAt);
        // Keep a question that is still pending: the server forgot it, so don't ask about it forever.
        if (!isPending(elicitId, expiresAt) && watched.get(elicitId) === expiresAt) watched.delete(elicitId);
      });
    }
  };
}

/**
 * True while the question's time still counts. A failed answer to a chat server may already be there; others never
 * send.
 */
function isWaiting(item: ItemState): boolean {
  return item.status === 'pending' || (!isOfChat(item) && item.status === 'failed');
}

const patience = [500, 5_000, 30_000];

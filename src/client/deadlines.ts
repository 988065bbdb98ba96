import { action, race, type Operation, type Scope } from 'effection';
import { sleepUntil } from '../base/wait.ts';
import type { ClientStore } from './client-store.ts';
import { comesBackAt, findItem, isOfChat, isOpen, type ItemState } from './state/item-state.ts';

/**
 * Ask the server for its word when a question's time has passed: no stream is open then to bring it. Before that, bring
 * back a question that was put aside.
 *
 * @returns looks for new deadlines; to be called when questions change
 */
export function createDeadlines(scope: Scope, store: ClientStore, ask: () => Operation<void>): () => void {
  const watched = new Map<string, number>();
  /** Questions that were put aside, and when each comes back. */
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
      // Nobody but this client's clock ends it.
      return store.dispatch({ type: 'ended_here', elicitId, how: { status: 'expired' } });
    }
    // Clocks differ, so an early question is put again.
    for (const late of patience) {
      yield* race([sleepUntil(expiresAt + late), end(() => isPending(elicitId, expiresAt))]);
      if (!isPending(elicitId, expiresAt)) return;
      // Not part of the race: what the server says of the question is the beginning of what it has to say.
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

  /** Bring back what was put aside while there is still time to answer it. */
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
        // One that the server forgot stays known: it is not asked about for ever.
        if (!isPending(elicitId, expiresAt) && watched.get(elicitId) === expiresAt) watched.delete(elicitId);
      });
    }
  };
}

/** An answer that failed is on its way to a chat server; to nobody else. */
function isWaiting(item: ItemState): boolean {
  return item.status === 'pending' || (!isOfChat(item) && item.status === 'failed');
}

const patience = [500, 5_000, 30_000];

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
 * Ask the server what came of its calls once it has gone on by itself: no stream is open then to say so. End a question of
 * somebody else once its time is up. Before that, bring back one that was put aside.
 */
export function watchDeadlines({ scope, store, ask, expire }: DeadlineParts): void {
  const watched = new Map<string, number>();
  let seen: readonly ItemState[] = [];

  /** Do this at its moment, unless that changes before. */
  function at(name: string, moment: number | undefined, momentNow: () => number | undefined, work: () => void) {
    if (moment === undefined || watched.get(name) === moment) return;
    watched.set(name, moment);
    const isOn = () => momentNow() === moment;
    function* over(): Operation<void> {
      while (isOn()) yield* action<void>((resolve) => store.subscribe(resolve));
    }
    void scope.run(function* () {
      yield* race([sleepUntil(moment), over()]);
      if (isOn()) work();
      else if (watched.get(name) === moment) watched.delete(name);
    });
  }

  store.subscribe(() => {
    const looksAt = () => store.getState().looksAt;
    const { items } = store.getState();
    at('', looksAt(), looksAt, () => void scope.run(ask));
    if (seen === items) return;
    seen = items;
    for (const item of items) {
      const { elicitId } = item.request;
      const now = () => findItem(store.getState().items, elicitId) ?? item;
      const isBack = (one: ItemState) => (isOpen(one) ? comesBackAt(one) : undefined);
      at(
        `aside ${elicitId}`,
        isBack(item),
        () => isBack(now()),
        () => store.dispatch({ type: 'taken_up', elicitId }),
      );
      // No server ends these, only this client's clock.
      at(
        elicitId,
        expiresHereAt(item),
        () => expiresHereAt(now()),
        () => expire(elicitId),
      );
    }
  });
}

/** A failed answer may already be where it belongs. */
function expiresHereAt(item: ItemState): number | undefined {
  const { status, result, request } = item;
  const isWaiting = status === 'pending' || (status === 'failed' && result === undefined);
  return isOfChat(item) || !isWaiting ? undefined : request.expiresAt;
}

import { createDeadline, type Deadline } from '../base/timers.ts';
import type { AskingParts } from './ask-here.ts';
import { answerUnderWay, findItem, isOfChat, openIn, type ItemState } from './state/item-state.ts';

interface DeadlineParts extends Pick<AskingParts, 'store' | 'closing'> {
  /** Asks the chat server where the conversation stands. */
  readonly ask: () => void;
  /** Ends a question that the chat server did not ask. */
  readonly expire: (elicitId: string) => void;
}

/**
 * Ask the server what came of its calls once it has gone on by itself: no stream is open then to say so. End a question of
 * somebody else once its time is up. Before that, bring back one that was put aside.
 */
export function watchDeadlines({ store, closing, ask, expire }: DeadlineParts): void {
  /** By question; under no name, what the chat server does by itself. */
  const watched = new Map<string, { readonly moment: number; readonly deadline: Deadline }>();
  let seen: readonly ItemState[] = [];

  /** Do this at its moment, once, unless that changes before. */
  function at(name: string, moment: number | undefined, work: () => void): void {
    const known = watched.get(name);
    if (known?.moment === moment) return;
    known?.deadline.clear();
    watched.delete(name);
    if (moment === undefined) return;
    const one = { moment, deadline: createDeadline() };
    watched.set(name, one);
    const isOn = () => watched.get(name) === one && !closing.aborted;
    // A page can come back after its moment.
    if (moment <= Date.now()) queueMicrotask(() => isOn() && work());
    else one.deadline.set(moment, work);
  }

  const look = () => {
    const { items, looksAt } = store.getState();
    at('', looksAt, ask);
    if (seen === items) return;
    seen = items;
    // Few are watched or open, and many may be kept.
    for (const name of watched.keys()) {
      if (name !== '' && findItem(items, name)?.open === undefined) at(name, undefined, ask);
    }
    for (const item of openIn(items)) {
      const { elicitId } = item.request;
      const back = comesBackAt(item);
      const takeUp = () => store.dispatch({ type: 'put_aside', elicitId, at: undefined });
      at(elicitId, back ?? expiresHereAt(item), back === undefined ? () => expire(elicitId) : takeUp);
    }
  };
  look();
  const leave = store.subscribe(look);
  closing.addEventListener('abort', () => {
    leave();
    for (const { deadline } of watched.values()) deadline.clear();
  });
}

/** No server ends another's question, only this client's clock. A failed answer may already be where it belongs. */
function expiresHereAt(item: ItemState): number | undefined {
  return isOfChat(item) || answerUnderWay(item) ? undefined : item.request.expiresAt;
}

/** When a question that was put aside comes back: at the start of the last tenth of its time. */
function comesBackAt({ request: { expiresAt }, open }: ItemState): number | undefined {
  const { askedAt, aside } = open ?? {};
  if (expiresAt === undefined || askedAt === undefined || aside === undefined) return undefined;
  const at = expiresAt - (expiresAt - askedAt) / 10;
  // If put aside within that tenth, it stays aside.
  return aside < at ? at : undefined;
}

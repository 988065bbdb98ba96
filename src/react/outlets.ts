import type { PluginClient } from '../client/client-options.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { createStore } from '../ui/parts/store.ts';
import { emptyQueue, queueDialogs, type DialogQueue, type DialogTurn } from './dialog-queue.ts';
import { isSame } from './groups.ts';

/** Which outlet shows a question: the one that names its call, or else one without a `callId`. */
export interface Outlets {
  /**
   * Put an outlet in line for the questions of a call, or for questions that no outlet names. Warns once, in
   * development, if it shows nothing because a similar one was mounted first.
   *
   * @returns a function that takes it out of the line
   */
  readonly claim: (outlet: object, callId: string | undefined, asksInDialog: boolean) => () => void;
  /** What an outlet shows; the same value while it shows the same. */
  readonly shareOf: (outlet: object) => OutletShare;
  /** The dialogs of all outlets. */
  readonly getDialogs: () => DialogQueue;
  readonly subscribe: (onChange: () => void) => () => void;
}

export interface OutletShare {
  readonly items: readonly ElicitItem[];
  /** Set if the dialog shows a question of this outlet. */
  readonly turn: DialogTurn | undefined;
}

interface Claim {
  readonly outlet: object;
  readonly asksInDialog: boolean;
}

export const noShare: OutletShare = { items: [], turn: undefined };

export function createOutlets({ getSnapshot, subscribe }: PluginClient): Outlets {
  const lines = new Map<string | undefined, readonly Claim[]>();
  const claims = createStore({});
  let shared = { from: noShare.items, claimed: {}, shares: new Map<object, OutletShare>(), dialogs: emptyQueue };
  let hasWarned = false;

  const setLine = (callId: string | undefined, line: readonly Claim[]) => {
    if (line.length === 0) lines.delete(callId);
    else lines.set(callId, line);
    claims.set({});
  };

  /** Share out the questions, once for all outlets. */
  const share = () => {
    const [from, claimed] = [getSnapshot().items, claims.get()];
    if (shared.from === from && shared.claimed === claimed) return shared;
    const byClaim = new Map<Claim, ElicitItem[]>();
    for (const item of from) {
      const claim = (lines.get(item.callId) ?? lines.get(undefined))?.[0];
      const own = claim && byClaim.get(claim);
      if (own) own.push(item);
      else if (claim) byClaim.set(claim, [item]);
    }
    const inDialogs = [...byClaim].filter(([{ asksInDialog }]) => asksInDialog);
    const dialogs = queueDialogs(
      shared.dialogs,
      inDialogs.map(([{ outlet }, items]) => [outlet, items]),
    );
    const shares = new Map<object, OutletShare>();
    for (const [{ outlet }, items] of byClaim) {
      const turn = dialogs.turn?.outlet === outlet ? dialogs.turn : undefined;
      const before = shared.shares.get(outlet);
      shares.set(outlet, before && before.turn === turn && isSame(before.items, items) ? before : { items, turn });
    }
    shared = { from, claimed, shares, dialogs };
    return shared;
  };

  return {
    claim(outlet, callId, asksInDialog) {
      const line = lines.get(callId) ?? [];
      const claim = { outlet, asksInDialog };
      if (line.length > 0 && !hasWarned) {
        hasWarned = true;
        try {
          // Bundlers replace this expression, and drop the warning from a page that is built for production.
          if (process.env.NODE_ENV !== 'production') warnOfTwo(callId);
        } catch {
          // A browser without a bundler has no `process`.
        }
      }
      setLine(callId, [...line, claim]);
      return () =>
        setLine(
          callId,
          (lines.get(callId) ?? []).filter((one) => one !== claim),
        );
    },
    shareOf: (outlet) => share().shares.get(outlet) ?? noShare,
    getDialogs: () => share().dialogs,
    subscribe(onChange) {
      const stops = [subscribe(onChange), claims.subscribe(onChange)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

// Keep it out of `createOutlets`: esbuild drops unused functions of modules alone.
function warnOfTwo(callId: string | undefined): void {
  const kind = callId === undefined ? '<ElicitOutlet> without a callId' : `<ElicitOutlet callId="${callId}">`;
  const what = `There are two ${kind} under one provider. The one that was mounted first shows the questions;`;
  console.warn(`${what} the second shows nothing until the first is unmounted. Keep one of them.`);
}

declare const process: { readonly env: { readonly NODE_ENV?: string } };

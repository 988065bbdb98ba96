import type { PluginClient } from '../client/client-options.ts';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import type { ElicitItem, PendingItem } from '../client/elicit-item.ts';
import { createStore } from '../ui/parts/store.ts';
import type { DialogQueue, DialogTurn } from './dialog-queue.ts';
import { isAskable } from './asker.ts';
import { divide, type Group } from './groups.ts';
import type { DialogPart } from './ItemDialog.tsx';

export type Outlets = ReturnType<typeof createOutlets>;

export interface OutletShare {
  /** Its questions. */
  readonly groups: readonly Group<ElicitItem>[];
  /** Set if the dialog shows a question of this outlet. */
  readonly turn: DialogTurn | undefined;
}

/** What an outlet shows: the questions of a call, or those that no outlet names. */
export interface Claim {
  readonly outlet: object;
  readonly callId: string | undefined;
  /** How it asks in dialogs, if it does: there is a turn once that is loaded. */
  readonly dialog: DialogPart | 'loading' | undefined;
}

export const noShare: OutletShare = { groups: [], turn: undefined };

interface Shared extends Pick<ClientSnapshot, 'items' | 'pending'> {
  readonly among: readonly Claim[];
  readonly shares: ReadonlyMap<object, OutletShare>;
  readonly dialogs: DialogQueue;
}

/** Which outlet shows a question: the one that names its call, or else one without a `callId`. */
export function createOutlets({ getSnapshot, subscribe }: PluginClient) {
  const claims = createStore<readonly Claim[]>([]);
  let shared: Shared = { items: [], pending: [], among: [], shares: new Map(), dialogs: { turn: undefined, line: [] } };
  let holders = new Map<string | undefined, Claim>();

  const setClaims = (now: readonly Claim[]) => {
    // The first of a line holds it.
    holders = new Map(now.toReversed().map((claim) => [claim.callId, claim]));
    claims.set(now);
  };

  const holderOf = ({ callId }: ElicitItem) => holders.get(callId) ?? holders.get(undefined);

  const divideAmong = (all: readonly ElicitItem[]): ReadonlyMap<Claim, readonly ElicitItem[]> => {
    // Mostly one outlet shows all, and hundreds are kept.
    const general = holders.get(undefined);
    if (general && holders.size === 1) return new Map([[general, all]]);
    const own = new Map<Claim, ElicitItem[]>();
    for (const item of all) {
      const holder = holderOf(item);
      const known = holder && own.get(holder);
      if (known) known.push(item);
      else if (holder) own.set(holder, [item]);
    }
    return own;
  };

  /** Share out the questions, once for all outlets. */
  const share = (): Shared => {
    const { items: all, pending } = getSnapshot();
    const among = claims.get();
    if (shared.items === all && shared.among === among) return shared;
    const own = divideAmong(all);
    const inDialogs = [...own].flatMap(([{ outlet, dialog }, items]) =>
      dialog === undefined ? [] : [[outlet, items.filter(isAskable)] as const],
    );
    const part = among.find(({ dialog }) => typeof dialog === 'object')?.dialog as DialogPart | undefined;
    const dialogs = part?.queueDialogs(shared.dialogs, inDialogs) ?? shared.dialogs;
    const shares = new Map<object, OutletShare>();
    for (const [{ outlet }, items] of own) {
      const turn = dialogs.turn?.outlet === outlet ? dialogs.turn : undefined;
      const before = shared.shares.get(outlet) ?? noShare;
      const groups = divide(before.groups, items);
      shares.set(outlet, before.turn === turn && before.groups === groups ? before : { groups, turn });
    }
    shared = { items: all, pending, among, shares, dialogs };
    return shared;
  };

  /** Warns once, of two outlets or of none. */
  let warn = (second?: Claim) => {
    warn = () => undefined;
    tellOf(second);
  };

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** A page may put its outlet up after the question has come. */
  const warnIfUnseen = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (getSnapshot().pending.some((item) => holderOf(item) === undefined)) warn();
    }, patience);
  };

  return {
    /** Put an outlet in line. Warns once, in development, of one behind a similar one. @returns takes it out again */
    claim(claim: Claim): () => void {
      const before = claims.get();
      if (before.some(({ callId }) => callId === claim.callId)) warn(claim);
      setClaims([...before, claim]);
      return () => setClaims(claims.get().filter((one) => one !== claim));
    },
    /** What an outlet shows; the same value while it shows the same. */
    shareOf: (outlet: object): OutletShare => share().shares.get(outlet) ?? noShare,
    /** True if a question that waits for an answer is in a dialog, or gets into one. */
    isInDialog(item: PendingItem): boolean {
      const holder = holderOf(item);
      if (holder === undefined) warnIfUnseen();
      return holder?.dialog !== undefined;
    },
    /** The page is gone: say nothing of its outlets any more. */
    rest(): void {
      clearTimeout(timer);
      timer = undefined;
    },
    /** A new value for every change of the questions or of the outlets. */
    getShared: share,
    subscribe(onChange: () => void): () => void {
      const leaveClient = subscribe(onChange);
      const leaveClaims = claims.subscribe(onChange);
      return () => {
        leaveClient();
        leaveClaims();
      };
    },
  };
}

// Keep these out of `createOutlets`: esbuild drops unused functions of modules alone.
function tellOf(second: Claim | undefined): void {
  try {
    // Bundlers replace this expression, and drop the warnings from a page that is built for production.
    if (process.env.NODE_ENV !== 'production') console.warn(second ? twoOf(second.callId) : none);
  } catch {
    // A browser without a bundler has no `process`.
  }
}

function twoOf(callId: string | undefined): string {
  const kind = callId === undefined ? '<ElicitOutlet> without a callId' : `<ElicitOutlet callId="${callId}">`;
  const what = `There are two ${kind} under one provider. The one that was mounted first shows the questions;`;
  return `${what} the second shows nothing until the first is unmounted. Keep one of them.`;
}
/** How long a question may wait for an outlet before that is a mistake, in milliseconds. */
const patience = 3000;
const none = 'A question waits, and no <ElicitOutlet> shows it. Put one inside <PluginSessionProvider>.';

declare const process: { readonly env: { readonly NODE_ENV?: string } };

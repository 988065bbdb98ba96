import { useEffect, useState, useSyncExternalStore } from 'react';
import { createStore } from '../ui/parts/store.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';

/** The question in the dialog. */
export interface DialogTurn {
  readonly elicitId: string;
  /** The outlet that shows it. */
  readonly outlet: object;
  /** Its number, from 1, among those that arrived since the queue was last empty. */
  readonly at: number;
  readonly of: number;
  /** Of a question that is open to change its answer: the one that gave way to it. */
  readonly over?: string | undefined;
  /** True if it gave way to such a question before, and that is closed again. */
  readonly isBack?: boolean | undefined;
}

/**
 * Shows one dialog at a time across all outlets. Questions queue in order of arrival. One that the person opens to change
 * its answer comes before all others, and takes no place in the line.
 */
export interface DialogQueue {
  /** Set an outlet's open questions, and the one whose answer is being changed. */
  readonly put: (outlet: object, elicitIds: readonly string[], reopened: string | undefined) => void;
  /** Remove an outlet. */
  readonly remove: (outlet: object) => void;
  /** True if a question is queued or in the dialog. */
  readonly has: (elicitId: string) => boolean;
  /** The current turn; a new value for every change. */
  readonly getSnapshot: () => DialogTurn | undefined;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createDialogQueue(): DialogQueue {
  const outlets = new Map<object, readonly string[]>();
  const reopenedIn = new Map<object, string>();
  // Ended questions keep their place, for counting, until no open one from before is left. A tool's next question may
  // arrive just as the last one ends, and then starts a new line.
  let line: readonly string[] = [];
  const turn = createStore<DialogTurn | undefined>(undefined);

  const update = () => {
    const open = new Set([...outlets.values()].flat());
    line = line.some((elicitId) => open.has(elicitId)) ? [...new Set([...line, ...open])] : [...open];
    const last = turn.get();
    const [reopened] = reopenedIn;
    const next = reopened ? reopenedTurn(reopened, last) : turnOf(outlets, line);
    const isSame = next?.elicitId === last?.elicitId;
    if (isSame && next?.outlet === last?.outlet && next?.of === last?.of) return;
    const isBack = isSame ? last?.isBack : last?.over !== undefined && last.over === next?.elicitId;
    turn.set(next && { ...next, isBack });
  };

  return {
    put(outlet, elicitIds, reopened) {
      outlets.set(outlet, elicitIds);
      if (reopened === undefined) reopenedIn.delete(outlet);
      else reopenedIn.set(outlet, reopened);
      update();
    },
    remove(outlet) {
      outlets.delete(outlet);
      reopenedIn.delete(outlet);
      update();
    },
    has: (elicitId) => [...outlets.values(), [...reopenedIn.values()]].some((open) => open.includes(elicitId)),
    getSnapshot: turn.get,
    subscribe: turn.subscribe,
  };
}

function reopenedTurn([outlet, elicitId]: [object, string], last: DialogTurn | undefined): DialogTurn {
  return { elicitId, outlet, at: 1, of: 1, over: last?.over ?? last?.elicitId };
}

function turnOf(outlets: ReadonlyMap<object, readonly string[]>, line: readonly string[]): DialogTurn | undefined {
  for (const [index, elicitId] of line.entries()) {
    for (const [outlet, open] of outlets) {
      if (open.includes(elicitId)) return { elicitId, outlet, at: index + 1, of: line.length };
    }
  }
  return undefined;
}

/** Queue an outlet's open questions; returns the turn when it is one of theirs. */
export function useDialogTurn(
  queue: DialogQueue,
  elicitIds: readonly string[],
  reopened: string | undefined,
): DialogTurn | undefined {
  const [outlet] = useState(() => ({}));
  const turn = useSyncExternalStore(queue.subscribe, queue.getSnapshot, nobody);
  useBrowserLayoutEffect(() => queue.put(outlet, elicitIds, reopened));
  useEffect(() => () => queue.remove(outlet), [queue, outlet]);
  return turn?.outlet === outlet ? turn : undefined;
}

const nobody = () => undefined;

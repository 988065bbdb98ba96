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
}

/** Shows one dialog at a time across all outlets. Questions queue in order of arrival. */
export interface DialogQueue {
  /** Set an outlet's open questions. */
  readonly put: (outlet: object, elicitIds: readonly string[]) => void;
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
  // Ended questions keep their place, for counting, until no open one from before is left. A tool's next question may
  // arrive just as the last one ends, and then starts a new line.
  let line: readonly string[] = [];
  const turn = createStore<DialogTurn | undefined>(undefined);

  const update = () => {
    const open = new Set([...outlets.values()].flat());
    line = line.some((elicitId) => open.has(elicitId)) ? [...new Set([...line, ...open])] : [...open];
    const next = turnOf(outlets, line);
    const last = turn.get();
    if (next?.elicitId !== last?.elicitId || next?.outlet !== last?.outlet || next?.of !== last?.of) turn.set(next);
  };

  return {
    put(outlet, elicitIds) {
      outlets.set(outlet, elicitIds);
      update();
    },
    remove(outlet) {
      outlets.delete(outlet);
      update();
    },
    has: (elicitId) => [...outlets.values()].some((open) => open.includes(elicitId)),
    getSnapshot: turn.get,
    subscribe: turn.subscribe,
  };
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
export function useDialogTurn(queue: DialogQueue, elicitIds: readonly string[]): DialogTurn | undefined {
  const [outlet] = useState(() => ({}));
  const turn = useSyncExternalStore(queue.subscribe, queue.getSnapshot, nobody);
  useBrowserLayoutEffect(() => queue.put(outlet, elicitIds));
  useEffect(() => () => queue.remove(outlet), [queue, outlet]);
  return turn?.outlet === outlet ? turn : undefined;
}

const nobody = () => undefined;

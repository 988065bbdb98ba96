import { useEffect, useState, useSyncExternalStore } from 'react';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';

/** The question that is in the dialog. */
export interface DialogTurn {
  readonly elicitId: string;
  /** The outlet that shows it. */
  readonly outlet: object;
  /** The how-manieth it is, from 1, of those that have come since there was none. */
  readonly at: number;
  readonly of: number;
}

/** One dialog at a time, over all outlets: the questions stand in line in the order of their coming. */
export interface DialogQueue {
  /** Say which open questions an outlet has. */
  readonly put: (outlet: object, elicitIds: readonly string[]) => void;
  /** The outlet is gone. */
  readonly remove: (outlet: object) => void;
  /** Whether a question stands in line, or is in the dialog. */
  readonly has: (elicitId: string) => boolean;
  /** Whose turn it is; a new value for every change. */
  readonly getSnapshot: () => DialogTurn | undefined;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createDialogQueue(): DialogQueue {
  const outlets = new Map<object, readonly string[]>();
  const listeners = new Set<() => void>();
  // Those that have ended keep their place, for counting, until none of those that were open is left: the next question
  // of a tool may come in the moment in which the one before it ends, and is the first of its own line.
  let line: readonly string[] = [];
  let turn: DialogTurn | undefined;

  const update = () => {
    const open = new Set([...outlets.values()].flat());
    line = line.some((elicitId) => open.has(elicitId)) ? [...new Set([...line, ...open])] : [...open];
    const next = turnOf(outlets, line);
    if (next?.elicitId === turn?.elicitId && next?.outlet === turn?.outlet && next?.of === turn?.of) return;
    turn = next;
    const now = [...listeners];
    for (const onChange of now) onChange();
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
    getSnapshot: () => turn,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
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

/** Put an outlet's open questions in line, and know when it is the turn of one of them. */
export function useDialogTurn(queue: DialogQueue, elicitIds: readonly string[]): DialogTurn | undefined {
  const [outlet] = useState(() => ({}));
  const turn = useSyncExternalStore(queue.subscribe, queue.getSnapshot, nobody);
  useBrowserLayoutEffect(() => queue.put(outlet, elicitIds));
  useEffect(() => () => queue.remove(outlet), [queue, outlet]);
  return turn?.outlet === outlet ? turn : undefined;
}

const nobody = () => undefined;

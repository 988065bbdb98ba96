import { useEffect, useState, useSyncExternalStore } from 'react';
import type { DialogQueue, DialogTurn } from './dialog-queue.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';

/** Put an outlet's open questions in line, and know when it is the turn of one of them. */
export function useDialogTurn(queue: DialogQueue, elicitIds: readonly string[]): DialogTurn | undefined {
  const [outlet] = useState(() => ({}));
  const turn = useSyncExternalStore(queue.subscribe, queue.getSnapshot, nobody);
  useBrowserLayoutEffect(() => queue.put(outlet, elicitIds));
  useEffect(() => () => queue.remove(outlet), [queue, outlet]);
  return turn?.outlet === outlet ? turn : undefined;
}

const nobody = () => undefined;

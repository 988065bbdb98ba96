import { useEffect } from 'react';
import type { ClientSnapshot } from '../client/client-snapshot.ts';
import { usePluginSession } from './usePluginSession.ts';

/**
 * How many questions wait for the person: to be answered, or to be retried. A card that is open again to change an
 * answer is not counted: the earlier answer counts, and nothing waits for another.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePendingCount(): number {
  return usePluginSession(countPending);
}

function countPending({ pending }: ClientSnapshot): number {
  return pending.filter(({ status, revises }) => status !== 'sending' && !revises).length;
}

/**
 * Show in the page's title how many questions wait, such as "(1) My chat", for people in another tab.
 *
 * The old title returns once none waits, and on unmounting. A title that the host sets meanwhile stays.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function useTitleBadge(): void {
  const count = usePendingCount();
  useEffect(() => {
    if (count === 0) return;
    const before = document.title;
    const badged = `(${count}) ${before}`;
    document.title = badged;
    return () => {
      if (document.title === badged) document.title = before;
    };
  }, [count]);
}

import { useEffect } from 'react';
import { usePendingCount } from './usePendingCount.ts';

/**
 * Show in the page's title how many questions wait, such as "(1) My chat": people wander off while a tool waits.
 *
 * The title is as it was once none waits, and after unmounting; one that the host sets meanwhile is left alone.
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

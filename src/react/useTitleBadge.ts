import { useEffect } from 'react';
import { usePendingCount } from './usePendingCount.ts';

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

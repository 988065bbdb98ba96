import { useMemo, useSyncExternalStore } from 'react';
import type { InboxClient } from './create-inbox-client.ts';
import type { InboxSnapshot } from './inbox-state.ts';

/** What waits for a person, and what can be done with it. */
export interface Inbox extends InboxSnapshot, Pick<InboxClient, 'open' | 'close' | 'more' | 'refresh'> {
  /** How many questions of those that were read wait. With `hasMore`, more do. */
  readonly count: number;
}

/**
 * Read an inbox, as for a badge, and re-render on every change.
 *
 * @example
 * const { count, hasMore } = useInbox(inbox);
 */
export function useInbox(inbox: InboxClient): Inbox {
  const { subscribe, getSnapshot, getInitialSnapshot, open, close, more, refresh } = inbox;
  const snapshot = useSyncExternalStore(subscribe, getSnapshot, getInitialSnapshot);
  return useMemo(
    () => ({ ...snapshot, count: snapshot.items.length, open, close, more, refresh }),
    [snapshot, open, close, more, refresh],
  );
}

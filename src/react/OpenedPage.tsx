import { useEffect, useRef, type ReactNode } from 'react';
import type { EndedItem } from '../client/client-snapshot.ts';
import { LazyUrlConsent } from './lazy-forms.ts';

export interface OpenedPageProps {
  item: EndedItem;
  /** Called when the person, or else the server, says that the page is done. */
  onLeave: (isPressed: boolean) => void;
}

/** What stays in view of a page while the person is there: it may not have opened. Nothing of it is sent. */
export function OpenedPage({ item, onLeave }: OpenedPageProps): ReactNode {
  const isCompleted = item.receipt !== undefined;
  const latest = useRef(onLeave);
  useEffect(() => {
    latest.current = onLeave;
  });
  useEffect(() => {
    if (isCompleted) latest.current(false);
  }, [isCompleted]);
  return (
    <LazyUrlConsent
      url={item.request.url ?? ''}
      serverName={item.server?.name}
      opened
      onRespond={ignore}
      onDone={() => onLeave(true)}
    />
  );
}

const ignore = () => undefined;

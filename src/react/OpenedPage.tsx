import { useEffect, useRef, type ReactNode } from 'react';
import type { EndedItem } from '../client/client-snapshot.ts';
import { LazyUrlConsent } from './lazy-forms.ts';

export interface OpenedPageProps {
  item: EndedItem;
  /** Called when the person, or the server, says that the page is done. */
  onLeave: (isPressed: boolean) => void;
}

/** Keeps the link in view while the person is on the page, which may not have opened. Sends nothing. */
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

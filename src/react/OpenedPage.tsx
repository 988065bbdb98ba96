import type { ReactNode } from 'react';
import type { EndedItem } from '../client/client-snapshot.ts';
import { LazyUrlConsent } from './lazy-forms.ts';

/** What stays in view of a page while the person is there: it may not have opened. Nothing of it is sent. */
export function OpenedPage({ item, onDone }: { item: EndedItem; onDone: () => void }): ReactNode {
  return (
    <LazyUrlConsent
      url={item.request.url ?? ''}
      serverName={item.server?.name}
      opened
      onRespond={ignore}
      onDone={onDone}
    />
  );
}

const ignore = () => undefined;

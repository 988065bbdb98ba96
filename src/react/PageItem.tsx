import { useEffect, type ReactNode } from 'react';
import type { EndedItem, OpenItem } from '../client/elicit-item.ts';
import { useStable } from '../ui/parts/useStable.ts';
import { UrlConsent } from '../ui/url-consent/UrlConsent.tsx';

export interface PageItemProps {
  item: OpenItem;
  /** Called when the person has opened the page. */
  onPageOpened: () => void;
}

/** A question that asks to open a page. */
export function PageItem({ item, onPageOpened }: PageItemProps): ReactNode {
  const { submitLabel, request } = item;
  const page = { ...pageOf(item), state: item.status };
  const reports = request.until !== undefined;
  const accept = (content: unknown) => {
    if (item.status === 'pending') item.accept(content);
  };
  if (submitLabel === undefined && !reports) {
    const onRespond = (answer: unknown) => {
      onPageOpened();
      accept(answer);
    };
    return <UrlConsent {...page} issues={item.issues} onRespond={onRespond} />;
  }
  // Opening the page is not the answer: wait until the person, or the page itself, says that it is done.
  return (
    <UrlConsent
      {...page}
      opened={item.draft === pageIsOpen}
      reports={reports}
      doneLabel={submitLabel}
      onRespond={() => item.setDraft(pageIsOpen)}
      onDone={reports ? undefined : () => accept({})}
    />
  );
}

/** The draft of a question whose page was opened. */
const pageIsOpen = 'opened';

export interface OpenedPageProps {
  item: EndedItem;
  /** Called when the person, or the server, says that the page is done. */
  onLeave: (isPressed: boolean) => void;
}

/** Keeps the link in view while the person is on the page, which may not have opened. Sends nothing. */
export function OpenedPage({ item, onLeave }: OpenedPageProps): ReactNode {
  const isCompleted = item.receipt !== undefined;
  const leave = useStable(onLeave);
  useEffect(() => {
    if (isCompleted) leave(false);
  }, [isCompleted, leave]);
  return <UrlConsent {...pageOf(item)} opened onRespond={ignore} onDone={() => leave(true)} />;
}

function pageOf({ request, server }: OpenItem | EndedItem) {
  return { url: request.url ?? '', serverName: server?.name };
}

const ignore = () => undefined;

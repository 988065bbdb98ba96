import { useEffect, type ReactNode } from 'react';
import type { EndedItem, OpenItem } from '../client/client-snapshot.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import { useStable } from '../ui/parts/useStable.ts';
import { GenericForm, LazyUrlConsent } from './on-demand.tsx';
import type { ElicitFallback } from './session-context.ts';

interface GenericItemProps {
  item: OpenItem;
  fallback: ElicitFallback | undefined;
  /** Called when the person has opened the page. */
  onPageOpened: () => void;
}

/** A question that no plugin asks: the host's fallback, otherwise a page to open or a form. */
export function GenericItem({ item, fallback, onPageOpened }: GenericItemProps): ReactNode {
  const own = fallback?.(item);
  if (own !== undefined && own !== null && typeof own !== 'boolean') return own;
  if (item.request.mode === 'url') return pageOf(item, onPageOpened);
  return (
    <GenericForm
      asked={item.request}
      schema={item.request.plain ?? item.request.schema}
      submitLabel={item.submitLabel}
      state={item.status}
      issues={item.issues}
      draft={item.draft}
      answer={item.answer ?? (item.revises ? nothing : undefined)}
      onDraftChange={item.setDraft}
      onRespond={(content, chosen) =>
        accept(item, content, chosen === undefined ? undefined : { title: chosen, detail: item.message })
      }
    />
  );
}

/** The answer of which nothing is known here: another tab gave it, or it is secret. */
const nothing = {};

function pageOf(item: OpenItem, onPageOpened: () => void): ReactNode {
  const { submitLabel, request, server } = item;
  const page = { url: request.url ?? '', serverName: server?.name, state: item.status };
  const reports = request.until !== undefined;
  if (submitLabel === undefined && !reports) {
    const onRespond = (answer: unknown) => {
      onPageOpened();
      accept(item, answer);
    };
    return <LazyUrlConsent {...page} issues={item.issues} onRespond={onRespond} />;
  }
  // Opening the page is not the answer: wait until the person, or the page itself, says that it is done.
  return (
    <LazyUrlConsent
      {...page}
      opened={item.draft === pageIsOpen}
      reports={reports}
      doneLabel={submitLabel}
      onRespond={() => item.setDraft(pageIsOpen)}
      onDone={reports ? undefined : () => accept(item, {})}
    />
  );
}

/** The draft of a question whose page was opened. */
const pageIsOpen = 'opened';

function accept(item: OpenItem, content: unknown, receipt?: ReceiptWords): void {
  if (item.status === 'pending') item.accept(content, receipt);
}

interface OpenedPageProps {
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
  return (
    <LazyUrlConsent
      url={item.request.url ?? ''}
      serverName={item.server?.name}
      opened
      onRespond={ignore}
      onDone={() => leave(true)}
    />
  );
}

const ignore = () => undefined;

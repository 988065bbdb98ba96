import { useContext, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { FallbackContext } from './fallback.ts';
import { FormView } from './FormView.tsx';
import { LazyUrlConsent } from './lazy-forms.ts';
import { ViewFrame } from './ViewFrame.tsx';

export interface GenericItemProps {
  item: OpenItem;
  /** Called when the person has opened the page. */
  onPageOpened: () => void;
}

/** A question that no plugin asks: the host's fallback, otherwise a page to open or a form. */
export function GenericItem({ item, onPageOpened }: GenericItemProps): ReactNode {
  const fallback = useContext(FallbackContext);
  const own = fallback?.(item);
  const isOwn = own !== undefined && own !== null && typeof own !== 'boolean';
  // A failed answer is sent again unchanged, so hold the view. While sending, the whole card is inert: leave this one
  // alone to keep the focus.
  return (
    <ViewFrame held={item.status === 'failed'}>
      {isOwn ? (
        own
      ) : item.request.mode === 'url' ? (
        <Page item={item} onPageOpened={onPageOpened} />
      ) : (
        <Form item={item} />
      )}
    </ViewFrame>
  );
}

function Form({ item }: { item: OpenItem }): ReactNode {
  return (
    <FormView
      asked={item.request}
      schema={item.request.plain ?? item.request.schema}
      submitLabel={item.submitLabel}
      state={item.status}
      issues={item.issues}
      draft={item.draft}
      answer={item.answer ?? (item.revises ? nothing : undefined)}
      onDraftChange={item.setDraft}
      onRespond={(content) => accept(item, content)}
    />
  );
}

/** The answer of which nothing is known here: another tab gave it, or it is secret. */
const nothing = {};

function Page({ item, onPageOpened }: GenericItemProps): ReactNode {
  const { submitLabel } = item;
  // Opening the page is not the answer: wait until the person says that it is done.
  if (submitLabel !== undefined) {
    return (
      <LazyUrlConsent
        url={item.request.url ?? ''}
        serverName={item.server?.name}
        state={item.status}
        opened={item.draft === pageIsOpen}
        doneLabel={submitLabel}
        onRespond={() => item.setDraft(pageIsOpen)}
        onDone={() => accept(item, {})}
      />
    );
  }
  return (
    <LazyUrlConsent
      url={item.request.url ?? ''}
      serverName={item.server?.name}
      state={item.status}
      issues={item.issues}
      onRespond={(answer) => {
        onPageOpened();
        accept(item, answer);
      }}
    />
  );
}

/** The draft of a question whose page was opened. */
const pageIsOpen = 'opened';

function accept(item: OpenItem, content: unknown): void {
  if (item.status === 'pending') item.accept(content);
}

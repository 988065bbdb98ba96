import type { ComponentType, ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { GenericForm, LazyPageItem } from './on-demand.tsx';
import type { PageItemProps } from './PageItem.tsx';
import type { ElicitFallback } from './session-context.ts';

interface GenericItemProps extends PageItemProps {
  fallback: ElicitFallback | undefined;
}

/** A question that no plugin asks: the host's fallback, otherwise a page to open or a form. */
export function GenericItem({ item, fallback, onPageOpened }: GenericItemProps): ReactNode {
  const own = fallback?.(item);
  if (own !== undefined && own !== null && typeof own !== 'boolean') return own;
  if (item.request.mode === 'url') return <LazyPageItem item={item} onPageOpened={onPageOpened} />;
  const form = (
    <GenericForm
      asked={item.request}
      schema={item.request.plain ?? item.request.schema}
      submitLabel={item.submitLabel}
      state={item.status}
      issues={item.issues}
      draft={item.draft}
      answer={item.answer ?? (item.revises ? nothing : undefined)}
      onDraftChange={item.setDraft}
      onRespond={(content, chosen) => {
        if (item.status === 'pending')
          item.accept(content, chosen ? { title: chosen, detail: item.message } : undefined);
      }}
    />
  );
  const StandIn = item['~form'] as ComponentType<{ item: OpenItem; form: ReactNode }> | undefined;
  return StandIn ? <StandIn item={item} form={form} /> : form;
}

/** The answer of which nothing is known here: another tab gave it, or it is secret. */
const nothing = {};

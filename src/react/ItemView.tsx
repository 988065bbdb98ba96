import { createElement, type ComponentType, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import type { ElicitView } from '../client/elicit-item.ts';
import type { InjectedProps } from '../plugin/elicit-handler.ts';
import { ViewFrame } from './ViewFrame.tsx';

/** One component of a handler, with the outlet's props. */
export function ItemView({ item, view }: { item: OpenItem; view: ElicitView }): ReactNode {
  // While sending, the whole card is inert: leave this view alone to keep the focus.
  return (
    <ViewFrame
      held={view.kind === 'render' && !view.active && item.status !== 'sending'}
      isLast={item.views.at(-1)?.id === view.id}
    >
      {createElement(view.Component as ComponentType<object>, propsOf(item, view))}
    </ViewFrame>
  );
}

function propsOf(item: OpenItem, view: ElicitView): object {
  if (view.kind === 'show') return view.props;
  const injected: InjectedProps<unknown> = {
    onRespond: view.answer,
    onDecline: () => {
      if (item.status !== 'sending') item.decline();
    },
    draft: view.draft,
    onDraftChange: view.setDraft,
    state: item.status,
    issues: item.issues,
  };
  return { ...view.props, ...injected };
}

import type { ClientStore } from './client-store.ts';
import type { ItemActions } from './elicit-item.ts';

/** What a person does to a question that neither ends it nor is sent. */
export function itemActions({ dispatch }: ClientStore): Pick<ItemActions, 'change' | 'keep' | 'setAside' | 'setDraft'> {
  return {
    change: (elicitId) => dispatch({ type: 'reopened', elicitId }),
    keep: (elicitId) => dispatch({ type: 'kept', elicitId }),
    setAside: (elicitId, aside) => dispatch({ type: 'put_aside', elicitId, at: aside ? Date.now() : undefined }),
    setDraft: (elicitId, viewId, draft) => dispatch({ type: 'draft_changed', elicitId, viewId, draft }),
  };
}

import { useCallback, useState, type ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { problemText } from '../ui/notes/problem-text.ts';
import { askerProps } from './asker.ts';
import { FormView } from './FormView.tsx';
import { GenericItem, type GenericItemProps } from './GenericItem.tsx';
import { ItemView } from './ItemView.tsx';
import { useNotes } from './useNotes.ts';
import { WaysOutContext, type WaysOut } from './ways-out.ts';

/** A question that somebody can still do something about, in its frame. */
export function OpenItemCard({ item, onPageOpened }: GenericItemProps): ReactNode {
  const notes = useNotes();
  const showsMessage = item.views.some((view) => 'message' in view.props);
  // A form has them at its fields.
  const formHasIssues = item.generic || hasForm(item);
  // Where a problem keeps handlers away, the card says itself that nothing can ask.
  const isBlocked = item.status === 'pending' && item.problem !== undefined;
  // By forms: how many keep the ways out in view, so that the card need not.
  const [takers, setTakers] = useState(0);
  const take = useCallback(() => {
    setTakers((count) => count + 1);
    return () => setTakers((count) => count - 1);
  }, []);
  const isSending = item.status === 'sending';
  const onDecline = isSending ? ignore : () => item.decline();
  const onCancel = isSending ? ignore : item.cancel;
  // What was answered holds still, and so would the ways out in it.
  const isAsking = isSending || (item.status === 'pending' && (item.generic || hasForm(item, true)));
  const ways: WaysOut | undefined = isAsking ? { onDecline, onCancel, take } : undefined;
  const left = takers > 0 && isAsking ? {} : { onDecline, onCancel };
  return (
    <WaysOutContext.Provider value={ways}>
      <ElicitCard
        {...askerProps(item)}
        message={showsMessage ? undefined : item.message}
        state={item.status}
        progress={item.status === 'pending' ? item.progress : undefined}
        error={item.status === 'failed' ? problemText(notes.problems, item.problem) : undefined}
        issues={formHasIssues ? undefined : item.issues}
        busy={!isBlocked}
        {...left}
        onRetry={item.status === 'failed' ? item.retry : undefined}
      >
        {item.generic ? (
          <GenericItem item={item} onPageOpened={onPageOpened} />
        ) : item.views.length === 0 ? null : (
          item.views.map((view) => <ItemView key={view.id} item={item} view={view} />)
        )}
      </ElicitCard>
    </WaysOutContext.Provider>
  );
}

function hasForm({ views }: OpenItem, active = false): boolean {
  return views.some((view) => view.Component === FormView && (view.active || !active));
}

/** While it is being sent the buttons stay in their places, disabled. */
const ignore = () => undefined;

import type { ReactNode } from 'react';
import type { OpenItem } from '../client/client-snapshot.ts';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { askerOf } from './asker.ts';
import { ItemView } from './ItemView.tsx';
import { useNotes } from './useNotes.ts';

/** A question that somebody can still do something about, in its frame. */
export function OpenItemCard({ item }: { item: OpenItem }): ReactNode {
  const notes = useNotes();
  const showsMessage = item.views.some((view) => 'message' in view.props);
  // Where a problem keeps handlers away, the card says itself that nothing can ask.
  const isBlocked = item.status === 'pending' && item.problem !== undefined;
  return (
    <ElicitCard
      toolName={askerOf(item)}
      message={showsMessage ? undefined : item.message}
      state={item.status}
      progress={item.status === 'pending' ? item.progress : undefined}
      error={item.status === 'failed' ? notes.problem(item.problem.code, item.problem.message) : undefined}
      issues={item.issues}
      busy={!isBlocked}
      onDecline={item.status === 'sending' ? ignore : () => item.decline()}
      onCancel={item.status === 'sending' ? ignore : item.cancel}
      onRetry={item.status === 'failed' ? item.retry : undefined}
    >
      {item.views.length === 0 ? null : item.views.map((view) => <ItemView key={view.id} item={item} view={view} />)}
    </ElicitCard>
  );
}

/** While it is being sent the buttons stay in their places, disabled. */
const ignore = () => undefined;

import type { ReactNode } from 'react';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { problemText } from '../ui/notes/problem-text.ts';
import { askerProps } from './asker.ts';
import { FormView } from './FormView.tsx';
import { GenericItem, type GenericItemProps } from './GenericItem.tsx';
import { ItemView } from './ItemView.tsx';
import { useNotes } from './useNotes.ts';

/** A question that somebody can still do something about, in its frame. */
export function OpenItemCard({ item, onPageOpened }: GenericItemProps): ReactNode {
  const notes = useNotes();
  const showsMessage = item.views.some((view) => 'message' in view.props);
  // A form has them at its fields.
  const formHasIssues = item.generic || item.views.some((view) => view.Component === FormView);
  // Where a problem keeps handlers away, the card says itself that nothing can ask.
  const isBlocked = item.status === 'pending' && item.problem !== undefined;
  return (
    <ElicitCard
      {...askerProps(item)}
      message={showsMessage ? undefined : item.message}
      state={item.status}
      progress={item.status === 'pending' ? item.progress : undefined}
      error={item.status === 'failed' ? problemText(notes.problems, item.problem) : undefined}
      issues={formHasIssues ? undefined : item.issues}
      busy={!isBlocked}
      onDecline={item.status === 'sending' ? ignore : () => item.decline()}
      onCancel={item.status === 'sending' ? ignore : item.cancel}
      onRetry={item.status === 'failed' ? item.retry : undefined}
    >
      {item.generic ? (
        <GenericItem item={item} onPageOpened={onPageOpened} />
      ) : item.views.length === 0 ? null : (
        item.views.map((view) => <ItemView key={view.id} item={item} view={view} />)
      )}
    </ElicitCard>
  );
}

/** While it is being sent the buttons stay in their places, disabled. */
const ignore = () => undefined;

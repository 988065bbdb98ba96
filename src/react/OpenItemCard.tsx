import type { ReactNode } from 'react';
import type { ElicitView } from '../client/elicit-item.ts';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { problemText } from '../ui/notes/problem-text.ts';
import { useAsker } from './asker.ts';
import { GenericItem, type GenericItemProps } from './GenericItem.tsx';
import { Note } from './ItemNote.tsx';
import { ItemView } from './ItemView.tsx';
import { Slots } from './Slots.tsx';
import { useNotes } from './useNotes.ts';

interface OpenItemCardProps extends GenericItemProps {
  /** What another answer costs, if the answer is being changed. */
  cost: string | undefined;
  /** Gets the error that a component of the handler threw as the next one replaced it. */
  onGone: (cause: unknown) => void;
}

/** The card of a question that can still be acted on. */
export function OpenItemCard({ item, cost, onPageOpened, onGone }: OpenItemCardProps): ReactNode {
  const notes = useNotes();
  const asker = useAsker(item);
  // If a problem blocks handlers, the card itself says that nothing can ask.
  const isBlocked = item.status === 'pending' && item.problem !== undefined;
  const shown: readonly (ElicitView | 'generic')[] = item.generic ? ['generic'] : item.views;
  return (
    <ElicitCard
      {...asker}
      message={item.message}
      state={item.status}
      progress={item.status === 'pending' ? item.progress : undefined}
      error={item.status === 'failed' ? problemText(notes.problems, item.problem) : undefined}
      issues={item.issues}
      busy={!isBlocked}
      onDecline={item.status === 'sending' ? ignore : () => item.decline()}
      onCancel={item.revises ? undefined : item.status === 'sending' ? ignore : item.cancel}
      onRetry={item.status === 'failed' ? item.retry : undefined}
    >
      {isBlocked && shown.length === 0 ? null : (
        <>
          {cost && <Note state="revisited" text={cost} />}
          <Slots list={shown} keyOf={(one) => (one === 'generic' ? one : one.id)} onGone={onGone}>
            {(one) =>
              one === 'generic' ? (
                <GenericItem item={item} onPageOpened={onPageOpened} />
              ) : (
                <ItemView item={item} view={one} />
              )
            }
          </Slots>
        </>
      )}
    </ElicitCard>
  );
}

/** Keeps the buttons in place, disabled, while sending. */
const ignore = () => undefined;

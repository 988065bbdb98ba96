import { memo, useEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react';
import { ClientError } from '../client/client-error.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { questionName } from '../client/state/item-state.ts';
import { Receipt } from '../ui/receipt/Receipt.tsx';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { useWords } from '../ui/language/language-context.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { words as receiptEnglish, type ReceiptOutcome } from '../ui/receipt/words.ts';
import { plainText } from '../protocol/plain-text.ts';
import { ServerNote } from './ServerNote.tsx';
import { focusedNear } from '../ui/parts/focused-near.ts';
import type { Announcer } from './announcer.ts';
import { askerOf, askerProps } from './asker.ts';
import { ItemBoundary } from './ItemBoundary.tsx';
import type { ItemDialogSlot } from './ItemDialog.tsx';
import { ItemNote } from './ItemNote.tsx';
import { OpenItemCard } from './OpenItemCard.tsx';
import { OpenedPage } from './OpenedPage.tsx';
import { receiptWords } from './receipt-words.ts';
import { useNotes } from './useNotes.ts';

export interface OutletItemProps {
  item: ElicitItem;
  announcer: Announcer;
  /** It has come just now, and the focus is to go to it. */
  takesFocus: boolean;
  report: (error: ClientError) => void;
  /** Show it in the dialog while it is open, or not yet: there is another one in it. Undefined: in its place. */
  dialog?: ItemDialogSlot | 'waiting' | undefined;
}

/** One question of an outlet: its card while it is open, its receipt afterwards. */
export const OutletItem = memo(function OutletItem({
  item,
  announcer,
  takesFocus,
  report,
  dialog,
}: OutletItemProps): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const receipt = useRef<HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const again = useRef<(() => void) | undefined>(undefined);
  const { elicitId } = item;
  const outcome = outcomeOf(item);
  const [isAtPage, setAtPage] = useState(false);

  const wasOpen = useRef(outcome === undefined);
  const notes = useNotes();
  const receiptMessages = useWords('receipt', receiptEnglish);
  const line = 'receipt' in item ? receiptWords(item, receiptMessages) : undefined;
  const said = line === undefined ? '' : notes.ended(askerOf(item), line.title, line.detail);

  useEffect(() => {
    if (!takesFocus || frame.current === null || isBusyElsewhere(frame.current)) return;
    const card = frame.current.querySelector<HTMLElement>('[data-part="elicit-card"]');
    card?.focus();
    // A component that shows the message itself leaves the card without a description, and the message unread.
    if (card?.matches(':focus[aria-describedby*="-message"]')) announcer.leave(elicitId);
  }, [takesFocus, announcer, elicitId]);

  useEffect(() => {
    if (outcome === undefined) {
      wasOpen.current = true;
      return;
    }
    if (!wasOpen.current) return;
    wasOpen.current = false;
    if (hadFocus.current) {
      hadFocus.current = false;
      // Whoever went elsewhere meanwhile stays there.
      const focused = frame.current && focusedNear(frame.current);
      if (focused === null || focused === document.body || frame.current?.contains(focused)) {
        // The focus has it read out: to say it as well would be twice.
        receipt.current?.focus({ preventScroll: true });
        return;
      }
    }
    announcer.say(plainText(said, 300));
  }, [outcome, said, announcer]);

  const onFocus = () => {
    hadFocus.current = outcome === undefined;
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Without a target, focus was lost and not moved: what held it became inert or went away.
    if (relatedTarget !== null) hadFocus.current = currentTarget.contains(relatedTarget);
  };
  const leavePage = (isPressed: boolean) => {
    // What is pressed goes, and would take the focus along.
    const focused = frame.current && focusedNear(frame.current);
    if (isPressed || frame.current?.contains(focused)) receipt.current?.focus({ preventScroll: true });
    setAtPage(false);
  };
  const onCrash = (cause: unknown, what = 'A component') => {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message = `${what} of ${questionName(item)} failed while rendering: ${why}`;
    report(new ClientError('COMPONENT_CRASHED', message, { elicitId, cause, retry: () => again.current?.() }));
  };

  if (!('receipt' in item)) {
    const open = (
      <>
        <ItemBoundary
          onCrash={onCrash}
          again={again}
          fallback={(renderAgain, crashes) => (
            <ElicitCard
              {...askerProps(item)}
              message={item.message}
              state={item.status === 'sending' ? 'sending' : 'failed'}
              error={
                item.status === 'failed'
                  ? problemText(notes.problems, item.problem)
                  : crashes > 1
                    ? notes.stillCrashed
                    : notes.crashed
              }
              busy
              onRetry={item.status === 'failed' ? item.retry : renderAgain}
              onDecline={'decline' in item ? () => item.decline() : undefined}
              onCancel={'cancel' in item ? item.cancel : undefined}
            />
          )}
        >
          <OpenItemCard item={item} onPageOpened={() => setAtPage(true)} />
        </ItemBoundary>
        <ServerNote item={item} />
        <ItemNote item={item} announcer={announcer} />
      </>
    );
    return (
      <div ref={frame} data-part="elicit-item" hidden={dialog !== undefined} onFocus={onFocus} onBlur={onBlur}>
        {dialog === undefined
          ? open
          : dialog !== 'waiting' && (
              <dialog.Dialog item={item} slot={dialog} onCrash={(cause) => onCrash(cause, 'The dialog')} again={again}>
                {open}
              </dialog.Dialog>
            )}
      </div>
    );
  }
  return (
    <div ref={frame} data-part="elicit-item" onFocus={onFocus} onBlur={onBlur}>
      <Receipt ref={receipt} outcome={outcome ?? 'cancelled'} title={line?.title ?? ''} detail={line?.detail} />
      {isAtPage && outcome === 'answered' && <OpenedPage item={item} onLeave={leavePage} />}
      {item.status === 'lost' && item.askAgain && (
        <p data-elicit-root="" data-part="elicit-note" data-state="lost">
          {notes.lost}{' '}
          <button
            type="button"
            data-part="ask-again"
            onClick={() => item.askAgain?.(notes.tryAgain(item.message || item.toolName))}
          >
            {notes.askAgain}
          </button>
        </p>
      )}
    </div>
  );
});

function outcomeOf(item: ElicitItem): ReceiptOutcome | undefined {
  if (item.status === 'pending' || item.status === 'sending' || item.status === 'failed') return undefined;
  return item.status === 'settled' ? outcomes[item.action] : item.status;
}

const outcomes = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/** Typing, or in another question: nobody is to be torn away from that. */
function isBusyElsewhere(frame: HTMLElement): boolean {
  const activeElement = focusedNear(frame);
  if (activeElement === null) return false;
  if (activeElement.closest('[data-part="elicit-card"]') !== null) return true;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  return isField ? activeElement.value !== '' : (activeElement as HTMLElement).isContentEditable;
}

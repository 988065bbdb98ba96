import {
  memo,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { ClientError } from '../client/client-error.ts';
import type { OpenItem } from '../client/client-snapshot.ts';
import type { ElicitItem } from '../client/elicit-item.ts';
import { questionName } from '../client/state/item-state.ts';
import { Receipt } from '../ui/receipt/Receipt.tsx';
import { ElicitCard } from '../ui/elicit-card/ElicitCard.tsx';
import { useWords } from '../ui/language/language-context.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { words as receiptEnglish, type ReceiptMessages, type ReceiptOutcome } from '../ui/receipt/words.ts';
import type { ReceiptWords } from '../plugin/make-plugin.ts';
import { plainText } from '../protocol/plain-text.ts';
import { ServerNote } from './ServerNote.tsx';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { focusedNear } from '../ui/parts/focused-near.ts';
import { keyOf } from '../ui/parts/key-of.ts';
import type { Announcer } from './announcer.ts';
import { AskerContext, askerOf, useAsker, type Asker } from './asker.ts';
import { CrashedCard } from './CrashedCard.tsx';
import { ItemBoundary } from './ItemBoundary.tsx';
import type { ItemDialogSlot } from './ItemDialog.tsx';
import { ItemNote, Note } from './ItemNote.tsx';
import { KeepWords } from './KeepWords.tsx';
import { OpenItemCard } from './OpenItemCard.tsx';
import { OpenedPage } from './OpenedPage.tsx';
import { receiptWords } from './receipt-words.ts';
import { goneError, Slot } from './Slots.tsx';
import { useNotes } from './useNotes.ts';
import { useSessionContext } from './session-context.ts';
import { reasonOf } from '../protocol/coded-error.ts';

export interface OutletItemProps {
  item: ElicitItem;
  announcer: Announcer;
  /** True if the question has just arrived and should get the focus. */
  takesFocus: boolean;
  report: (error: ClientError) => void;
  /** The dialog to show an open question in. `waiting`: another question is in it. Undefined: show it in place. */
  dialog?: ItemDialogSlot | 'waiting' | undefined;
}

/** One question of an outlet: its card while open, then its receipt. */
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
  const wasTakenUp = useRef(false);
  const renderAgain = useRef<(() => void) | undefined>(undefined);
  const { elicitId } = item;
  const outcome = outcomeOf(item);
  const [isAtPage, setAtPage] = useState(false);

  const wasOpen = useRef(outcome === undefined);
  const revises = 'revises' in item && item.revises;
  const notes = useNotes();
  useBrowserLayoutEffect(() => {
    const place = frame.current;
    return () => {
      // A change takes this question away: leave the focus that is in it to the receipt before it.
      if (place?.contains(focusedNear(place)))
        (place.previousElementSibling?.firstChild as HTMLElement | null)?.focus();
    };
  }, []);
  const note = revises ? (item.elsewhere ? 'elsewhere' : 'changing') : 'note' in item ? item.note : undefined;
  const again = useAskedAgain(item, revises);
  const text = note && (again.length > 0 ? `${notes[note]} ${notes.asksAgain(again)}` : notes[note]);
  const toldNote = useRef(note);
  const words = useWords('receipt', receiptEnglish);
  const names = useContext(AskerContext);
  const asker = useAsker(item);
  const line = lineOf(item, words, asker);
  const said = line === undefined ? '' : notes.ended(askerOf(item, names), ...spoken(item, line));

  useEffect(() => {
    if (!takesFocus || frame.current === null || isBusyElsewhere(frame.current)) return;
    const card = frame.current.querySelector<HTMLElement>('[data-elicit="elicit-card"]');
    card?.focus();
    // If a component shows the message itself, the card has no description and the message is not read out.
    if (card?.matches(':focus[aria-describedby*="-message"]')) announcer.leave(elicitId);
  }, [takesFocus, announcer, elicitId]);

  useEffect(() => {
    if (outcome === undefined) {
      wasOpen.current = true;
      // The receipt or its button had the focus, and is gone: the question is asked again, or was brought back. A dialog
      // takes the focus by itself.
      const card = wasTakenUp.current && frame.current?.querySelector<HTMLElement>('[data-elicit="elicit-card"]');
      wasTakenUp.current = false;
      return card ? focusInView(card) : undefined;
    }
    if (!wasOpen.current) return undefined;
    wasOpen.current = false;
    if (hadFocus.current) {
      hadFocus.current = false;
      // Leave the focus alone if the person moved it meanwhile.
      const focused = frame.current && focusedNear(frame.current);
      if (focused === null || focused === document.body || frame.current?.contains(focused)) {
        // Focusing has it read out: announcing it would repeat it.
        receipt.current?.focus({ preventScroll: true });
        // The page may be scrolled down in a card that changed it. After a new question's answer, the next one is below.
        if (toldNote.current) receipt.current?.scrollIntoView({ block: 'nearest' });
        return undefined;
      }
    }
    announcer.say(plainText(said, 300));
    return undefined;
  }, [outcome, said, announcer]);

  useEffect(() => {
    if (text !== undefined && note !== toldNote.current) announcer.say(text);
    toldNote.current = note;
  }, [note, text, announcer]);

  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog has its own Escape.
    if (keyOf(event) !== 'Escape' || event.defaultPrevented || dialog !== undefined) return;
    if ('keep' in item) item.keep?.();
  };
  const onFocus = () => {
    hadFocus.current = outcome === undefined;
    wasTakenUp.current = outcome !== undefined;
  };
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    // Without a target the focus was lost, not moved: its element became inert or was removed.
    if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
    hadFocus.current = false;
    wasTakenUp.current = false;
  };
  const leavePage = (isPressed: boolean) => {
    // Move the focus first: the pressed button is removed, and would lose it.
    const focused = frame.current && focusedNear(frame.current);
    if (isPressed || frame.current?.contains(focused)) receipt.current?.focus({ preventScroll: true });
    setAtPage(false);
  };
  const onCrash = (cause: unknown, what = 'A component') => {
    const message = `${what} of ${questionName(item)} failed while rendering: ${reasonOf(cause)}`;
    report(new ClientError('COMPONENT_CRASHED', message, { elicitId, cause, retry: () => renderAgain.current?.() }));
  };
  const onGone = (cause: unknown) => report(goneError(elicitId, cause));

  const inPlace = (open: OpenItem): ReactNode => {
    const card = (
      <>
        <ItemBoundary
          onCrash={onCrash}
          again={renderAgain}
          fallback={(drawAgain, crashes) => (
            <ElicitCard
              {...asker}
              state={open.status === 'sending' ? 'sending' : 'failed'}
              error={
                open.status === 'failed'
                  ? problemText(notes.problems, open.problem)
                  : crashes > 1
                    ? notes.stillCrashed
                    : notes.crashed
              }
              onRetry={open.status === 'failed' ? open.retry : drawAgain}
              onDecline={'decline' in open ? () => open.decline() : undefined}
              onCancel={'cancel' in open && !open.revises ? open.cancel : undefined}
            >
              <CrashedCard title={plainText(open.message || asker.toolName)} />
            </ElicitCard>
          )}
        >
          <OpenItemCard
            item={open}
            cost={revises ? text : undefined}
            onPageOpened={() => setAtPage(true)}
            onGone={onGone}
          />
        </ItemBoundary>
        <ServerNote item={open} />
        <ItemNote item={open} announcer={announcer} />
      </>
    );
    if (dialog === 'waiting') return null;
    const placed =
      dialog === undefined ? (
        card
      ) : (
        <dialog.Dialog item={open} slot={dialog} onCrash={(cause) => onCrash(cause, 'The dialog')} again={renderAgain}>
          {card}
        </dialog.Dialog>
      );
    return open.revises ? <KeepWords asks={words.changeOf}>{placed}</KeepWords> : placed;
  };

  const isOver = 'receipt' in item;
  const change = 'change' in item ? item.change : undefined;
  const askAgain = 'askAgain' in item ? item.askAgain : undefined;
  const askAgainButton = askAgain && (
    <button
      type="button"
      data-elicit="ask-again"
      onClick={() => {
        // Move the focus first: the button is removed, and would lose it.
        receipt.current?.focus({ preventScroll: true });
        askAgain(notes.tryAgain(item.message || asker.toolName));
      }}
    >
      {notes.askAgain}
    </button>
  );

  return (
    // Keys bubble up from what is inside.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      ref={frame}
      data-elicit="elicit-item"
      hidden={dialog !== undefined && outcome === undefined}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    >
      {/* Outlives the card, to catch what its components throw on unmounting. */}
      <Slot onCrash={onGone}>{isOver || item.aside ? null : inPlace(item)}</Slot>
      {outcome !== undefined && line !== undefined && (
        <>
          <Receipt ref={receipt} outcome={outcome} {...line}>
            {!isOver && (
              <button
                type="button"
                data-elicit="open"
                onClick={() => {
                  wasTakenUp.current = true;
                  item.setAside(false);
                }}
              >
                {words.open}
              </button>
            )}
            {item.status === 'expired' && askAgainButton}
            {change && (
              <button
                type="button"
                data-elicit="change"
                aria-label={words.changeOf(plainText(line.title, 200))}
                onClick={() => {
                  wasTakenUp.current = true;
                  change();
                }}
              >
                {words.change}
              </button>
            )}
          </Receipt>
          {note && <Note state={note} text={notes[note]} />}
          {isOver && isAtPage && outcome === 'answered' && (
            <ItemBoundary onCrash={onCrash} fallback={nothing}>
              <OpenedPage item={item} onLeave={leavePage} />
            </ItemBoundary>
          )}
          {item.status === 'lost' && askAgainButton && (
            <Note state="lost" text={notes.lost}>
              {askAgainButton}
            </Note>
          )}
        </>
      )}
    </div>
  );
});

const nothing = () => null;

/**
 * The first questions of the call that were answered after this one, if its answer is being changed. It is looked up and
 * not listened for: many receipts may be kept.
 */
function useAskedAgain(item: ElicitItem, revises: boolean): readonly string[] {
  const { client } = useSessionContext('<ElicitOutlet>');
  return useMemo(() => {
    if (!revises) return none;
    const { items } = client.getSnapshot();
    const later = items.slice(items.findIndex(({ elicitId }) => elicitId === item.elicitId) + 1);
    const answered = later.filter(({ callId, status }) => callId === item.callId && status === 'settled');
    const asked = answered.map(({ message }) => plainText(message, 80)).filter(Boolean);
    return asked.length > most ? [...asked.slice(0, most), '…'] : asked;
  }, [client, item, revises]);
}

const none: readonly string[] = [];
const most = 3;

function outcomeOf(item: ElicitItem): ReceiptOutcome | undefined {
  if (!('receipt' in item)) return item.aside ? 'waiting' : undefined;
  return item.status === 'settled' ? outcomes[item.action] : item.status;
}

/** The line of a question that has ended or was put aside. */
function lineOf(item: ElicitItem, words: ReceiptMessages, { toolName, serverName }: Asker): ReceiptWords | undefined {
  if ('receipt' in item) return receiptWords(item, words);
  return item.aside ? { title: item.message || toolName || serverName || words.waits, detail: words.waits } : undefined;
}

/** Say how it ended first, then the question's own words. */
function spoken(
  item: ElicitItem,
  { title, detail, amount }: ReceiptWords,
): [title: string, detail: string | undefined] {
  const more = [detail, amount].filter(Boolean).join(', ') || undefined;
  return more === undefined || title !== item.message ? [title, more] : [more, title];
}

const outcomes = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/** Focus a card that was opened again, and keep its start in view while what it holds comes, until the focus moves on. */
function focusInView(card: HTMLElement): () => void {
  card.focus({ preventScroll: true });
  const observer = new ResizeObserver(() => {
    if (focusedNear(card) === card) card.scrollIntoView({ block: 'nearest' });
    else observer.disconnect();
  });
  observer.observe(card);
  return () => observer.disconnect();
}

/** True if the person is typing or in another question: don't take the focus. */
function isBusyElsewhere(frame: HTMLElement): boolean {
  const focused = focusedNear(frame) as HTMLInputElement | null;
  if (focused === null) return false;
  if (focused.closest('[data-elicit="elicit-card"]') !== null) return true;
  return focused.matches('input, textarea') ? focused.value !== '' : focused.isContentEditable;
}

import { useContext, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { ElicitItem, OpenItem } from '../client/elicit-item.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { plainText } from '../protocol/plain-text.ts';
import { useWords } from '../ui/language/language-context.ts';
import { keyOf } from '../ui/parts/key-of.ts';
import { problemText } from '../ui/notes/problem-text.ts';
import { words as noteEnglish } from '../ui/notes/words.ts';
import { Receipt } from '../ui/receipt/Receipt.tsx';
import { words as receiptEnglish, type ReceiptMessages, type ReceiptOutcome } from '../ui/receipt/words.ts';
import { askerOf, hasCard, nameOf, type Asker } from './asker.ts';
import { Boundary, crashError, goneError } from './Boundary.tsx';
import type { ItemDialogSlot } from './ItemDialog.tsx';
import { ItemNote } from './ItemNote.tsx';
import { Note, type Notes } from './Note.tsx';
import { awaitedWords, outcomes, receiptWords } from './receipt-words.ts';
import { AskerContext, useSessionContext, type ElicitFallback } from './session-context.ts';
import { LazyOpenedPage } from './on-demand.tsx';
import { keepDoubleClick, useAttention } from './useAttention.ts';
import { useOpenCard } from './useOpenCard.tsx';

export interface OutletItemProps {
  item: ElicitItem;
  /** True if it was not there as the outlet came up. */
  isArrival: boolean;
  /** True if the question has just arrived and should get the focus. */
  takesFocus: boolean;
  fallback: ElicitFallback | undefined;
  /** The dialog to show an open question in. `waiting`: another question is in it. Undefined: show it in place. */
  dialog: ItemDialogSlot | 'waiting' | undefined;
}

/** One question of an outlet: its card while open, then its receipt. */
export function OutletItem({ item, isArrival, takesFocus, fallback, dialog }: OutletItemProps): ReactNode {
  const { client, outlets, announcer } = useSessionContext('<ElicitOutlet>');
  const notes = useWords('notes', noteEnglish);
  const words = useWords('receipt', receiptEnglish);
  const asker = askerOf(item, useContext(AskerContext));
  const [isAtPage, setAtPage] = useState(false);

  const outcome = outcomeOf(item);
  const isOver = 'receipt' in item;
  const line = lineOf(item, words, notes, asker);
  const revises = 'revises' in item && item.revises;
  const note = revises ? (item.elsewhere ? 'elsewhere' : 'changing') : 'note' in item ? item.note : undefined;
  const again = revises ? askedAgain(client.getSnapshot().items, item) : [];
  const noteText = note && (again.length > 0 ? `${notes[note]} ${notes.asksAgain(again)}` : notes[note]);
  const { elicitId } = item;
  const said = line === undefined ? '' : notes.ended(nameOf(asker), ...spoken(item, line));
  const { frame, receipt, onFocus, onBlur, takeUp, leave, hasFocus } = useAttention(
    { elicitId, outcome, said, note, noteText, isArrival, takesFocus },
    announcer,
  );

  const onGone = (cause: unknown) => client.report(goneError(elicitId, cause));
  const onCrash = (cause: unknown, renderAgain: () => void, what = 'A component') =>
    client.report(crashError(item, cause, what, renderAgain));
  const isAwaited = item.request.to !== undefined;
  const open = dialog !== 'waiting' && hasCard(item) ? item : undefined;
  const card = useOpenCard(open, {
    asker,
    notes,
    revision: revises ? { title: words.changeOf, cost: noteText } : undefined,
    fallback,
    onPageOpened: () => setAtPage(true),
    onCrash,
    onGone,
  });
  const serverNote = open?.server && <Note state="server" text={serverOf(open, notes)} />;
  const hasNote =
    open !== undefined && (open.expiresAt !== undefined || (open.status === 'sending' && open.problem !== undefined));
  const itemNote = hasNote && <ItemNote item={open} asker={asker} notes={notes} />;

  const leavePage = (isPressed: boolean) => {
    // Move the focus first: the pressed button is removed, and would lose it.
    if (isPressed || hasFocus()) leave();
    setAtPage(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A dialog has its own Escape.
    if (keyOf(event) !== 'Escape' || event.defaultPrevented || dialog !== undefined) return;
    if ('keep' in item) item.keep?.();
  };
  /** @param first - moves the focus: the button is removed, and would lose it */
  const button = (part: string, text: string, first: () => void, act: () => void, name?: (title: string) => string) => {
    const press = () => {
      first();
      act();
    };
    return (
      <button type="button" data-elicit={part} aria-label={name?.(plainText(line?.title ?? '', 200))} onClick={press}>
        {text}
      </button>
    );
  };
  const askAgain = 'askAgain' in item ? item.askAgain : undefined;
  const askAgainButton =
    askAgain &&
    button('ask-again', notes.askAgain, leave, () => askAgain(notes.tryAgain(item.message || asker.toolName)));
  const change = 'change' in item ? item.change : undefined;
  const withdraw = item.status === 'awaited' ? item.withdraw : isAwaited && 'retry' in item ? item.retry : undefined;

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
      onClickCapture={keepDoubleClick}
    >
      {typeof dialog === 'object' ? (
        // Outlives the dialog, to catch what its components throw on unmounting.
        <Boundary onGone={onGone}>
          {open === undefined ? null : (
            <dialog.Dialog
              item={open}
              asker={asker}
              slot={dialog}
              outlets={outlets}
              changeOf={(earlier) => words.changeOf(receiptWords(earlier, words).title)}
              onCrash={(cause, renderAgain) => onCrash(cause, renderAgain, 'The dialog')}
            >
              {card}
              {serverNote}
              {itemNote}
            </dialog.Dialog>
          )}
        </Boundary>
      ) : (
        card
      )}
      {dialog === undefined && serverNote}
      {dialog === undefined && itemNote}
      {outcome && line && (
        <Receipt ref={receipt} outcome={outcome} {...line}>
          {withdraw && button('withdraw', words.withdraw, leave, withdraw, words.withdrawOf)}
          {!isOver && !isAwaited && button('open', words.open, takeUp, () => item.setAside(false))}
          {item.status === 'expired' && askAgainButton}
          {change && button('change', words.change, takeUp, change, words.changeOf)}
        </Receipt>
      )}
      {outcome && note && <Note state={note} text={notes[note]} />}
      {isAtPage && (
        <Boundary onCrash={onCrash} onGone={onGone} fallback={nothing}>
          {isOver && outcome === 'answered' ? <LazyOpenedPage item={item} onLeave={leavePage} /> : null}
        </Boundary>
      )}
      {item.status === 'lost' && askAgainButton && (
        <Note state="lost" text={notes.lost}>
          {askAgainButton}
        </Note>
      )}
    </div>
  );
}

const nothing = () => null;

/** Names the asking server if it is not the chat server, and says if the call is unknown. */
function serverOf({ server, toolName }: OpenItem, notes: Notes): string {
  const from = notes.from(plainText(server?.name ?? '', 120), server?.origin && plainText(server.origin, 200));
  return toolName === '' ? `${from} ${notes.noCall}` : from;
}

/**
 * The first questions of the call that were answered after this one, if its answer is being changed. It is looked up and
 * not listened for: many receipts may be kept.
 */
function askedAgain(items: readonly ElicitItem[], item: ElicitItem): readonly string[] {
  const later = items.slice(items.findIndex(({ elicitId }) => elicitId === item.elicitId) + 1);
  const answered = later.filter(({ callId, status }) => callId === item.callId && status === 'settled');
  const asked = answered.map(({ message }) => plainText(message, 80)).filter(Boolean);
  return asked.length > most ? [...asked.slice(0, most), '…'] : asked;
}

const most = 3;

function outcomeOf(item: ElicitItem): ReceiptOutcome | undefined {
  if (!('receipt' in item)) return hasCard(item) ? undefined : 'waiting';
  return item.status === 'settled' ? outcomes[item.action] : item.status;
}

/** The line of a question that has ended or was put aside. */
function lineOf(
  item: ElicitItem,
  words: ReceiptMessages & { readonly locale: string },
  notes: Notes,
  { toolName, serverName }: Asker,
): ReceiptWords | undefined {
  if ('receipt' in item) return receiptWords(item, words);
  const title = item.message || toolName || serverName || words.waits;
  const { to, expiresAt } = item.request;
  // It could not be withdrawn.
  if (to !== undefined && item.status === 'failed') return { title, detail: problemText(notes.problems, item.problem) };
  if (to !== undefined) {
    const until = expiresAt === undefined ? [] : notes.answerBy(expiresAt, words.locale);
    return { title, detail: [awaitedWords(to.who, words, words.locale), until].flat().join(' · ') };
  }
  return item.aside ? { title, detail: words.waits } : undefined;
}

/** Say how it ended first, then the question's own words. */
function spoken(
  item: ElicitItem,
  { title, detail, amount }: ReceiptWords,
): [title: string, detail: string | undefined] {
  const more = [detail, amount].filter(Boolean).join('. ') || undefined;
  return more === undefined || title !== item.message ? [title, more] : [more, title];
}

import { useRef, type ReactNode } from 'react';
import { ElicitOutlet } from '../react/ElicitOutlet.tsx';
import { outcomes } from '../react/receipt-words.ts';
import { usePluginSession } from '../react/usePluginSession.ts';
import { plainText } from '../protocol/plain-text.ts';
import { InboxFailure } from '../ui/inbox/InboxList.tsx';
import { words as english } from '../ui/inbox/words.ts';
import { useWords } from '../ui/language/language-context.ts';
import { focusedNear } from '../ui/parts/focused-near.ts';
import { StatusLine } from '../ui/parts/StatusLine.tsx';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { Receipt } from '../ui/receipt/Receipt.tsx';
import { words as receiptEnglish } from '../ui/receipt/words.ts';
import type { OpenedItem } from './inbox-state.ts';
import type { Inbox } from './useInbox.ts';

interface OpenedQuestionProps extends Pick<Inbox, 'items' | 'opened' | 'open'> {
  headingLevel: number;
}

/** The question that is open, or what became of it. */
export function OpenedQuestion({ items, opened, open, headingLevel }: OpenedQuestionProps): ReactNode {
  const words = useWords('inbox', english);
  const askedAs = opened?.status === 'asked' ? opened.askedAs : '';
  const hasEnded = usePluginSession(({ receipts }) => receipts.some(({ elicitId }) => elicitId === askedAs));
  const isOver = hasEnded || opened?.status === 'gone' || opened?.status === 'settled';
  const [next] = items;
  return (
    <>
      {/* Kept while no question is open: it is where those that were opened are shown. */}
      <ElicitOutlet elicitId={askedAs} headingLevel={headingLevel} />
      <StatusLine text={opened?.status === 'opening' ? words.opening : ''} busy={opened?.status === 'opening'} />
      {opened?.status === 'failed' && (
        <InboxFailure text={words.notOpened} problem={opened.problem} onRetry={() => open(opened)} />
      )}
      {(opened?.status === 'gone' || opened?.status === 'settled') && <Gone opened={opened} />}
      {isOver && next !== undefined && (
        <button type="button" data-elicit="open" onClick={() => open(next)}>
          {words.next}
        </button>
      )}
    </>
  );
}

/** In place of a question that waits no more. */
function Gone({ opened }: { opened: OpenedItem & { readonly status: 'gone' | 'settled' } }): ReactNode {
  const words = useWords('inbox', english);
  const { others, somebody } = useWords('receipt', receiptEnglish);
  const line = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    // The card that had the focus is gone.
    const focused = line.current && focusedNear(line.current);
    if (focused === null || focused === document.body) line.current?.focus();
  }, []);
  if (opened.status === 'gone') {
    const detail = opened.isLate ? words.lateHint : words.goneHint;
    return <Receipt ref={line} outcome="aborted" title={words.gone} detail={detail} />;
  }
  const { action, by, item } = opened;
  const how = others[action](plainText(by?.name ?? '', 80) || somebody);
  const shown = item === undefined ? { title: how } : { title: item.message, detail: how };
  return <Receipt ref={line} outcome={outcomes[action]} {...shown} />;
}

import { useState, type ReactNode } from 'react';
import type { InboxItem, WaitingItem } from '../../protocol/inbox.ts';
import { toolTitle } from '../elicit-card/tool-title.ts';
import { useWords } from '../language/language-context.ts';
import { words as noteWords } from '../notes/words.ts';
import { words as answerWords } from '../parts/answer-words.ts';
import { StatusLine } from '../parts/StatusLine.tsx';
import { InboxRow } from './InboxRow.tsx';
import { useNow } from './useNow.ts';
import { words as english } from './words.ts';

/** What an inbox shows of what waits. */
export interface InboxListProps {
  /** `loading` until the list is there. `failed`: there is none, and `problem` says why. */
  status: 'loading' | 'ready' | 'failed';
  /** What waits, in this order. */
  items: readonly InboxItem[];
  /** Whether more waits than is listed. */
  hasMore?: boolean | undefined;
  /** Whether a page is being read. */
  reading?: boolean | undefined;
  /** Why the last reading failed. */
  problem?: { readonly code: string; readonly status?: number | undefined } | undefined;
  /** Titles by tool name, in place of those of the items. */
  toolTitles?: Readonly<Record<string, string>> | undefined;
  /** Opens a question. */
  onOpen: (item: InboxItem) => void;
  /** Reads the next page. */
  onMore: () => void;
  /** Reads the list again. */
  onRefresh: () => void;
}

interface ListProps extends InboxListProps {
  /** True for the question that is open. */
  isOpen: (item: InboxItem) => boolean;
}

/** What waits: the list, or why there is none. */
export function InboxList({
  status,
  items,
  hasMore = false,
  reading = false,
  problem,
  toolTitles,
  isOpen,
  onOpen,
  onMore,
  onRefresh,
}: ListProps): ReactNode {
  const words = useWords('inbox', english);
  const now = useNow();
  const said = useArrivals(status, items, hasMore);
  if (status === 'loading') {
    return (
      <div data-elicit="inbox-empty">
        <StatusLine text={words.loading} busy />
      </div>
    );
  }
  return (
    <>
      <StatusLine text={said} quiet />
      {problem !== undefined && (
        <InboxFailure
          text={status === 'failed' ? words.failed : words.stale}
          problem={problem}
          onRetry={reading ? undefined : onRefresh}
        />
      )}
      {items.length > 0 && (
        <ul data-elicit="inbox-items" aria-busy={reading}>
          {items.map((item) => (
            <InboxRow
              key={item.elicitId}
              item={item}
              title={titleOf(item, toolTitles)}
              isOpen={isOpen(item)}
              now={now}
              onOpen={() => onOpen(item)}
            />
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" data-elicit="more" aria-disabled={reading} onClick={reading ? undefined : onMore}>
          {words.more}
        </button>
      )}
      {status === 'ready' && items.length === 0 && !hasMore && (
        <div data-elicit="inbox-empty">
          <p data-elicit="title">{words.empty}</p>
          <p data-elicit="hint">{words.emptyHint}</p>
        </div>
      )}
    </>
  );
}

/** The title of the tool that asks: the host's, the server's, or its name in words. */
export function titleOf({ toolName }: WaitingItem, toolTitles: InboxListProps['toolTitles'] = {}): string {
  return (Object.hasOwn(toolTitles, toolName) ? toolTitles[toolName] : undefined) ?? toolTitle(toolName);
}

interface InboxFailureProps {
  /** What failed. */
  text: string;
  problem: { readonly code: string; readonly status?: number | undefined };
  onRetry: (() => void) | undefined;
}

/** What failed, why, and a button to try again. */
export function InboxFailure({ text, problem: { code, status }, onRetry }: InboxFailureProps): ReactNode {
  const words = useWords('inbox', english);
  const { problems } = useWords('notes', noteWords);
  const { retry } = useWords('card', answerWords);
  const isSignedOut = status === 401 || status === 403;
  const isUnheard = code === 'NETWORK_FAILED' || code === 'OFFLINE';
  const why =
    code === 'INBOX_UNSUPPORTED'
      ? words.unsupported
      : isSignedOut
        ? words.signIn
        : isUnheard
          ? problems.unreachable
          : undefined;
  return (
    <div role="alert" data-elicit="failure">
      <p data-elicit="" dir="auto">
        {[text, why].filter(Boolean).join(' ')}
      </p>
      {code !== 'INBOX_UNSUPPORTED' && (
        <button type="button" data-elicit="retry" aria-disabled={onRetry === undefined} onClick={onRetry}>
          {retry}
        </button>
      )}
    </div>
  );
}

/** What to announce: how many wait at first, then how many have come, and that nothing waits any more. */
function useArrivals(status: InboxListProps['status'], items: readonly InboxItem[], hasMore: boolean): string {
  const words = useWords('inbox', english);
  const [heard, setHeard] = useState<{ items: readonly InboxItem[]; said: string }>();
  if (status !== 'ready' || heard?.items === items) return heard?.said ?? '';
  const known = new Set(heard?.items.map(({ elicitId }) => elicitId));
  const come = items.filter(({ elicitId }) => !known.has(elicitId)).length;
  const first = items.length === 0 ? words.empty : words.waiting(items.length, hasMore, words.locale);
  const arrived = come > 0 ? words.arrived(come, words.locale) : heard?.said;
  const said = heard === undefined || items.length === 0 ? first : (arrived ?? '');
  setHeard({ items, said });
  return said;
}

import type { ReactNode } from 'react';
import type { InboxItem, WaitingItem } from '../../protocol/inbox.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { formatAgo } from '../../words/formatter.ts';
import { useWords } from '../language/language-context.ts';
import { words as notes } from '../notes/words.ts';
import { FactLine } from '../parts/FactLine.tsx';
import { words as english } from './words.ts';

interface InboxRowProps {
  item: InboxItem;
  /** The tool's title, for people. */
  title: string;
  isOpen: boolean;
  now: number;
  onOpen: () => void;
}

/** A question in the list: the tool that asks, the question, and since when it waits. */
export function InboxRow({ item, title, isOpen, now, onOpen }: InboxRowProps): ReactNode {
  return (
    <li data-elicit="">
      <button
        type="button"
        data-elicit="inbox-item"
        data-state={isOpen ? 'selected' : 'available'}
        aria-current={isOpen || undefined}
        onClick={onOpen}
      >
        <span data-elicit="inbox-line">
          <bdi data-elicit="tool-name">{plainText(title, 80)}</bdi> <Since item={item} now={now} />
        </span>{' '}
        <span data-elicit="inbox-message" dir="auto">
          {plainText(item.message, 300)}
        </span>{' '}
        <RowFacts item={item} />
      </button>
    </li>
  );
}

/** For whom the call runs, and until when the question waits. */
function RowFacts({ item: { from, expiresAt } }: { item: InboxItem }): ReactNode {
  const words = useWords('inbox', english);
  const { answerBy } = useWords('notes', notes);
  const facts = [
    from !== undefined && words.from(plainText(from, 80)),
    expiresAt !== undefined && answerBy(expiresAt, words.locale),
  ];
  return facts.some(Boolean) ? (
    <span data-elicit="hint">
      <FactLine facts={facts} />
    </span>
  ) : null;
}

/** Since when it waits. */
export function Since({ item: { askedAt = NaN }, now }: { item: WaitingItem; now: number }): ReactNode {
  const { locale } = useWords('inbox', english);
  const at = new Date(askedAt);
  // A server may say any number.
  if (Number.isNaN(at.getTime())) return null;
  return (
    <time data-elicit="inbox-time" dateTime={at.toISOString()}>
      {formatAgo(locale, askedAt, now)}
    </time>
  );
}

import { useId, useRef, type ReactNode } from 'react';
import type { InboxItem, QuestionPlace, WaitingItem } from '../../protocol/inbox.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { useWords } from '../language/language-context.ts';
import { useBrowserLayoutEffect } from '../parts/useBrowserLayoutEffect.ts';
import { InboxList, titleOf, type InboxListProps } from './InboxList.tsx';
import { Since } from './InboxRow.tsx';
import { useNow } from './useNow.ts';
import { words as english } from './words.ts';

/** Props of `InboxPanes`. */
export interface InboxPanesProps extends InboxListProps {
  /** The question that is open, and the item that it was in the list, once that is known. */
  opened?: (QuestionPlace & { readonly item: WaitingItem | undefined }) | undefined;
  /** Leads back from the question to the list. */
  onClose: () => void;
  /** The level of the title among the headings of the page. */
  headingLevel: number;
  className?: string | undefined;
  /** The question that is open. Kept in the page while none is. */
  children?: ReactNode;
}

/** A list of what waits for a person, and beside it, or in its place, the question that is open. */
export function InboxPanes({
  opened,
  onClose,
  headingLevel,
  className,
  children,
  ...list
}: InboxPanesProps): ReactNode {
  const id = useId();
  const words = useWords('inbox', english);
  const now = useNow();
  const { title, detail, onBack } = useFocus(opened, onClose);
  const Title = `h${headingLevel}` as 'h2';
  const isOpen = (item: InboxItem) => item.elicitId === opened?.elicitId;
  const item = opened?.item;
  const isBare = opened === undefined && list.items.length === 0;
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={className}
      data-elicit-root=""
      data-elicit="inbox"
      data-state={opened ? 'opened' : isBare ? 'bare' : 'listed'}
    >
      <div data-elicit="inbox-panes">
        <div data-elicit="inbox-list">
          <div data-elicit="inbox-header">
            <Title ref={title} tabIndex={-1} id={`${id}-title`} data-elicit="title">
              {words.title}
            </Title>
            {list.items.length > 0 && (
              <span data-elicit="inbox-count">
                {words.count(list.items.length, list.hasMore === true, words.locale)}
              </span>
            )}
          </div>
          <InboxList {...list} isOpen={isOpen} />
        </div>
        <section
          ref={detail}
          tabIndex={-1}
          aria-label={item === undefined ? words.question : titleOf(item, list.toolTitles)}
          data-elicit="inbox-detail"
        >
          {opened === undefined ? (
            <p data-elicit="inbox-choose">{words.choose}</p>
          ) : (
            <div data-elicit="inbox-about">
              <button type="button" data-elicit="inbox-back" onClick={onBack}>
                <span data-elicit="" aria-hidden="true">
                  ‹
                </span>
                {words.back}
              </button>
              {item !== undefined && (
                <p data-elicit="inbox-line">
                  <bdi>{item.from !== undefined && words.from(plainText(item.from, 80))}</bdi>{' '}
                  <Since item={item} now={now} />
                </p>
              )}
            </div>
          )}
          {children}
        </section>
      </div>
    </section>
  );
}

/** Takes the focus to a question that is opened, and back to its row. */
function useFocus(opened: QuestionPlace | undefined, onClose: () => void) {
  const title = useRef<HTMLHeadingElement>(null);
  const detail = useRef<HTMLElement>(null);
  const key = opened?.elicitId;
  const before = useRef(key);
  const back = useRef<HTMLElement>(undefined);
  useBrowserLayoutEffect(() => {
    if (key === before.current) return;
    before.current = key;
    if (key === undefined) back.current?.focus();
    else {
      detail.current?.focus({ preventScroll: true });
      detail.current?.scrollIntoView({ block: 'nearest' });
    }
    back.current = undefined;
  }, [key]);
  function onBack(): void {
    const list = title.current?.closest('[data-elicit="inbox-list"]');
    back.current = list?.querySelector<HTMLElement>('[aria-current]') ?? title.current ?? undefined;
    onClose();
  }
  return { title, detail, onBack };
}

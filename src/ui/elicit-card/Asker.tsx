import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { CardMessages } from './words.ts';

interface AskerProps {
  /** The tool's title, for people. */
  title: string;
  /** The host's name for what runs the tool. */
  by?: string | undefined;
  /** Another server than the chat's own runs it. */
  isOther: boolean;
  words: Pick<CardMessages, 'cancel' | 'cancelEffect' | 'more'>;
  /** With it there is a menu that cancels. */
  onCancel?: (() => void) | undefined;
  sending: boolean;
  /** Replaces the title and who runs it. */
  heading?: ReactNode;
  /** More at the end of the line. */
  children?: ReactNode;
}

/** The line over a question: which tool asks, what runs it, and the menu that cancels. */
export function Asker({ title, by, isOther, words, onCancel, sending, heading, children }: AskerProps): ReactNode {
  return (
    <div data-part="asker" data-kind={isOther ? 'other' : 'own'}>
      {heading ?? (
        <span data-part="asker-name">
          <AskerName title={title} by={by} />
        </span>
      )}
      {onCancel && <CancelMenu title={title} words={words} sending={sending} onCancel={onCancel} />}
      {children}
    </div>
  );
}

/** Between two names: it may start a line, and ends none. */
export const dot: ReactNode = <span>· </span>;

/** Which tool asks, and what runs it. */
export function AskerName({ title, by }: Pick<AskerProps, 'title' | 'by'>): ReactNode {
  return (
    <>
      <bdi data-part="tool-name">{plainText(title, 200)}</bdi>
      {by !== undefined && (
        <>
          {' '}
          {dot}
          <bdi data-part="server-name">{plainText(by, 120)}</bdi>
        </>
      )}
    </>
  );
}

/** Cancels in two steps: the second names what follows. */
function CancelMenu({
  title,
  words,
  sending,
  onCancel,
}: Pick<AskerProps, 'title' | 'words' | 'sending'> & { onCancel: () => void }): ReactNode {
  const id = useId();
  const [wasOpened, setOpen] = useState(false);
  const isOpen = wasOpened && !sending;
  const more = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    more.current?.focus();
    setOpen(false);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // Not a menu for screen readers: it has one button. The keys are those of its buttons; a press on it keeps it open.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div data-part="cancel-menu" tabIndex={-1} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={more}
        type="button"
        data-part="more-ways"
        aria-label={words.more}
        aria-expanded={isOpen}
        aria-disabled={sending}
        onClick={() => {
          // Some browsers leave the focus elsewhere, and the menu would not see it go.
          more.current?.focus();
          if (!sending) setOpen(!isOpen);
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path d="M2 8v.01M8 8v.01M14 8v.01" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
        </svg>
      </button>
      {/* Hide it rather than take it away: a dialog takes the focus when an element goes as the focus leaves it. */}
      <div data-part="menu" hidden={!isOpen}>
        <button
          type="button"
          data-part="cancel"
          aria-describedby={id}
          onClick={() => {
            more.current?.focus();
            setOpen(false);
            onCancel();
          }}
        >
          {words.cancel}
        </button>
        <p id={id} dir="auto">
          {words.cancelEffect(plainText(title, 120))}
        </p>
      </div>
    </div>
  );
}

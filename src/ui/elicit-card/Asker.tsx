import { useId, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import { dot } from '../parts/FactLine.tsx';
import { keyOf } from '../parts/key-of.ts';
import type { CardMessages } from './words.ts';

interface AskerProps {
  /** The tool's title, for people. */
  title: string;
  /** The host's name for the server or assistant that runs the tool. */
  by?: string | undefined;
  /** Whether a server other than the host's own runs it. */
  isOther: boolean;
  /** Replaces `title` and `by`. */
  heading?: ReactNode;
  /** More content at the end of the line. */
  children?: ReactNode;
}

/** The line above a question: the tool that asks, and the server that runs it. */
export function Asker({ title, by, isOther, heading, children }: AskerProps): ReactNode {
  return (
    <div data-elicit="asker" data-kind={isOther ? 'other' : 'own'}>
      {heading ?? (
        <span data-elicit="asker-name">
          <AskerName title={title} by={by} />
        </span>
      )}
      {children}
    </div>
  );
}

/** The tool that asks, and the server that runs it. */
export function AskerName({ title, by }: Pick<AskerProps, 'title' | 'by'>): ReactNode {
  return (
    <>
      <bdi data-elicit="tool-name">{plainText(title, 200)}</bdi>
      {by !== undefined && (
        <>
          {dot}
          <bdi data-elicit="server-name">{plainText(by, 120)}</bdi>
        </>
      )}
    </>
  );
}

interface CancelMenuProps {
  /** The tool's title, for people. */
  title: string;
  words: Pick<CardMessages, 'cancel' | 'cancelEffect' | 'more'>;
  sending: boolean;
  onCancel: () => void;
}

/** Cancels in two steps. The second explains the effect. */
export function CancelMenu({ title, words, sending, onCancel }: CancelMenuProps): ReactNode {
  const id = useId();
  const [wasOpened, setOpen] = useState(false);
  const isOpen = wasOpened && !sending;
  const more = useRef<HTMLButtonElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (keyOf(event) !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    more.current?.focus();
    setOpen(false);
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // With another window, the focus leaves without going anywhere, and comes back.
    if (!currentTarget.contains(relatedTarget ?? currentTarget.ownerDocument.activeElement)) setOpen(false);
  };
  return (
    // This has no `menu` role because it holds one button. Keys bubble up from its buttons. `tabIndex` keeps it open
    // when the person clicks inside it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div data-elicit="cancel-menu" tabIndex={-1} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={more}
        type="button"
        data-elicit="more-ways"
        aria-label={words.more(plainText(title, 120))}
        aria-expanded={isOpen}
        aria-disabled={sending}
        onClick={() => {
          // Some browsers don't focus a clicked button. Without focus, the menu would get no blur event to close on.
          more.current?.focus();
          if (!sending) setOpen(!isOpen);
        }}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
          <path d="M2 8v.01M8 8v.01M14 8v.01" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
        </svg>
      </button>
      {/* Hide it instead of removing it: a dialog grabs focus if an element is removed while it loses focus. */}
      <div data-elicit="menu" hidden={!isOpen}>
        <button
          type="button"
          data-elicit="cancel"
          aria-describedby={id}
          onClick={() => {
            more.current?.focus();
            setOpen(false);
            onCancel();
          }}
        >
          {words.cancel}
        </button>
        <p data-elicit="" id={id} dir="auto">
          {words.cancelEffect(plainText(title, 120))}
        </p>
      </div>
    </div>
  );
}

import { forwardRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { useOwnWords } from '../language/language-context.ts';
import { words as english, type ReceiptOutcome } from './words.ts';

/** Props of `Receipt`. */
export interface ReceiptProps extends LanguageProps {
  /** How the question ended, or that it still waits. It decides the mark, and screen readers hear it. */
  outcome: ReceiptOutcome;
  /** The answer, or how the question ended. */
  title: string;
  /** More about it, in smaller text. */
  detail?: string | undefined;
  /** An amount, at the end of the line. */
  amount?: string | undefined;
  /** A decorative icon, at the end of the line. */
  icon?: ReactNode;
  /** A button, at the end of the line. */
  children?: ReactNode;
}

/**
 * The one line that stays in the conversation when a question has ended, or while it waits. It can take focus through
 * its ref.
 */
export const Receipt = forwardRef(function Receipt(
  { outcome, title, detail, amount, icon, locale, messages, children }: ReceiptProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const { words } = useOwnWords({ locale, messages }, 'receipt', english);
  const ended = words.outcomes[outcome];
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={title === ended ? title : words.named(ended, plainText(title, 200))}
      data-elicit-root=""
      data-elicit="receipt"
      data-state={outcome}
    >
      <span data-elicit="outcome">
        <OutcomeIcon outcome={outcome} />
      </span>
      <span data-elicit="receipt-text">
        <strong data-elicit="" dir="auto">
          {plainText(title, 200)}
        </strong>{' '}
        {detail && (
          <span data-elicit="" dir="auto">
            {plainText(detail, 300)}
          </span>
        )}
      </span>
      {/* The space separates the two in copied text. */}{' '}
      {amount && (
        <strong data-elicit="amount">
          <bdi data-elicit="">{plainText(amount, 60)}</bdi>
        </strong>
      )}
      {icon && (
        <span data-elicit="receipt-icon" aria-hidden="true">
          {icon}
        </span>
      )}
      {children}
    </div>
  );
});

const dash = 'M4 8h8';
const warn = 'M8 3.5v5.5M8 12v.01';

/** What is drawn in the mark: dots, a tick, a dash or a call for attention. */
const strokes: Record<ReceiptOutcome, string> = {
  waiting: 'M3.5 8v.01M8 8v.01M12.5 8v.01',
  answered: 'M3.5 8.5 6.5 11.5 12.5 5',
  declined: dash,
  cancelled: dash,
  expired: warn,
  lost: warn,
  aborted: warn,
};

function OutcomeIcon({ outcome }: { outcome: ReceiptOutcome }): ReactNode {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={strokes[outcome]}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

import { forwardRef, type ForwardedRef, type ReactNode } from 'react';
import { plainText } from '../../protocol/plain-text.ts';

/** How a question ended. */
export type ReceiptOutcome = 'answered' | 'declined' | 'cancelled' | 'expired' | 'lost' | 'aborted';

/** Props of `Receipt`. */
export interface ReceiptProps {
  outcome: ReceiptOutcome;
  /** What was answered, or how it ended. */
  title: string;
  detail?: string | undefined;
  /** A picture of what it is about, at the end of the line. */
  icon?: ReactNode;
}

/** The one line that stays in the conversation when a question is over. Focus can be moved to it through its ref. */
export const Receipt = forwardRef(function Receipt(
  { outcome, title, detail, icon }: ReceiptProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role="group"
      aria-label={title === words[outcome] ? title : `${words[outcome]}: ${plainText(title, 200)}`}
      data-elicit-root=""
      data-part="receipt"
      data-state={outcome}
    >
      <span data-part="outcome">
        <OutcomeIcon outcome={outcome} />
      </span>
      <span data-part="receipt-text">
        <strong dir="auto">{plainText(title, 200)}</strong>
        {detail && <span dir="auto">{plainText(detail, 300)}</span>}
      </span>
      {icon && (
        <span data-part="receipt-icon" aria-hidden="true">
          {icon}
        </span>
      )}
    </div>
  );
});

/** Every word that a `Receipt` says by itself. */
const words: Record<ReceiptOutcome, string> = {
  answered: 'Answered',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'Expired',
  lost: 'Lost',
  aborted: 'Stopped',
};

const strokes: Record<'check' | 'dash' | 'warn', string> = {
  check: 'M3.5 8.5 6.5 11.5 12.5 5',
  dash: 'M4 8h8',
  warn: 'M8 3.5v5.5M8 12v.01',
};

function OutcomeIcon({ outcome }: { outcome: ReceiptOutcome }): ReactNode {
  const bad = outcome === 'expired' || outcome === 'lost' || outcome === 'aborted';
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={strokes[outcome === 'answered' ? 'check' : bad ? 'warn' : 'dash']}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

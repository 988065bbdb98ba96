import type { ReactNode } from 'react';
import { dateOf, type RangeLimits } from '../../protocol/days.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { DatesCard, type DatesCardOptions } from './DatesCard.tsx';

/** The answer of a `PickDates`: the first and the last day as `YYYY-MM-DD`. */
export interface DatesAnswer {
  from: string;
  to: string;
}

/** Props of `PickDates`. */
export interface PickDatesProps extends DatesCardOptions, RangeLimits {
  /** The card's class. */
  className?: string | undefined;
  /** Called when the person presses Continue. Choosing alone does not call it. */
  onRespond: (answer: DatesAnswer, words?: ReceiptWords) => void;
  /** The draft to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`: the days, or what was typed so far. */
  onDraftChange?: ((draft: DatesAnswer) => void) | undefined;
}

/** Asks a person for a range of days, by typing or in a calendar. Days have no time zone. */
export function PickDates({ onRespond, onDraftChange, ...card }: PickDatesProps): ReactNode {
  return (
    <DatesCard
      {...card}
      component="pick-dates"
      fields={both}
      onAnswer={([from, to], title) =>
        from !== undefined && to !== undefined && onRespond({ from: dateOf(from), to: dateOf(to) }, { title })
      }
      onEntries={([from = '', to = '']) => onDraftChange?.({ from, to })}
    />
  );
}

const both = ['from', 'to'] as const;

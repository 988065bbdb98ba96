import type { ReactNode } from 'react';
import { dateOf, type DayLimits } from '../../protocol/days.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import { DatesCard, type DatesCardOptions } from './DatesCard.tsx';

/** The answer of a `PickDate`: a day as `YYYY-MM-DD`. */
export interface DateAnswer {
  date: string;
}

/** Props of `PickDate`. */
export interface PickDateProps extends DatesCardOptions, DayLimits {
  /** The card's class. */
  className?: string | undefined;
  /** Called when the person presses Continue. Choosing alone does not call it. */
  onRespond: (answer: DateAnswer, words?: ReceiptWords) => void;
  /** The draft to start from. Any other value is ignored. */
  draft?: unknown;
  /** Called on every change with the value to pass back as `draft`: the day, or what was typed so far. */
  onDraftChange?: ((draft: DateAnswer) => void) | undefined;
}

/** Asks a person for a day, by typing or in a calendar. Days have no time zone. */
export function PickDate({ onRespond, onDraftChange, ...card }: PickDateProps): ReactNode {
  return (
    <DatesCard
      {...card}
      component="pick-date"
      fields={one}
      onAnswer={([day], title) => day !== undefined && onRespond({ date: dateOf(day) }, { title })}
      onEntries={([date = '']) => onDraftChange?.({ date })}
    />
  );
}

const one = ['date'] as const;

import { useId, useMemo, type ReactNode } from 'react';
import { dayOf, dayRules, type Day, type RangeLimits } from '../../protocol/days.ts';
import { plainText } from '../../protocol/plain-text.ts';
import { useOwnParts } from '../frame/useOwnParts.ts';
import { useOwnWords } from '../language/language-context.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { Footer } from '../kit/Footer.tsx';
import { CardHeader } from '../parts/CardHeader.tsx';
import { keyOf } from '../parts/key-of.ts';
import { Calendar } from './Calendar.tsx';
import { DateField } from './DateField.tsx';
import { useDates } from './useDates.ts';
import type { FieldName } from './useEntries.ts';
import { useToday } from './useToday.ts';
import { words as english } from './words.ts';

/** Options that `PickDate` and `PickDates` share. */
export interface DatesCardOptions extends AnswerCardOptions {
  /**
   * The title: what the person should do.
   *
   * @default "Choose a day", or "Choose dates"
   */
  title?: string | undefined;
  /** The day to mark, as `YYYY-MM-DD`. @default the person's own */
  today?: string | undefined;
  /** What was wrong with the last answer. An issue at a day stands at its field. */
  issues?: AnswerCardOptions['issues'];
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
}

interface DatesCardProps extends DatesCardOptions, RangeLimits {
  component: string;
  className?: string | undefined;
  draft?: unknown;
  fields: readonly FieldName[];
  /** Gets the days, and what they are in words. */
  onAnswer: (days: readonly (Day | undefined)[], words: string) => void;
  /** Gets what the draft should hold: for each field a day, or what is typed. */
  onEntries: (texts: readonly string[]) => void;
}

/** The card of both: a field for each day, and the calendar. */
export function DatesCard(props: DatesCardProps): ReactNode {
  const { fields, title, today: given, min, max, unavailable, minNights, maxNights, locale, messages, ...rest } = props;
  const { issues = none, draft, onAnswer, onEntries, onDecline, state = 'pending', ...card } = rest;
  const id = useId();
  const { language, words } = useOwnWords({ locale, messages }, 'pickDates', english);
  const own = useToday();
  const today = dayOf(given) ?? own;
  const rules = useMemo(
    () => dayRules({ min, max, unavailable, minNights, maxNights }),
    [min, max, unavailable, minNights, maxNights],
  );
  const dates = useDates({ fields, draft, rules, today, words, issues, state, onAnswer, onEntries });
  const { entries, days, missing, left, issuesAt } = dates;
  useOwnParts({ issues: dates.elsewhere.length < issues.length });

  return (
    <AnswerCard {...card} state={state} issues={dates.elsewhere} said={dates.said} words={words} language={language}>
      <legend data-elicit="header">
        <CardHeader
          title={plainText(title ?? (fields.length === 1 ? words.one : words.range), 120)}
          asks={title === undefined}
          icon={<span data-elicit="calendar-icon" aria-hidden="true" />}
        />
      </legend>
      <div data-elicit="date-fields">
        {entries.map((entry) => (
          <DateField
            key={entry.name}
            id={`${id}-${entry.name}`}
            entry={entry}
            issue={issuesAt.get(entry.name)}
            isLeft={left.includes(entry.name)}
            onText={(text) => dates.type(entry.name, text)}
            onLeave={() => dates.leave(entry.name)}
            onKeyDown={(event) => {
              if (keyOf(event) !== 'Enter') return;
              // Don't submit a form around the card.
              event.preventDefault();
              dates.commit();
            }}
          />
        ))}
      </div>
      <Calendar
        rules={rules}
        today={today}
        from={days[0]}
        to={days.at(-1)}
        isRange={fields.length === 2}
        onPick={dates.pick}
        onNote={dates.setNote}
      />
      <p data-elicit="day-note" dir="auto">
        {dates.note}
      </p>
      <Footer
        summary={dates.summary}
        commit={words.commit}
        again
        missing={missing && `[data-elicit=field][data-field=${missing.name}] input`}
        onCommit={dates.commit}
        onSkip={onDecline}
      />
    </AnswerCard>
  );
}

const none: NonNullable<AnswerCardOptions['issues']> = [];

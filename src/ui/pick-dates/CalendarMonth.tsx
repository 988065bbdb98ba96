import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { dateOf, faultOfDay, type Day, type DayRules } from '../../protocol/days.ts';
import { formatFacts } from '../../words/format.ts';
import { formatNumber } from '../../words/formatter.ts';
import { useWords } from '../language/language-context.ts';
import { dateInMonth, dayFormat, dayInMonth, timeOf, weeksOf, type Month } from './months.ts';
import { faultText, longDay } from './useEntries.ts';
import { words as english } from './words.ts';

/** A button that turns to another month. */
interface Turn {
  onTurn: () => void;
  /** There is no month beyond. */
  isEnd: boolean;
}

interface CalendarMonthProps {
  month: Month;
  rules: DayRules;
  today: Day;
  from: Day | undefined;
  to: Day | undefined;
  isRange: boolean;
  /** The day that Tab leads to. */
  active: Day;
  firstDay: number;
  onBack: Turn | undefined;
  onForth: Turn | undefined;
  onPick: (day: Day) => void;
  /** Moves between its days. */
  onKeyDown: (event: KeyboardEvent) => void;
  /** A day got the focus. */
  onReach: (day: Day) => void;
}

/** A month as a grid of weeks. */
export function CalendarMonth(props: CalendarMonthProps): ReactNode {
  const { month, firstDay, onBack, onForth, onKeyDown } = props;
  const id = useId();
  const words = useWords('pickDates', english);
  const first = dayInMonth(month, 1);
  const weeks = weeksOf(month, firstDay);
  return (
    <div data-elicit="month">
      <div data-elicit="month-head">
        {onBack && <TurnButton {...onBack} kind="previous" label={words.previousMonth} />}
        <span id={id} data-elicit="month-title" aria-live="polite">
          {dayFormat(words.locale, { year: 'numeric', month: 'long' }).format(timeOf(first))}
        </span>
        {onForth && <TurnButton {...onForth} kind="next" label={words.nextMonth} />}
      </div>
      {/* Keys go through its cells. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <table data-elicit="month-grid" role="grid" aria-labelledby={id} onKeyDown={onKeyDown}>
        <thead data-elicit="">
          <tr data-elicit="">
            {[0, 1, 2, 3, 4, 5, 6].map((at) => (
              <Weekday key={at} day={firstDay + at - 4} locale={words.locale} />
            ))}
          </tr>
        </thead>
        <tbody data-elicit="">
          {weeks.map((week, nth) => (
            <tr key={nth} data-elicit="">
              {week.map((day, at) =>
                day === undefined ? (
                  <td key={at} data-elicit="" aria-hidden="true" />
                ) : (
                  <DayCell key={at} {...props} day={day} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TurnButton({ kind, label, isEnd, onTurn }: Turn & { kind: 'previous' | 'next'; label: string }): ReactNode {
  return (
    <button
      type="button"
      data-elicit="month-turn"
      data-kind={kind}
      aria-disabled={isEnd || undefined}
      onClick={isEnd ? undefined : onTurn}
    >
      {/* Our styles draw a triangle in place of the words. */}
      {label}
    </button>
  );
}

/** @param day - any day of that name */
function Weekday({ day, locale }: { day: Day; locale: string }): ReactNode {
  const named = (weekday: 'long' | 'short' | 'narrow') => dayFormat(locale, { weekday }).format(timeOf(day));
  const short = named('short');
  return (
    <th data-elicit="weekday" scope="col" abbr={named('long')}>
      {short.length > 2 ? named('narrow') : short}
    </th>
  );
}

function DayCell({ day, rules, today, from, to, isRange, active, onPick, onReach }: CalendarMonthProps & { day: Day }) {
  const words = useWords('pickDates', english);
  const fault = faultOfDay(day, rules);
  const isEnd = day === from || day === to;
  const isBetween = from !== undefined && to !== undefined && day > from && day < to;
  const why = fault && faultText(fault, words);
  const name = longDay(day, words.locale);
  const label = [
    // The reason names the day, unless the reason is the first or the last day of all.
    why === undefined ? name : fault?.code === 'closed' ? why : `${name}: ${why}`,
    day === today && words.today,
    isRange && day === from && words.first,
    isRange && day === to && words.last,
  ];
  const reach = from === to || to === undefined ? undefined : isBetween ? 'between' : day === from ? 'first' : 'last';
  return (
    <td data-elicit="calendar-cell" data-kind={isEnd || isBetween ? reach : undefined}>
      <button
        type="button"
        data-elicit="calendar-day"
        data-state={fault ? 'disabled' : isEnd ? 'selected' : 'available'}
        value={dateOf(day)}
        tabIndex={day === active ? 0 : -1}
        title={fault?.code === 'closed' ? why : undefined}
        aria-label={formatFacts(words.locale, label)}
        aria-pressed={isEnd || isBetween}
        aria-disabled={fault !== undefined || undefined}
        aria-current={day === today ? 'date' : undefined}
        onFocus={() => onReach(day)}
        onClick={() => onPick(day)}
      >
        {formatNumber(words.locale, dateInMonth(day))}
      </button>
    </td>
  );
}

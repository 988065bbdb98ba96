import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { faultOfDay, type Day, type DayRules } from '../../protocol/days.ts';
import { useWords } from '../language/language-context.ts';
import { keyOf } from '../parts/key-of.ts';
import { dateInMonth, dayInMonth, firstDayOf, monthOf, placeInWeek } from './months.ts';
import { CalendarMonth } from './CalendarMonth.tsx';
import { faultText } from './useEntries.ts';
import { useIsWide } from './useIsWide.ts';
import { words as english } from './words.ts';

interface CalendarProps {
  rules: DayRules;
  today: Day;
  /** The first chosen day. */
  from: Day | undefined;
  /** The last chosen day. */
  to: Day | undefined;
  isRange: boolean;
  onPick: (day: Day) => void;
  /** Tells why the day in focus cannot be chosen; nothing if it can. */
  onNote: (text: string) => void;
}

/** One month, or two side by side in a wide card. One day has the focus; keys move it, and the months with it. */
export function Calendar({ rules, today, from, to, isRange, onPick, onNote }: CalendarProps): ReactNode {
  const words = useWords('pickDates', english);
  const firstDay = firstDayOf(words.locale);
  const root = useRef<HTMLDivElement>(null);
  const count = useIsWide(root, 720) ? 2 : 1;
  const within = (day: Day) => Math.min(Math.max(day, rules.min), Math.max(rules.min, rules.max));
  const [place, setPlace] = useState<{ active: Day; shown: number }>();
  const [lastFrom, setLastFrom] = useState(from);
  const [firstMonth, lastMonth] = [monthOf(rules.min), monthOf(within(rules.max))];
  const isMoving = useRef(false);

  const start = within(from ?? today);
  const { active, shown: wanted } = place ?? { active: start, shown: monthOf(start) };
  const shown = Math.max(firstMonth, Math.min(wanted, lastMonth - count + 1));

  const goTo = (day: Day) => {
    const next = within(day);
    const month = monthOf(next);
    const isShown = month >= shown && month < shown + count;
    setPlace({ active: next, shown: isShown ? shown : month < shown ? month : month - count + 1 });
  };
  // Show a day that was typed.
  if (from !== lastFrom) {
    setLastFrom(from);
    if (from !== undefined) goTo(from);
  }
  useEffect(() => {
    if (!isMoving.current) return;
    isMoving.current = false;
    root.current?.querySelector<HTMLElement>('[data-elicit=calendar-day][tabindex="0"]')?.focus();
  });

  const turn = (months: number) => {
    const next = Math.max(firstMonth, Math.min(shown + months, lastMonth - count + 1));
    const month = monthOf(active);
    const isShown = month >= next && month < next + count;
    setPlace({ active: isShown ? active : within(dayInMonth(next, dateInMonth(active))), shown: next });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = dayAfterKey(keyOf(event), event.shiftKey, { active, firstDay, isRtl, firstMonth, lastMonth });
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    isMoving.current = true;
    goTo(next);
  };

  return (
    <div ref={root} data-elicit="calendar">
      {Array.from({ length: Math.min(count, lastMonth - shown + 1) }, (_, at) => (
        <CalendarMonth
          key={shown + at}
          month={shown + at}
          {...{ rules, today, from, to, isRange, active, firstDay }}
          onBack={at === 0 ? { onTurn: () => turn(-1), isEnd: shown <= firstMonth } : undefined}
          onForth={at === count - 1 ? { onTurn: () => turn(1), isEnd: shown + count > lastMonth } : undefined}
          onPick={onPick}
          onKeyDown={onKeyDown}
          onReach={(day) => {
            if (day !== active) goTo(day);
            const fault = faultOfDay(day, rules);
            onNote(fault ? faultText(fault, words) : '');
          }}
        />
      ))}
    </div>
  );
}

interface Place {
  active: Day;
  firstDay: number;
  isRtl: boolean;
  firstMonth: number;
  lastMonth: number;
}

/** The day that a key leads to. Undefined for any other key. */
function dayAfterKey(key: string, shift: boolean, place: Place): Day | undefined {
  const { active, firstDay, isRtl, firstMonth, lastMonth } = place;
  const inWeek = placeInWeek(active, firstDay);
  const byMonths = (months: number) =>
    dayInMonth(Math.max(firstMonth, Math.min(monthOf(active) + months, lastMonth)), dateInMonth(active));
  switch (key) {
    case 'ArrowLeft':
      return active + (isRtl ? 1 : -1);
    case 'ArrowRight':
      return active + (isRtl ? -1 : 1);
    case 'ArrowUp':
      return active - 7;
    case 'ArrowDown':
      return active + 7;
    case 'Home':
      return active - inWeek;
    case 'End':
      return active + 6 - inWeek;
    case 'PageUp':
      return byMonths(shift ? -12 : -1);
    case 'PageDown':
      return byMonths(shift ? 12 : 1);
    default:
      return undefined;
  }
}

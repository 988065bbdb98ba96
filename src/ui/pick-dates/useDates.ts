import { useState } from 'react';
import { faultOfDay, faultOfRange, type Day, type DayRules } from '../../protocol/days.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { silence, type Said } from '../parts/said.ts';
import { dayFormat, timeOf, typedDay } from './months.ts';
import { faultText, useEntries, type DateEntry, type FieldName } from './useEntries.ts';
import type { PickDatesMessages } from './words.ts';

interface Dates {
  fields: readonly FieldName[];
  draft: unknown;
  rules: DayRules;
  today: Day;
  words: Spoken<PickDatesMessages>;
  issues: readonly ElicitIssue[];
  state: AnswerState;
  /** Gets the days, and what they are in words. */
  onAnswer: (days: readonly (Day | undefined)[], words: string) => void;
  onEntries: (texts: readonly string[]) => void;
}

/** What a card of days has entered, says and does. */
export function useDates({ fields, draft, rules, today, words, issues, state, onAnswer, onEntries }: Dates) {
  const { entries, write } = useEntries(fields, draft, { rules, words, today });
  /** What the person did last, or why a pressed day was refused. */
  const [last, setLast] = useState<'pick' | 'leave' | 'commit' | Said>(silence);
  const [note, setNote] = useState('');
  /** The fields that the person went on from: their problems are shown. */
  const [left, setLeft] = useState<readonly FieldName[]>([]);
  const [answered, setAnswered] = useState<typeof issues>();
  const told = state === 'sending' || answered === issues ? [] : issues;
  const isAt = ({ path }: ElicitIssue) => fields.includes(path[0] as FieldName);
  const days = entries.map(({ day }) => day);
  // The first field that has no day, or one that cannot be chosen.
  const missing = entries.find(({ day, problem }) => day === undefined || problem !== undefined);
  const summary = missing ? (missing.problem === undefined ? askFor(missing, words) : '') : daysInWords(days, words);
  // A field shows its own problem.
  const said: Said = missing?.problem
    ? { text: missing.problem }
    : { text: missing && last === 'leave' ? '' : summary, shown: last === 'commit' ? 'wrong' : undefined };

  const change = (texts: readonly string[]) => {
    setLast(silence);
    setAnswered(issues);
    onEntries(write(texts));
  };
  const refuse = (text: string) => {
    setNote(text);
    setLast({ text });
  };
  return {
    entries,
    days,
    missing,
    summary,
    said: typeof last === 'object' ? last : said,
    note,
    setNote,
    left,
    issuesAt: new Map(told.filter(isAt).map(({ path, message }) => [path[0] as FieldName, message])),
    elsewhere: issues.filter((issue) => !isAt(issue)),
    type(name: FieldName, text: string) {
      setLeft(left.filter((one) => one !== name));
      change(entries.map((entry) => (entry.name === name ? text : entry.text)));
    },
    leave(name: FieldName) {
      setLeft([...new Set([...left, name])]);
      if (last !== 'commit') setLast('leave');
    },
    pick(day: Day) {
      const [from, to] = days;
      const isLast = fields.length === 2 && from !== undefined && to === undefined && day >= from;
      const fault = faultOfDay(day, rules) ?? (isLast ? faultOfRange(from, day, rules) : undefined);
      if (fault) return refuse(faultText(fault, words));
      const chosen = isLast ? [from, day] : [day];
      setNote('');
      setLeft([]);
      change(fields.map((_, at) => (chosen[at] === undefined ? '' : typedDay(chosen[at], words.locale))));
      setLast('pick');
    },
    commit() {
      if (state === 'sending') return;
      setLast(missing ? 'commit' : silence);
      if (missing) setLeft(fields);
      else onAnswer(days, summary);
    },
  };
}

/** What a field without a day waits for. */
function askFor({ name }: DateEntry, words: PickDatesMessages): string {
  return name === 'date' ? words.none : name === 'from' ? words.chooseFirst : words.chooseLast;
}

function daysInWords([from = 0, to = from]: readonly (Day | undefined)[], words: Spoken<PickDatesMessages>): string {
  const format = dayFormat(words.locale, { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });
  if (to === from) return format.format(timeOf(from));
  return `${format.formatRange(timeOf(from), timeOf(to))} (${words.nights(to - from, words.locale)})`;
}

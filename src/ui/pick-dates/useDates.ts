import { useState } from 'react';
import { faultOfDay, faultOfRange, type Day, type DayRules } from '../../protocol/days.ts';
import type { ElicitIssue } from '../../protocol/elicit-request.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { AnswerState } from '../parts/answer-state.ts';
import { silence } from '../parts/said.ts';
import { typedDay } from './months.ts';
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
  onAnswer: (days: readonly (Day | undefined)[]) => void;
  onEntries: (texts: readonly string[]) => void;
}

/** What a card of days has entered, says and does. */
export function useDates({ fields, draft, rules, today, words, issues, state, onAnswer, onEntries }: Dates) {
  const { entries, write } = useEntries(fields, draft, { rules, words, today });
  const [said, setSaid] = useState(silence);
  const [note, setNote] = useState('');
  /** The fields that the person went on from: their problems are shown. */
  const [left, setLeft] = useState<readonly FieldName[]>([]);
  const [answered, setAnswered] = useState<typeof issues>();
  const told = state === 'sending' || answered === issues ? [] : issues;
  const isAt = ({ path }: ElicitIssue) => fields.includes(path[0] as FieldName);
  const days = entries.map(({ day }) => day);
  const missing = openEntry(entries);

  const change = (texts: readonly string[]) => {
    setSaid(silence);
    setAnswered(issues);
    onEntries(write(texts));
  };
  const refuse = (text: string) => {
    setNote(text);
    setSaid({ text, quiet: true });
  };
  return {
    entries,
    days,
    missing,
    said,
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
      if (chosen.length < fields.length) setSaid({ text: words.chooseLast, quiet: true });
    },
    commit() {
      if (state === 'sending') return;
      if (!missing) return onAnswer(days);
      setLeft(fields);
      setSaid({ text: missing.problem ?? askFor(missing, words), quiet: true });
    },
  };
}

/** The first field that has no day, or one that cannot be chosen. */
export function openEntry(entries: readonly DateEntry[]): DateEntry | undefined {
  return entries.find(({ day, problem }) => day === undefined || problem !== undefined);
}

/** What a field without a day waits for. */
export function askFor({ name }: DateEntry, words: PickDatesMessages): string {
  return name === 'date' ? words.none : name === 'from' ? words.chooseFirst : words.chooseLast;
}

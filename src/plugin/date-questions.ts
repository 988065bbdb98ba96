import * as z from 'zod';
import {
  dateOf,
  dayOf,
  dayRules,
  faultOfDay,
  faultOfRange,
  isRealDate,
  type Day,
  type DayFault,
  type DayLimits,
  type RangeLimits,
  type UnavailableDays,
} from '../protocol/days.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import { question, type Question } from '../tool/question.ts';

const noDay = 'Write a day that exists, as YYYY-MM-DD.';
const date = z.iso.date({ error: noDay, abort: true }).refine(isRealDate, noDay);
const unavailable: z.ZodType<UnavailableDays, UnavailableDays> = z.union(
  [
    z.strictObject({ date, reason: z.string().max(400) }),
    z.strictObject({ from: date, to: date, reason: z.string().max(400) }),
  ],
  'Write { date, reason }, or { from, to, reason }.',
);
const limits = {
  min: z.optional(date),
  max: z.optional(date),
  unavailable: z.optional(z.array(unavailable).max(1000)),
};
const nights = { minNights: z.optional(z.int().min(0)), maxNights: z.optional(z.int().min(0)) };

/** The answer of a `PickDate`: a day as `YYYY-MM-DD`. */
export const pickDateSchema: z.ZodType<{ date: string }, { date: string }> = z.object({ date });

/** The answer of a `PickDates`: the first and the last day as `YYYY-MM-DD`. */
export const pickDatesSchema: z.ZodType<{ from: string; to: string }, { from: string; to: string }> = z.object({
  from: date,
  to: date,
});

/**
 * "Which day?": the tool may pass `min`, `max` and the days that are `unavailable`, and gets a `date`. `PickDate` is its
 * card.
 *
 * @example
 * ctx.elicit('day', { message: 'When?', unavailable: [{ date: '2026-12-25', reason: 'We are closed.' }] })
 */
export const dateQuestion: Question<typeof pickDateSchema, z.ZodObject<typeof limits>> = question({
  context: z.object(limits),
  response: pickDateSchema,
  check: (answer, context) => issuesOf('date', faultOfDay(knownDay(answer.date), dayRules(context))),
  plain: (context) => ({
    fields: { date: dayField('Date', context) },
    toAnswer: (values) => values as { date: string },
  }),
  inWords: unavailableInWords,
});

/**
 * "From when to when?": as `dateQuestion`, with `minNights` and `maxNights`, and gets `from` and `to`. No day between is
 * unavailable. `PickDates` is its card.
 */
export const datesQuestion: Question<typeof pickDatesSchema, z.ZodObject<typeof limits & typeof nights>> = question({
  context: z.object({ ...limits, ...nights }),
  response: pickDatesSchema,
  check(answer, context) {
    const [from, to, rules] = [knownDay(answer.from), knownDay(answer.to), dayRules(context)];
    const own = [...issuesOf('from', faultOfDay(from, rules)), ...issuesOf('to', faultOfDay(to, rules))];
    return own.length > 0 ? own : issuesOf('to', faultOfRange(from, to, rules));
  },
  plain: (context) => ({
    fields: { from: dayField('From', context), to: dayField('To', context) },
    toAnswer: (values) => values as { from: string; to: string },
  }),
  inWords: unavailableInWords,
});

function dayField(title: string, context: RangeLimits): z.ZodType {
  const { min, max, minNights, maxNights } = context;
  const bounds = [
    min !== undefined && `${min} or later.`,
    max !== undefined && `${max} or earlier.`,
    minNights !== undefined && minNights > 0 && `At least ${nightsInWords(minNights)}.`,
    maxNights !== undefined && `At most ${nightsInWords(maxNights)}.`,
  ].filter((bound) => bound !== false);
  return date.meta({ title, ...(bounds.length > 0 && { description: bounds.join(' ') }) });
}

/** The schema refuses what is no day. */
const knownDay = (text: string) => dayOf(text) as Day;

const issuesOf = (name: string, fault: DayFault | undefined): ElicitIssue[] =>
  fault === undefined ? [] : [{ path: [name], message: faultInWords(fault) }];

function faultInWords(fault: DayFault): string {
  switch (fault.code) {
    case 'min':
      return `Choose ${dateOf(fault.day)} or a later day.`;
    case 'max':
      return `Choose ${dateOf(fault.day)} or an earlier day.`;
    case 'closed':
      return `${dateOf(fault.day)} cannot be chosen: ${fault.reason}`;
    case 'order':
      return 'The last day is before the first one.';
    case 'minNights':
      return `Choose at least ${nightsInWords(fault.count)}.`;
    case 'maxNights':
      return `Choose at most ${nightsInWords(fault.count)}.`;
  }
}

const nightsInWords = (count: number) => `${count} ${count === 1 ? 'night' : 'nights'}`;

function unavailableInWords({ unavailable: days = [] }: DayLimits): string {
  const lines = days.map((one) => `- ${'date' in one ? one.date : `${one.from} to ${one.to}`}: ${one.reason}`);
  return lines.length === 0 ? '' : ['Not available:', ...lines].join('\n');
}

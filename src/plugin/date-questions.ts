import * as z from 'zod';
import {
  dateOf,
  dayOf,
  dayRules,
  faultOfDay,
  faultOfRange,
  type DayFault,
  type DayLimits,
  type RangeLimits,
  type UnavailableDays,
} from '../protocol/days.ts';
import { question, type Question } from '../tool/question.ts';

const date = z.iso.date('Write a day that exists, as YYYY-MM-DD.');
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
  plain: (context) => ({
    fields: { from: dayField('From', context), to: dayField('To', context) },
    check({ from, to }) {
      const fault = faultOfRange(dayOf(from) ?? 0, dayOf(to) ?? 0, dayRules(context));
      return fault === undefined ? [] : [{ path: ['to'], message: faultInWords(fault) }];
    },
    toAnswer: (values) => values as { from: string; to: string },
    fieldOf: ([name]) => `${name}`,
  }),
  inWords: unavailableInWords,
});

function dayField(title: string, context: RangeLimits): z.ZodType {
  const rules = dayRules(context);
  const field = date.superRefine((text, { addIssue }) => {
    const day = dayOf(text);
    const fault = day === undefined ? undefined : faultOfDay(day, rules);
    if (fault !== undefined) addIssue({ code: 'custom', message: faultInWords(fault) });
  });
  const { min, max, minNights, maxNights } = context;
  const bounds = [
    min !== undefined && `${min} or later.`,
    max !== undefined && `${max} or earlier.`,
    minNights !== undefined && minNights > 0 && `At least ${nightsInWords(minNights)}.`,
    maxNights !== undefined && `At most ${nightsInWords(maxNights)}.`,
  ].filter((bound) => bound !== false);
  return field.meta({ title, ...(bounds.length > 0 && { description: bounds.join(' ') }) });
}

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

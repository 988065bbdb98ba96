import * as z from 'zod';
import type { Choice } from '../protocol/choice.ts';
import { question, type Question } from '../tool/question.ts';
import { confirmSchema, pickChoiceSchema, pickChoicesSchema } from './answer-with.ts';
import { countIssues } from './how-many.ts';

type Listed = string | Choice;

const choice = z.strictObject({
  value: z.string(),
  label: z.string(),
  description: z.string().optional(),
  disabled: z.object({ reason: z.string() }).optional(),
  group: z.string().optional(),
  image: z.string().optional(),
  amount: z.string().optional(),
});
const listed: z.ZodType<Listed, Listed> = z.union(
  [z.string(), choice],
  'Write a text, or { value, label }, with description, disabled: { reason }, group, image and amount if you like.',
);
const one = z.object({ choices: z.array(listed), other: z.boolean().optional() });
const several = one.extend({ min: z.int().optional(), max: z.int().optional() });

/**
 * "Which one?": the tool passes the `choices`, and gets the value of one as `choice`. `ChoiceList` is its card.
 * With `other`, the person may write a text of their own in place of a choice.
 *
 * @example
 * createMcpTool('order').elicits({ dish: choiceQuestion })
 * ctx.elicit('dish', { message: 'What would you like?', choices: ['Soup', 'Salad'] })
 */
export const choiceQuestion: Question<typeof pickChoiceSchema, typeof one> = question({
  context: one,
  response: pickChoiceSchema,
  // A question may be declared with more context.
  choices: { choice: ({ choices, other }) => ({ choices, other }) },
});

/** "Which of these?": as `choiceQuestion`, and gets the values of several as `choices`. `MultiChoiceList` is its card. */
export const choicesQuestion: Question<typeof pickChoicesSchema, typeof several> = question({
  context: several,
  response: pickChoicesSchema,
  choices: { choices: ({ choices, other, min = 1, max }) => ({ choices, other, min, max }) },
  check: (answer, limits) => countIssues('choices', answer.choices, limits),
});

const confirmed = z.object({
  title: z.string().optional(),
  details: z.array(z.object({ label: z.string(), value: z.string(), total: z.boolean().optional() })).optional(),
  confirmLabel: z.string().optional(),
  denyLabel: z.string().optional(),
  tone: z.enum(['default', 'danger']).optional(),
});

/** "Shall I?": the tool passes the `details` of what would happen, and gets `confirmed`. `Confirm` is its card. */
export const confirmQuestion: Question<typeof confirmSchema, typeof confirmed> = question({
  context: confirmed,
  response: confirmSchema,
  inWords: ({ title, details = [] }) =>
    [...(title === undefined ? [] : [title]), ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n'),
});

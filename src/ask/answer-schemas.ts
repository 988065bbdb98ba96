import * as z from 'zod';
import type {
  AskChoices,
  AskDateOptions,
  AskNumberOptions,
  AskOptions,
  AskSelectManyOptions,
  AskTextOptions,
} from './ask-words.ts';

// Each answer is one value by itself, which a form and MCP show as one field. A default stands in the JSON Schema alone:
// zod's own default would answer for the person.

/** A text. */
export function textSchema({
  format,
  minLength,
  maxLength,
  pattern,
  ...words
}: Schemed<AskTextOptions>): z.ZodType<string> {
  const least = minLength ?? (format === undefined ? 1 : undefined);
  let schema: z.ZodString | z.ZodEmail | z.ZodURL =
    format === 'email' ? z.email() : format === 'uri' ? z.url() : z.string();
  if (least !== undefined) schema = schema.min(least);
  if (maxLength !== undefined) schema = schema.max(maxLength);
  if (pattern !== undefined) schema = schema.regex(pattern);
  return worded(schema, words);
}

/** A yes or a no. */
export function confirmSchema(options: Worded): z.ZodType<boolean> {
  return worded(z.boolean(), options);
}

/** A number. */
export function numberSchema({ integer = false, min, max, ...words }: Schemed<AskNumberOptions>): z.ZodType<number> {
  let schema = integer ? z.int() : z.number();
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return worded(schema, words);
}

/** A day. */
export function dateSchema({ min, max, ...words }: Schemed<AskDateOptions>): z.ZodType<string> {
  const schema = z.iso
    .date()
    .refine((day) => min === undefined || day >= min, `Choose ${min} or a later day.`)
    .refine((day) => max === undefined || day <= max, `Choose ${max} or an earlier day.`);
  return worded(schema, words);
}

/** One of several choices. */
export function selectSchema(choices: AskChoices, options: Worded): z.ZodType<string> {
  return worded(oneOf(choices), options);
}

/** Some of several choices. */
export function selectManySchema(
  choices: AskChoices,
  { min, max, ...words }: Schemed<AskSelectManyOptions>,
): z.ZodType<string[]> {
  let schema = z.array(oneOf(choices));
  if (min !== undefined) schema = schema.min(min);
  if (max !== undefined) schema = schema.max(max);
  return worded(
    schema.refine((chosen) => new Set(chosen).size === chosen.length, 'Choose each option only once.'),
    words,
  );
}

/** What of a word's options its schema says. */
type Schemed<Options> = Omit<Options, 'check'>;
type Worded = Pick<AskOptions<never>, 'title' | 'description'> & { default?: unknown };

function worded<Schema extends z.ZodType>(schema: Schema, { title, description, default: start }: Worded): Schema {
  const words = { title, description, default: start };
  return schema.meta(Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined)));
}

/** Choices in their order, each with its label. A text has none but itself. */
export function entriesOf(choices: AskChoices): readonly { readonly value: string; readonly label?: string }[] {
  if (isList(choices)) return choices.map((choice) => (typeof choice === 'string' ? { value: choice } : choice));
  return Object.entries(choices).map(([value, label]) => ({ value, label }));
}

function isList(choices: AskChoices): choices is Extract<AskChoices, readonly unknown[]> {
  return Array.isArray(choices);
}

function oneOf(choices: AskChoices): z.ZodType<string> {
  const entries = entriesOf(choices);
  if (entries.every(({ label }) => label === undefined)) return z.enum(entries.map(({ value }) => value));
  const titled = entries.map(({ value, label: title = value }) => z.literal(value).meta({ title }));
  return z.union(titled, 'Choose one of the options.');
}

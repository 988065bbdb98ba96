import type { ElicitRequest } from 'elicitkit/server';
import * as z from 'zod';

/** A field that Slack can show. */
export interface Field {
  name: string;
  label: string;
  isRequired: boolean;
  kind: 'choice' | 'choices' | 'yes-no' | 'text' | 'number' | 'date';
  options: readonly { value: string; label: string }[];
}

const titled = z.array(z.object({ const: z.string(), title: z.string() }));
const choice = { enum: z.array(z.string()).optional(), oneOf: titled.optional(), anyOf: titled.optional() };
const property = z.object({
  ...choice,
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: z.string().optional(),
  format: z.string().optional(),
  items: z.object(choice).optional(),
});
const form = z.object({
  properties: z.record(z.string(), property).default({}),
  required: z.array(z.string()).default([]),
});

/** The fields of a question without its card. Undefined if Slack has nothing for one of them. */
export function fieldsOf({ plain, schema }: ElicitRequest): Field[] | undefined {
  const read = form.safeParse(plain ?? schema);
  if (!read.success) return undefined;
  const { properties, required } = read.data;
  const fields = Object.entries(properties).flatMap(([name, given]): Field[] => {
    const options = optionsOf(given.items ?? given);
    const kind = kindOf(given, options.length);
    const label = (given.title ?? name).slice(0, 2000);
    return kind === undefined ? [] : [{ name, label, isRequired: required.includes(name), kind, options }];
  });
  return fields.length === Object.keys(properties).length ? fields : undefined;
}

function optionsOf({ enum: values = [], oneOf = [], anyOf = [] }: z.infer<z.ZodObject<typeof choice>>) {
  const listed = [...oneOf, ...anyOf].map((one) => ({ value: one.const, label: one.title }));
  return listed.length > 0 ? listed : values.map((value) => ({ value, label: value }));
}

/** Slack takes 100 options, and values of 150 characters. */
function kindOf({ type, format, items }: z.infer<typeof property>, count: number): Field['kind'] | undefined {
  if (count > 100 || (type === 'array' && count === 0)) return undefined;
  if (items !== undefined) return 'choices';
  if (count > 0) return 'choice';
  if (type === 'boolean') return 'yes-no';
  if (type === 'string') return format === 'date' ? 'date' : 'text';
  return 'number';
}

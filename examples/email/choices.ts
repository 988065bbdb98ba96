import type { ElicitRequest } from 'elicitkit/server';
import * as z from 'zod';

/** An answer that a button of a mail stands for. */
export interface Choice {
  label: string;
  start: Record<string, string | boolean>;
}

const titled = z.array(z.object({ const: z.string(), title: z.string() }));
const form = z.object({
  properties: z.record(
    z.string(),
    z.object({ type: z.string().optional(), enum: z.array(z.string()).optional(), oneOf: titled.optional() }),
  ),
  required: z.array(z.string()).default([]),
});

/** Up to three answers, if one choice is all that the question needs. Else none: then the link says it all. */
export function choicesOf({ plain, schema }: ElicitRequest): Choice[] {
  const read = form.safeParse(plain ?? schema);
  const [name = '', ...others] = read.data?.required ?? [];
  const field = read.data?.properties[name];
  if (field === undefined || others.length > 0) return [];
  const options =
    field.type === 'boolean'
      ? [
          { label: 'Yes', value: true },
          { label: 'No', value: false },
        ]
      : (field.oneOf?.map((one) => ({ label: one.title, value: one.const })) ??
        (field.enum ?? []).map((value) => ({ label: value, value })));
  return options.length > 3 ? [] : options.map(({ label, value }) => ({ label, start: { [name]: value } }));
}

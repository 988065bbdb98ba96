import type { JsonObject } from '../protocol/json.ts';
import { compileForm } from './compile-form.ts';
import { valueAt } from './content-errors.ts';
import { asObject } from './normal-schema.ts';
import { shortText } from './short-text.ts';

/**
 * The titles of what an answer chose, such as "Window · Vegetarian": at most 60 characters, and nothing secret. Undefined
 * if it chose nothing.
 */
export function chosenTitles(schema: JsonObject, answer: unknown): string | undefined {
  const form = asObject(schema);
  const titles = compileForm(form.schema).fields.flatMap((field) => {
    if ((field.kind !== 'select' && field.kind !== 'multi-select') || field.secret) return [];
    const given = valueAt(form.put(answer), field.path);
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return field.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  });
  return shortText(titles.filter(Boolean).join(' · '), 60) || undefined;
}

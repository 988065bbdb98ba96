import type { JsonObject } from '../protocol/json.ts';
import { compileForm } from './compile-form.ts';
import { valueAt } from './content-errors.ts';
import type { Field } from './field.ts';
import { asObject } from './normal-schema.ts';
import { shortText } from './short-text.ts';

/**
 * What an answer says, such as "Ann · Window · Vegetarian": texts, numbers and the titles of what was chosen, at most 60
 * characters, and nothing secret. Undefined if there is none of these.
 */
export function answerSummary(schema: JsonObject, answer: unknown): string | undefined {
  const form = asObject(schema);
  const content = form.put(answer);
  const words = compileForm(form.schema).fields.flatMap((field) =>
    field.secret ? [] : wordsOf(field, valueAt(content, field.path)),
  );
  return shortText(words.filter(Boolean).join(' · '), 60) || undefined;
}

function wordsOf(field: Field, given: unknown): readonly string[] {
  if (field.kind === 'select' || field.kind === 'multi-select') {
    const values: unknown[] = Array.isArray(given) ? given : [given];
    return field.options.filter(({ value }) => values.includes(value)).map(({ label }) => label);
  }
  return typeof given === 'string' || typeof given === 'number' ? [shortText(String(given), 60).trim()] : [];
}

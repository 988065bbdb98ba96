import type { JsonObject, JsonValue } from '../protocol/json.ts';
import type { Drafts } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { Field } from './field.ts';
import { formSteps } from './linear-pattern.ts';
import { readField, type ReadOptions } from './read-field.ts';
import { readList } from './read-list.ts';

/** The answer of a form, or its errors by field id, in the order of the form. */
export type FormAnswer = { content: JsonObject } | { errors: ReadonlyMap<string, FieldError> };

/** Builds the answer from the drafts. */
export function readForm(fields: readonly Field[], drafts: Drafts, options: ReadOptions): FormAnswer {
  const errors = new Map<string, FieldError>();
  const entries: [string, JsonValue][] = [];
  const budget = { steps: formSteps };
  for (const field of fields) {
    const draft = drafts.get(field.id);
    const given = { ...options, budget };
    const read = field.kind === 'list' ? readList(field, draft, given, errors) : readField(field, draft, given);
    if (read && 'error' in read) errors.set(field.id, read.error);
    else if (read) entries.push([field.name, read.value]);
  }
  // Don't assign properties one by one: one may be called `__proto__`.
  return errors.size > 0 ? { errors } : { content: Object.fromEntries(entries) };
}

import { isObject, type JsonObject } from '../protocol/json.ts';
import type { Drafts } from './draft.ts';
import type { FieldError } from './field-error.ts';
import type { Field, FieldGroup } from './field.ts';
import { readJson } from './json-field.ts';
import { formSteps } from './linear-pattern.ts';
import { readField, type ReadOptions } from './read-field.ts';
import { readList } from './read-list.ts';

/** The answer of a form, or its errors by field id, in the order of the form. */
export type FormAnswer = { content: JsonObject } | { errors: ReadonlyMap<string, FieldError> };

/** Builds the answer from the drafts. It is an object, unless a form's one field holds the whole answer. */
export function readForm(fields: readonly Field[], drafts: Drafts, options: ReadOptions): FormAnswer {
  const given = { ...options, budget: { steps: formSteps } };
  const errors = new Map<string, FieldError>();
  const entries: Entry[] = [];
  for (const field of fields) {
    const draft = drafts.get(field.id);
    const read =
      field.kind === 'list'
        ? readList(field, draft, given, errors)
        : field.kind === 'json'
          ? readJson(field, draft)
          : readField(field, draft, given);
    if (read && 'error' in read) errors.set(field.id, read.error);
    else if (read) entries.push([field.path, read.value]);
  }
  const has = (path: readonly string[]) => entries.some(([at]) => path.every((name, index) => at[index] === name));
  for (const { id, path, neededIn } of fields) {
    if (neededIn && !errors.has(id) && has(neededIn) && !has(path)) errors.set(id, { code: 'required' });
  }
  if (errors.size > 0) return { errors };
  // An object that is sent even if nothing in it is answered.
  for (const { group } of fields) {
    for (let at = group; at; at = at.within) if (isSent(at, has) && !has(at.path)) entries.push([at.path, {}]);
  }
  return { content: assembled(entries) as JsonObject };
}

type Entry = readonly [path: readonly string[], value: unknown];

function isSent({ required, neededIn }: FieldGroup, has: (path: readonly string[]) => boolean): boolean {
  return required || (neededIn !== undefined && has(neededIn));
}

/** One value of the values at these paths. What has a path inside of an object adds to it. */
export function assembled(entries: readonly Entry[]): unknown {
  const [first] = entries;
  if (entries.length === 1 && first?.[0].length === 0) return first[1];
  const byName = new Map<string, Entry[]>();
  const inside = entries.flatMap(([path, value]): readonly Entry[] => {
    if (path.length > 0) return [[path, value]];
    return isObject(value) ? Object.entries(value).map(([name, one]) => [[name], one]) : [];
  });
  for (const [[name = '', ...path], value] of inside) byName.set(name, [...(byName.get(name) ?? []), [path, value]]);
  // Don't assign properties one by one: one may be called `__proto__`.
  return Object.fromEntries([...byName].map(([name, inner]) => [name, assembled(inner)]));
}

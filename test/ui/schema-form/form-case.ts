import { isObject } from '../../../src/protocol/json.ts';
import { compileForm, type CompiledForm } from '../../../src/ui/schema-form/model/compile-form.ts';
import type { Draft } from '../../../src/ui/schema-form/model/draft.ts';
import { readForm } from '../../../src/ui/schema-form/model/read-form.ts';

/** What a person enters into a form of a schema, and what must come of it. */
export interface FormCase {
  name: string;
  schema: unknown;
  /**
   * By property; one that is absent is untouched. Text is what the control holds in the end, `bad` what it holds
   * without telling, `pick` the indexes of options, `rows` what the fields
   * of each item of a list hold; `$action` is the button pressed instead of Send.
   */
  input?: Record<string, unknown>;
  env?: { timeZone: string };
  expectAction?: string;
  expectContent?: unknown;
  expectError?: Record<string, string>;
  /** By property; the empty name stands for the schema as a whole. */
  expectRefusal?: Record<string, string>;
  expectOmitted?: readonly string[];
  expectOptions?: Record<string, readonly string[]>;
  expectLabel?: Record<string, string>;
}

/** Whether a case still says what a form does: free lists were outside the subset once. */
export function isCurrent({ name }: FormCase): boolean {
  return name !== 'required free-text array is outside the subset';
}

/** What the model makes of a case, in the case's own words. */
export function outcomeOf(given: FormCase): Partial<FormCase> {
  const form = compileForm(schemaOf(given.schema));
  const action = given.input?.['$action'];
  const told = {
    ...(given.expectOmitted && { expectOmitted: form.omitted.map(({ name }) => name ?? '') }),
    ...(given.expectOptions && { expectOptions: optionsOf(form) }),
    ...(given.expectLabel && {
      expectLabel: Object.fromEntries(form.fields.map(({ name, label }) => [name, label])),
    }),
  };
  if (typeof action === 'string') return { ...told, expectAction: action };
  if (form.refusals.length > 0) {
    return { ...told, expectRefusal: Object.fromEntries(form.refusals.map(({ name, code }) => [name ?? '', code])) };
  }
  const { drafts, unreadable } = entered(form, given.input ?? {});
  const answer = readForm(form.fields, drafts, { timeZone: given.env?.timeZone ?? 'UTC', unreadable });
  if ('content' in answer) return { ...told, expectAction: 'accept', expectContent: answer.content };
  const names = new Map(form.fields.map(({ id, name }) => [id, name]));
  // A field of an item is named by the list, the item and its place in it: `v-0-1`.
  const nameOf = (id: string) => names.get(id) ?? id.replace(/^f\d+/, (field) => names.get(field) ?? field);
  return {
    ...told,
    expectError: Object.fromEntries(
      [...answer.errors].map(([id, error]) => [nameOf(id), codes[error.code] ?? error.code]),
    ),
  };
}

export function expectationOf(given: FormCase): Partial<FormCase> {
  return Object.fromEntries(Object.entries(given).filter(([key]) => key.startsWith('expect')));
}

/** The schema itself, or the huge one that it stands for. */
export function schemaOf(schema: unknown): unknown {
  const generate = isObject(schema) ? schema['$generate'] : undefined;
  if (!isObject(generate)) return schema;
  const properties: Record<string, unknown> = {};
  const { properties: count = 0, enum: options, deep = 0 } = generate as Record<string, number>;
  for (let index = 0; index < count; index++) properties[`p${index}`] = { type: 'string' };
  if (options !== undefined) {
    properties['v'] = { type: 'string', enum: Array.from({ length: options }, (_, index) => `o${index}`) };
  }
  let nested: unknown = { type: 'string' };
  for (let level = 0; level < deep; level++) nested = { type: 'object', properties: { v: nested } };
  if (deep > 0) properties['v'] = nested;
  return { type: 'object', properties };
}

/** A case says `min` and `max` whether or not the bound itself will do. */
const codes: Record<string, string> = { above: 'min', below: 'max' };

function optionsOf({ fields }: CompiledForm): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap((field) =>
      'options' in field ? [[field.name, field.options.map(({ label }) => label || '(empty)')] as const] : [],
    ),
  );
}

function entered(form: CompiledForm, input: Record<string, unknown>) {
  const drafts = new Map<string, Draft>();
  const unreadable = new Set<string>();
  for (const { id, name } of form.fields) {
    if (!Object.hasOwn(input, name)) continue;
    const value = input[name];
    if (isObject(value) && 'bad' in value) unreadable.add(id);
    else if (isObject(value) && 'rows' in value) {
      drafts.set(
        id,
        (value['rows'] as string[][]).map((row, key) => [key, ...row] as const),
      );
    } else drafts.set(id, (isObject(value) ? value['pick'] : value) as Draft);
  }
  return { drafts, unreadable };
}

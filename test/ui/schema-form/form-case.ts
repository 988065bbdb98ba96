import { isObject } from '../../../src/protocol/json.ts';
import { compileForm, type CompiledForm } from '../../../src/form/compile-form.ts';
import type { Draft } from '../../../src/form/draft.ts';
import { readForm } from '../../../src/form/read-form.ts';

/** Entries into a form of a schema, and the expected outcome. */
export interface FormCase {
  name: string;
  schema: unknown;
  /**
   * By property; absent ones are untouched. A text is the control's final value; `bad` is input without a value; `pick`
   * has indexes of options; `rows` has the values of each list item's fields. `$action` is the button pressed instead
   * of Send.
   */
  input?: Record<string, unknown>;
  env?: { timeZone: string };
  expectAction?: string;
  expectContent?: unknown;
  expectError?: Record<string, string>;
  /** By property. The empty name is the whole schema. */
  expectRefusal?: Record<string, string>;
  expectOmitted?: readonly string[];
  expectOptions?: Record<string, readonly string[]>;
  expectLabel?: Record<string, string>;
}

/** Whether a case is still valid: forms once could ask for no free list and no object, and did not read `allOf`. */
export function isCurrent({ name }: FormCase): boolean {
  return !(
    name === 'root allOf' ||
    name.startsWith('required free-text array') ||
    name.startsWith('optional nested object')
  );
}

/** The model's outcome of a case, in the case's own terms. */
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
  // A field of an item is named by the list, the item and its position: `v-0-1`.
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

/** The schema itself, or the huge one that it describes. */
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

/** Cases say `min` and `max` for exclusive bounds too. */
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

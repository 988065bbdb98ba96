import { isObject } from '../protocol/json.ts';
import { compileField, type Place } from './compile-field.ts';
import { compileList } from './compile-list.ts';
import { compileObject, mostFields, refuse, type CompiledObject, type Scope } from './compile-object.ts';
import type { Field } from './field.ts';
import { jsonField } from './json-field.ts';
import { normalSchema } from './normal-schema.ts';
import type { Problem } from './problem.ts';
import { wordsIn } from './short-text.ts';

/** A form, or the reasons for refusing it. With neither fields nor refusals, the form only asks for a confirmation. */
export type CompiledForm = CompiledObject;

/**
 * Compiles the schema of an answer to the fields of a form. Objects in the answer become groups of fields. What no
 * other field can hold is a field for JSON, if the answer needs it.
 *
 * @param schema - untrusted, from the server
 * @param answer - to start with in place of the schema's defaults; anything but an object changes nothing
 */
export function compileForm(schema: unknown, answer?: unknown): CompiledForm {
  const scope: Scope = {
    root: schema,
    path: [],
    prefix: '',
    answer: isObject(answer) ? answer : undefined,
    before: 0,
    budget: { left: 10 * mostFields },
  };
  const form = compileObject(schema, scope, compileProperty);
  const controls = form.fields.reduce((sum, field) => sum + controlsOf(field), 0);
  const isTooLong = form.fields.length > mostFields || controls > 5 * mostFields || scope.budget.left < 0;
  if (isTooLong) return refuse({ code: 'too_many_fields' });
  const [problem] = form.refusals;
  const whole = { id: 'f0', name: '', path: [], required: true };
  const inJson = problem?.name === undefined && problem ? jsonField(schema, whole, problem, schema) : undefined;
  return inJson ? { fields: [inJson], omitted: [], refusals: [] } : form;
}

function compileProperty(schema: unknown, place: Place, scope: Scope): CompiledForm {
  const found = compileAny(schema, place, scope);
  const [problem] = found.refusals;
  const isNeeded = place.required || place.neededIn !== undefined;
  const inJson = isNeeded && problem ? jsonField(schema, place, problem, scope.root) : undefined;
  return inJson ? { ...found, fields: [inJson], refusals: [] } : found;
}

function compileAny(schema: unknown, place: Place, scope: Scope): CompiledForm {
  const field = compileField(schema, place, scope.root);
  if ('kind' in field) return { fields: [field], omitted: [], refusals: [] };
  if (field.code === 'unsupported_object') return compileGroup(schema, place, field, scope);
  if (field.code !== 'unsupported_array') return refuse(field);
  const list = compileList(schema, place, field, scope);
  return 'kind' in list ? { fields: [list], omitted: [], refusals: [] } : refuse(list);
}

/** Compiles an object in the answer to the fields of a group. */
function compileGroup(schema: unknown, place: Place, found: Problem, scope: Scope): CompiledForm {
  const normal = normalSchema(schema, scope.root);
  const { id, name, path, group: outer, required, neededIn } = place;
  if (typeof normal === 'string' || path.length > mostGroups) return refuse(found);
  const { description, default: start } = normal.keywords;
  const own = found.label ?? '';
  const group = {
    id,
    path,
    label: outer ? `${outer.label}: ${own}` : own,
    description: wordsIn(description, 600),
    required,
    neededIn,
    within: outer,
  };
  const inner = {
    ...scope,
    path,
    prefix: `${name}.`,
    group,
    neededIn: required ? undefined : path,
    answer: isObject(start) ? start : scope.answer,
  };
  const form = compileObject(normal.keywords, inner, compileProperty);
  return form.refusals.length > 0 || form.fields.length === 0 ? refuse(found) : form;
}

/** How deep objects in an answer may nest. */
const mostGroups = 3;

/** How many controls a field starts with. */
function controlsOf(field: Field): number {
  if (field.kind !== 'list') return 1;
  return field.item.length * Math.max(field.start.length, field.required ? field.minItems : 0);
}

import { isObject } from '../protocol/json.ts';
import type { Place } from './compile-field.ts';
import type { Field, FieldGroup } from './field.ts';
import { normalSchema } from './normal-schema.ts';
import { unsupportedKeyword, type Problem } from './problem.ts';

/** The fields of an object, or why there are none. */
export interface CompiledObject<F = Field> {
  /** In the order of the schema. */
  fields: readonly F[];
  /** Optional properties that no control can ask for. They are left out of the answer. */
  omitted: readonly Problem[];
  /** Why the object cannot be asked for. One refusal is enough. */
  refusals: readonly Problem[];
}

/** A form with more fields is too long to fill in. */
export const mostFields = 100;

/** What is known where an object stands. */
export interface Scope {
  /** The document, to which references lead. */
  root: unknown;
  path: readonly string[];
  /** The names in its path, as they begin the names of its fields. */
  prefix: string;
  group?: FieldGroup | undefined;
  neededIn?: readonly string[] | undefined;
  /** Where the object is in the answer, its answers. They stand in place of the schema's defaults. */
  answer: unknown;
  /** How many fields come before it. */
  before: number;
  /** How many properties may still be looked at, of the whole document. */
  budget: { left: number };
}

/**
 * Compiles the properties of a schema to fields.
 *
 * @param schema - untrusted, from the server
 * @param compile - compiles the schema of one property
 */
export function compileObject<F extends { kind: string }>(
  schema: unknown,
  scope: Scope,
  compile: (schema: unknown, place: Place, scope: Scope) => CompiledObject<F>,
): CompiledObject<F> {
  const normal = normalSchema(schema, scope.root);
  if (typeof normal === 'string') return refuse({ code: isObject(schema) ? normal : 'root_not_object' });
  if (normal.type !== 'object') return refuse({ code: 'root_not_object' });
  const keyword = unsupportedKeyword(normal.keywords, objectKeywords);
  if (keyword !== undefined) return refuse({ code: `unsupported_keyword:${keyword}` });

  const { keywords } = normal;
  const properties = isObject(keywords['properties']) ? keywords['properties'] : {};
  const names = Object.keys(properties);
  const listed: unknown[] = Array.isArray(keywords['required']) ? keywords['required'] : [];
  scope.budget.left -= names.length;
  const isTooLong = names.length > mostFields || listed.length > 10 * mostFields || scope.budget.left < 0;
  if (isTooLong) return refuse({ code: 'too_many_fields' });
  const required = new Set(listed.filter((name) => typeof name === 'string'));
  const { path, prefix, group, neededIn, before } = scope;

  const form = { fields: new Array<F>(), omitted: new Array<Problem>(), refusals: new Array<Problem>() };
  for (const name of names) {
    const isRequired = required.delete(name);
    const at = before + form.fields.length;
    const found = compile(
      withStart(properties[name], name, scope.answer),
      {
        id: `f${at}`,
        name: prefix + name,
        path: [...path, name],
        group,
        required: isRequired && neededIn === undefined,
        neededIn: isRequired ? neededIn : undefined,
      },
      { ...scope, answer: ownIn(scope.answer, name), before: at },
    );
    form.fields.push(...found.fields);
    form.omitted.push(...found.omitted);
    (isRequired ? form.refusals : form.omitted).push(...found.refusals);
  }
  for (const name of required) form.refusals.push({ name: prefix + name, code: 'required_without_property' });
  return form;
}

export function refuse(problem: Problem): CompiledObject<never> {
  return { fields: [], omitted: [], refusals: [problem] };
}

/** A property that starts with what was answered. What an answer leaves out starts empty. */
function withStart(schema: unknown, name: string, answer: unknown): unknown {
  return answer === undefined || !isObject(schema) ? schema : { ...schema, default: ownIn(answer, name) };
}

/** What an object holds by this name, or null. Undefined if there is no object. */
export function ownIn(value: unknown, name: string): unknown {
  if (value === undefined) return undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : null;
}

/** Keywords that constrain the whole object beyond its properties. */
const objectKeywords = (
  '$dynamicRef $recursiveRef anyOf oneOf not if enum const minProperties maxProperties propertyNames ' +
  'patternProperties dependentRequired dependentSchemas dependencies'
).split(' ');

import { isObject } from '../protocol/json.ts';
import type { Place } from './compile-field.ts';
import { unsupportedKeyword, type Problem } from './problem.ts';

/** The fields of an object, or why there are none. */
export interface CompiledObject<F> {
  /** In the order of the schema. */
  fields: readonly F[];
  /** Optional properties that no control can ask for. They are left out of the answer. */
  omitted: readonly Problem[];
  /** Why the object cannot be asked for. One refusal is enough. */
  refusals: readonly Problem[];
}

/** A form with more fields is too long to fill in. */
export const mostFields = 100;

/**
 * Compiles the properties of a schema to fields.
 *
 * @param schema - untrusted, from the server
 * @param compile - compiles the schema of one property
 */
export function compileObject<F extends { kind: string }>(
  schema: unknown,
  compile: (schema: unknown, place: Place) => F | Problem,
): CompiledObject<F> {
  if (!isObject(schema) || schema['type'] !== 'object') return refuse({ code: 'root_not_object' });
  const keyword = unsupportedKeyword(schema, objectKeywords);
  if (keyword !== undefined) return refuse({ code: `unsupported_keyword:${keyword}` });

  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties);
  const listed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  if (names.length > mostFields || listed.length > 10 * mostFields) return refuse({ code: 'too_many_fields' });
  const required = new Set(listed.filter((name) => typeof name === 'string'));

  const form = { fields: new Array<F>(), omitted: new Array<Problem>(), refusals: new Array<Problem>() };
  for (const name of names) {
    const isRequired = required.delete(name);
    const found = compile(properties[name], { id: `f${form.fields.length}`, name, required: isRequired });
    if ('kind' in found) form.fields.push(found);
    else (isRequired ? form.refusals : form.omitted).push(found);
  }
  for (const name of required) form.refusals.push({ name, code: 'required_without_property' });
  return form;
}

export function refuse(problem: Problem): CompiledObject<never> {
  return { fields: [], omitted: [], refusals: [problem] };
}

/** Keywords that constrain the whole object beyond its properties. */
const objectKeywords = (
  '$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if enum const minProperties maxProperties propertyNames ' +
  'patternProperties dependentRequired dependentSchemas dependencies'
).split(' ');

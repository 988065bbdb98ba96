import { isObject } from '../../../protocol/json.ts';
import { compileField } from './compile-field.ts';
import type { Field } from './field.ts';
import { unsupportedKeyword, type Problem } from './problem.ts';

/** A form, or why there is none. */
export interface CompiledForm {
  /** In the order of the schema. Empty without refusals: there is only a yes or a no to give. */
  fields: readonly Field[];
  /** Optional properties that no control can ask for. They are left out of the answer. */
  omitted: readonly Problem[];
  /** With any of these there is no form. */
  refusals: readonly Problem[];
}

/** More make a form that nobody fills in. */
export const mostFields = 100;

/**
 * Turns the schema of an answer into the fields of a form. Looks at a property's own keywords and those of its
 * options, and at nothing deeper.
 *
 * @param schema - whatever a server sent
 */
export function compileForm(schema: unknown): CompiledForm {
  if (!isObject(schema) || schema['type'] !== 'object') return refuse({ code: 'root_not_object' });
  const keyword = unsupportedKeyword(schema, rootKeywords);
  if (keyword !== undefined) return refuse({ code: `unsupported_keyword:${keyword}` });

  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const names = Object.keys(properties);
  const listed: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  if (names.length > mostFields || listed.length > 10 * mostFields) return refuse({ code: 'too_many_fields' });
  const required = new Set(listed.filter((name) => typeof name === 'string'));

  const form = { fields: new Array<Field>(), omitted: new Array<Problem>(), refusals: new Array<Problem>() };
  for (const name of names) {
    const isRequired = required.delete(name);
    const found = compileField(properties[name], { id: `f${form.fields.length}`, name, required: isRequired });
    if ('kind' in found) form.fields.push(found);
    else (isRequired ? form.refusals : form.omitted).push(found);
  }
  for (const name of required) form.refusals.push({ name, code: 'required_without_property' });
  return form;
}

function refuse(problem: Problem): CompiledForm {
  return { fields: [], omitted: [], refusals: [problem] };
}

/** What says more about the whole answer than its properties do. */
const rootKeywords = (
  '$ref $dynamicRef $recursiveRef allOf anyOf oneOf not if enum const minProperties maxProperties propertyNames ' +
  'patternProperties dependentRequired dependentSchemas dependencies'
).split(' ');

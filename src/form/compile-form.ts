import { compileField, type Place } from './compile-field.ts';
import { compileList } from './compile-list.ts';
import { compileObject, mostFields, refuse, type CompiledObject } from './compile-object.ts';
import type { Field } from './field.ts';
import type { Problem } from './problem.ts';

/** A form, or the reasons for refusing it. With neither fields nor refusals, the form only asks for a confirmation. */
export type CompiledForm = CompiledObject<Field>;

/**
 * Compiles the schema of an answer to the fields of a form. Reads the keywords of a property, of its options and of a
 * list's items, and nothing deeper.
 *
 * @param schema - untrusted, from the server
 */
export function compileForm(schema: unknown): CompiledForm {
  const form = compileObject(schema, compileProperty);
  const controls = form.fields.reduce((sum, field) => sum + controlsOf(field), 0);
  return controls > 5 * mostFields ? refuse({ code: 'too_many_fields' }) : form;
}

function compileProperty(schema: unknown, place: Place): Field | Problem {
  const found = compileField(schema, place);
  return 'code' in found && found.code === 'unsupported_array' ? compileList(schema, place, found) : found;
}

/** How many controls a field starts with. */
function controlsOf(field: Field): number {
  if (field.kind !== 'list') return 1;
  return field.item.length * Math.max(field.start.length, field.required ? field.minItems : 0);
}

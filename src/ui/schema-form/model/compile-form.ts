import { compileField, type Place } from './compile-field.ts';
import { compileList } from './compile-list.ts';
import { compileObject, mostFields, refuse, type CompiledObject } from './compile-object.ts';
import type { Field } from './field.ts';
import type { Problem } from './problem.ts';

/** A form, or the reasons why there is none. Without fields and refusals the person can only say yes or no. */
export type CompiledForm = CompiledObject<Field>;

/**
 * Turns the schema of an answer into the fields of a form. Looks at a property's own keywords, those of its options and
 * of the items of a list, and at nothing deeper.
 *
 * @param schema - whatever a server sent
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

/** How many controls a field begins with. */
function controlsOf(field: Field): number {
  if (field.kind !== 'list') return 1;
  return field.item.length * Math.max(field.start.length, field.required ? field.minItems : 0);
}

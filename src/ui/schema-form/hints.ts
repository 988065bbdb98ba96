import { compileForm, type CompiledForm } from '../../form/compile-form.ts';
import type { Field } from '../../form/field.ts';
import { shortText } from '../../form/short-text.ts';

/** The host's texts and order for a form, in place of the schema's. */
export interface FormHints<Name extends string = string> {
  /** Names of the properties that come first, in this order. */
  order?: readonly Name[] | undefined;
  /** Hints by property name. */
  properties?: { readonly [N in Name]?: FieldHint | undefined } | undefined;
}

/** The host's hints for one field. */
export interface FieldHint {
  label?: string | undefined;
  description?: string | undefined;
  /** Use a text area. */
  multiline?: boolean | undefined;
}

/** Compiles the schema and applies the hints. Field ids stay the same. */
export function hintedForm(schema: unknown, answer?: unknown, hints: FormHints = {}): CompiledForm {
  const form = compileForm(schema, answer);
  const { order = [] } = hints;
  const properties: NonNullable<FormHints['properties']> = hints.properties ?? {};
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ name, path: [first = ''] }: Field) => place.get(name) ?? place.get(first) ?? order.length;
  const fields = form.fields.map((field) =>
    Object.hasOwn(properties, field.name) ? hinted(field, properties[field.name] ?? {}) : field,
  );
  return { ...form, fields: fields.toSorted((a, b) => placeOf(a) - placeOf(b)) };
}

function hinted(field: Field, { label, description, multiline }: FieldHint): Field {
  const told = {
    ...field,
    ...(label !== undefined && { label: shortText(label, 200) }),
    ...(description !== undefined && { description: shortText(description, 600) }),
  };
  return told.kind === 'text' && multiline !== undefined ? { ...told, multiline } : told;
}

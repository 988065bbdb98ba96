import { compileForm, type CompiledForm } from './model/compile-form.ts';
import type { Field } from './model/field.ts';
import { shortText } from './model/short-text.ts';

/** What a host says about the fields of a form, in place of what the schema says. */
export interface FormHints<Name extends string = string> {
  /** Names of properties that come first, in this order. */
  order?: readonly Name[] | undefined;
  /** By property. */
  properties?: { readonly [N in Name]?: FieldHint | undefined } | undefined;
}

/** What a host says about one field. */
export interface FieldHint {
  label?: string | undefined;
  description?: string | undefined;
  /** A text of several lines. */
  multiline?: boolean | undefined;
}

/** The form of a schema as the hints would have it. Ids stay as they were. */
export function hintedForm(schema: unknown, hints: FormHints = {}): CompiledForm {
  const form = compileForm(schema);
  const { order = [] } = hints;
  const properties: NonNullable<FormHints['properties']> = hints.properties ?? {};
  const place = new Map(order.map((name, index) => [name, index]));
  const placeOf = ({ name }: Field) => place.get(name) ?? order.length;
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

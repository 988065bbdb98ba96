/**
 * The form. Outlets load it on demand: import this entry only to show one yourself.
 *
 * @module elicitkit/forms
 */
'use client';

export { SchemaForm, type SchemaFormProps } from './ui/schema-form/SchemaForm.tsx';
export type { FieldComponents, FieldProps } from './ui/schema-form/field-props.ts';
export type { FieldHint, FormHints } from './ui/schema-form/hints.ts';
export type { FormCheck, FormStandardSchema } from './ui/schema-form/standard-schema.ts';
export type { Draft as FieldDraft, DraftOf, SchemaFormDraft } from './form/draft.ts';
export type { Field, FieldKind, FieldOption } from './form/field.ts';

import type { ComponentType } from 'react';
import type { DraftOf } from './model/draft.ts';
import type { Field, FieldKind } from './model/field.ts';

/** What a control of the form is given. The form draws its label, its hints and its error around it. */
export interface FieldProps<K extends FieldKind = FieldKind> {
  field: Extract<Field, { kind: K }>;
  /** For the element that takes the focus. */
  id: string;
  draft: DraftOf[K];
  onDraft: (draft: DraftOf[K]) => void;
  invalid: boolean;
  /** For `aria-labelledby`, where a `label` cannot point at the control. */
  labelledBy: string;
  /** For `aria-describedby`. */
  describedBy: string | undefined;
}

/** Controls of a host in place of the form's own, by kind and, under `properties`, by the property's name. */
export type FieldComponents<Name extends string = string> = {
  readonly [K in FieldKind]?: ComponentType<FieldProps<K>> | undefined;
} & {
  readonly properties?: { readonly [N in Name]?: ComponentType<FieldProps> | undefined } | undefined;
};

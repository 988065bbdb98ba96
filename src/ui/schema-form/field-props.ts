import type { ComponentType } from 'react';
import type { DraftOf } from '../../form/draft.ts';
import type { Field, FieldKind } from '../../form/field.ts';

/** Props of a control in the form. The form renders the label, hints and error around it. */
export interface FieldProps<K extends FieldKind = FieldKind> {
  field: Extract<Field, { kind: K }>;
  /** Put this on the element that takes the focus. */
  id: string;
  draft: DraftOf[K];
  onDraft: (draft: DraftOf[K]) => void;
  invalid: boolean;
  /** For `aria-labelledby`, if a `label` cannot point at the control. */
  labelledBy: string;
  /** For `aria-describedby`. */
  describedBy: string | undefined;
}

/** The host's own controls in place of the form's: by kind, or by property name under `properties`. */
export type FieldComponents<Name extends string = string> = {
  readonly [K in FieldKind]?: ComponentType<FieldProps<K>> | undefined;
} & {
  readonly properties?: { readonly [N in Name]?: ComponentType<FieldProps> | undefined } | undefined;
};

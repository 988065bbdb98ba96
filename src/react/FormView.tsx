import type { ReactNode } from 'react';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { LazySchemaForm } from './lazy-forms.ts';

/** The form of a question in its card, which has the ways out as long as the form has not. */
export function FormView({ onDecline: _decline, onCancel: _cancel, ...props }: SchemaFormProps): ReactNode {
  return <LazySchemaForm {...props} />;
}

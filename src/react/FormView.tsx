import type { ReactNode } from 'react';
import type { ItemFormProps } from './ItemForm.tsx';
import { LazySchemaForm } from './lazy-forms.ts';

/** The form of a question in its card, which has the ways out as long as the form has not. */
export function FormView({ onDecline: _decline, onCancel: _cancel, ...props }: ItemFormProps): ReactNode {
  return <LazySchemaForm {...props} />;
}

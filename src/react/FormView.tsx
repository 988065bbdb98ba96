import type { ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { LazySchemaForm } from './lazy-forms.ts';
import { useUnknownNames } from './useUnknownNames.ts';

interface FormViewProps extends SchemaFormProps {
  /** The question, where a host says something of its fields. */
  asked?: ElicitRequest | undefined;
}

/** The form of a question in its card, which has the ways out as long as the form has not. */
export function FormView({ onDecline: _decline, onCancel: _cancel, asked, ...props }: FormViewProps): ReactNode {
  useUnknownNames(asked, props);
  return <LazySchemaForm {...props} />;
}

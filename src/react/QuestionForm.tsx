import type { ReactNode } from 'react';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { SchemaForm, type SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { useUnknownNames } from './useUnknownNames.ts';

export interface QuestionFormProps extends SchemaFormProps {
  /** The question, where a host says something of its fields. */
  asked?: ElicitRequest | undefined;
}

/** The form of a question, which pages without such questions do not load. */
export function QuestionForm({ asked, ...props }: QuestionFormProps): ReactNode {
  useUnknownNames(asked, props);
  return <SchemaForm {...props} />;
}

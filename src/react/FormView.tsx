import type { ReactNode } from 'react';
import { LazyQuestionForm } from './lazy-forms.ts';
import type { QuestionFormProps } from './QuestionForm.tsx';

/** The form of a question in its card, whose Skip it keeps in view. */
export function FormView({ onDecline: _decline, ...props }: QuestionFormProps): ReactNode {
  return <LazyQuestionForm {...props} />;
}

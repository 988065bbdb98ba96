import type { ReactNode } from 'react';
import { LazyQuestionForm } from './lazy-forms.ts';
import type { QuestionFormProps } from './QuestionForm.tsx';

/** The form in a question's card. It takes no `onDecline`, so the card shows its own Skip. */
export function FormView({ onDecline: _decline, ...props }: QuestionFormProps): ReactNode {
  return <LazyQuestionForm {...props} />;
}

import type { ReactNode } from 'react';
import type { DialogPart } from './ItemDialog.tsx';
import { lazyComponent } from './lazy-component.ts';
import type { QuestionFormProps } from './QuestionForm.tsx';

const LazyQuestionForm = lazyComponent(async () => {
  const { QuestionForm } = await import('./QuestionForm.tsx');
  return { default: QuestionForm };
});

/** The form in a question's card. It takes no `onDecline`, so the card shows its own Skip. */
export function FormView({ onDecline: _decline, ...props }: QuestionFormProps): ReactNode {
  return <LazyQuestionForm {...props} />;
}

/** The card for opening a page. */
export const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

/** The dialog: it brings a package that inline questions don't use. */
export async function loadDialog(): Promise<DialogPart> {
  const { dialogPart } = await import('./ItemDialog.tsx');
  return dialogPart;
}

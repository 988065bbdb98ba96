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

let loaded: Promise<DialogPart> | undefined;

/** Load the dialog, once: it brings a package that inline questions don't use. */
export function loadDialog(): Promise<DialogPart> {
  loaded ??= import('./ItemDialog.tsx').then(
    (module) => module.dialogPart,
    (cause: unknown) => {
      // Let the next caller try again.
      loaded = undefined;
      throw cause;
    },
  );
  return loaded;
}

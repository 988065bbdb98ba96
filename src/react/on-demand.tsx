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

/** The card of a question that asks to open a page. */
export const LazyPageItem = lazyComponent(async () => {
  const { PageItem } = await import('./PageItem.tsx');
  return { default: PageItem };
});

/** The same, once the page was opened. */
export const LazyOpenedPage = lazyComponent(async () => {
  const { OpenedPage } = await import('./PageItem.tsx');
  return { default: OpenedPage };
});

/** The dialog: it brings a package that inline questions don't use. */
export async function loadDialog(): Promise<DialogPart> {
  const { dialogPart } = await import('./ItemDialog.tsx');
  return dialogPart;
}

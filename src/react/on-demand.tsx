import type { ReactNode } from 'react';
import { lazyComponent } from './lazy-component.ts';
import type { QuestionFormProps } from './QuestionForm.tsx';

/**
 * What a page never needs that asks only its plugins' questions, and in place. Its build defines this as `true`, and
 * leaves out what stands behind it. Write the whole name at each place: a build looks for that.
 */
export interface CardsOnly {
  readonly ELICITKIT_CARDS_ONLY?: true;
}

const LazyQuestionForm = lazyComponent(async () => {
  const { QuestionForm } = await import('./QuestionForm.tsx');
  return { default: QuestionForm };
});

/** The form in a question's card. It takes no `onDecline`, so the card shows its own Skip. */
export function FormView({ onDecline: _decline, ...props }: QuestionFormProps): ReactNode {
  return <LazyQuestionForm {...props} />;
}

/** The form of a question that no plugin asks. */
export const GenericForm = (globalThis as CardsOnly).ELICITKIT_CARDS_ONLY ? Nothing : FormView;

/** The card of a question that asks to open a page. */
export const LazyPageItem = (globalThis as CardsOnly).ELICITKIT_CARDS_ONLY
  ? Nothing
  : lazyComponent(async () => ({ default: (await loadPages()).PageItem }));

/** The same, once the page was opened. */
export const LazyOpenedPage = (globalThis as CardsOnly).ELICITKIT_CARDS_ONLY
  ? Nothing
  : lazyComponent(async () => ({ default: (await loadPages()).OpenedPage }));

const loadPages = () => import('./PageItem.tsx');

function Nothing(): ReactNode {
  return null;
}

import { lazyComponent } from './lazy-component.ts';

/** The form, loaded only when needed. */
export const LazyQuestionForm = lazyComponent(async () => {
  const { QuestionForm } = await import('./QuestionForm.tsx');
  return { default: QuestionForm };
});

/** The card for opening a page, loaded only when needed. */
export const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

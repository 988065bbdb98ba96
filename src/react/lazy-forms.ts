import { lazyComponent } from './lazy-component.ts';

/** The form, which pages without such questions do without. */
export const LazyQuestionForm = lazyComponent(async () => {
  const { QuestionForm } = await import('./QuestionForm.tsx');
  return { default: QuestionForm };
});

/** What asks to open a page. */
export const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

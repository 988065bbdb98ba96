import { lazyComponent } from './lazy-component.ts';

/** The form, which pages without such questions do without. */
export const LazySchemaForm = lazyComponent(async () => {
  const { ItemForm } = await import('./ItemForm.tsx');
  return { default: ItemForm };
});

/** What asks to open a page. */
export const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

import { createLoader } from './loader.ts';

/** The form, which pages without such questions do without. */
export const schemaFormLoader = createLoader(() =>
  import('../ui/schema-form/SchemaForm.tsx').then(({ SchemaForm }) => SchemaForm),
);

/** What asks to open a page. */
export const urlConsentLoader = createLoader(() =>
  import('../ui/url-consent/UrlConsent.tsx').then(({ UrlConsent }) => UrlConsent),
);

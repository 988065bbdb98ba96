import { createElement } from 'react';
import type { SchemaFormProps } from '../ui/schema-form/SchemaForm.tsx';
import { lazyComponent } from './lazy-component.ts';
import { useWaysOut } from './ways-out.ts';

/**
 * The form, which pages without such questions do without. Once it is there it keeps the card's ways out in view,
 * however long it is.
 */
export const LazySchemaForm = lazyComponent(async () => {
  const { SchemaForm } = await import('../ui/schema-form/SchemaForm.tsx');
  return {
    default: function Form(props: SchemaFormProps) {
      const ways = useWaysOut();
      return createElement(SchemaForm, { ...props, onDecline: ways?.onDecline, onCancel: ways?.onCancel });
    },
  };
});

/** What asks to open a page. */
export const LazyUrlConsent = lazyComponent(async () => {
  const { UrlConsent } = await import('../ui/url-consent/UrlConsent.tsx');
  return { default: UrlConsent };
});

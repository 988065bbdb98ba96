import { createElement, type ReactNode } from 'react';
import type { UrlConsentProps } from '../ui/url-consent/UrlConsent.tsx';
import { formWords } from './form-words.ts';
import { urlConsentLoader } from './load-forms.ts';
import { useLoaded } from './useLoaded.ts';

/** Asks to open a page, loaded when that is asked. */
export function PageView(props: UrlConsentProps): ReactNode {
  const UrlConsent = useLoaded(urlConsentLoader);
  return UrlConsent ? createElement(UrlConsent, props) : <p data-part="elicit-loading">{formWords.loading}</p>;
}

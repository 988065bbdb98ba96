/**
 * The card that asks to open a page. Outlets load it on demand: import this entry only to show one yourself.
 *
 * @module elicitkit/url-consent
 */
'use client';

export { UrlConsent, type UrlConsentAnswer, type UrlConsentProps } from './ui/url-consent/UrlConsent.tsx';
export { inspectUrl, type InspectedUrl, type UrlRefusal, type UrlWarning } from './protocol/inspect-url.ts';

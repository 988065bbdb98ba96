import { UrlConsent, type UrlConsentProps } from 'elicitkit/url-consent';

export const PayPage = ({ url, onRespond, onDone }: Pick<UrlConsentProps, 'url' | 'onRespond' | 'onDone'>) => (
  <UrlConsent url={url} serverName="Payments" message="Please pay the deposit." onRespond={onRespond} onDone={onDone} />
);

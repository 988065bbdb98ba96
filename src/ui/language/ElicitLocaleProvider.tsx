import type { ReactNode } from 'react';
import type { LanguageProps } from './elicit-messages.ts';
import { LanguageContext, useLanguage } from './language-context.ts';

/** Props of `ElicitLocaleProvider`. */
export interface ElicitLocaleProviderProps extends LanguageProps {
  children?: ReactNode;
}

/**
 * Say in which language all components below speak. A component's own `locale` and `messages` go before it.
 *
 * The direction of the page stays the host's: set `dir="rtl"` round what is read from right to left.
 *
 * @example
 * <ElicitLocaleProvider messages={german} locale="de-CH">…</ElicitLocaleProvider>
 */
export function ElicitLocaleProvider({ children, ...language }: ElicitLocaleProviderProps): ReactNode {
  return <LanguageContext.Provider value={useLanguage(language)}>{children}</LanguageContext.Provider>;
}

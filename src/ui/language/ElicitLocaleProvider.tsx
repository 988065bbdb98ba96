import type { ReactNode } from 'react';
import type { LanguageProps } from './elicit-messages.ts';
import { LanguageContext, useLanguage } from './language-context.ts';

/** Props of `ElicitLocaleProvider`. */
export interface ElicitLocaleProviderProps extends LanguageProps {
  children?: ReactNode;
}

/**
 * Sets the language of all components inside. A component's own `locale` and `messages` win over it.
 *
 * The direction of the page stays with the host: set `dir="rtl"` around right-to-left text.
 *
 * @example
 * <ElicitLocaleProvider messages={german} locale="de-CH">…</ElicitLocaleProvider>
 */
export function ElicitLocaleProvider({ children, ...language }: ElicitLocaleProviderProps): ReactNode {
  return <LanguageContext.Provider value={useLanguage(language)}>{children}</LanguageContext.Provider>;
}

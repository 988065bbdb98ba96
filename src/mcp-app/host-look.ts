import * as z from 'zod';
import { hostVariables } from '../mcp-client/host-variables.ts';
import type { ElicitMessageOverrides, LanguageProps } from '../ui/language/elicit-messages.ts';
import { createStore } from '../ui/parts/store.ts';
import { directionOf } from '../words/direction.ts';

export type HostLook = ReturnType<typeof createHostLook>;

/**
 * How the host looks and speaks. The page takes after it.
 *
 * @param languages - the words that the page has besides the English ones
 */
export function createHostLook(languages: readonly ElicitMessageOverrides[]) {
  const sheet = new CSSStyleSheet();
  sheet.insertRule('[data-elicit-root] {}');
  document.adoptedStyleSheets.push(sheet);
  const [rule] = sheet.cssRules;
  const language = createStore<LanguageProps>({});

  function speak(locale: string): void {
    const messages = languages.find((one) => one.locale === locale.split('-')[0]);
    const spoken = messages?.locale ?? 'en';
    document.documentElement.lang = spoken;
    document.documentElement.dir = directionOf(spoken);
    language.set({ locale, messages });
  }

  function wear(variables: Readonly<Record<string, string>>): void {
    const { style } = document.documentElement;
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
    for (const pairs of hostVariables) {
      if (!pairs.every(([, theirs]) => style.getPropertyValue(theirs) !== '')) continue;
      for (const [own, theirs] of pairs) (rule as CSSStyleRule).style.setProperty(own, `var(${theirs})`);
    }
  }

  return {
    /** Take what the host says of itself: all of it at first, then what changes. */
    hear(context: unknown): void {
      const { theme, locale, styles } = contextSchema.parse(context);
      if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
      if (styles?.variables !== undefined) wear(styles.variables);
      if (locale !== undefined) speak(locale);
    },
    /** The language of the host, for a provider. */
    language,
  };
}

/** A hint of the host's: what cannot be read is left out. */
const variablesSchema = z.record(z.string(), z.unknown()).transform((given) =>
  Object.fromEntries(
    Object.entries(given)
      .filter((pair): pair is [string, string] => {
        const [name, value] = pair;
        return /^--[\w-]{1,100}$/.test(name) && typeof value === 'string' && value !== '' && value.length <= 1000;
      })
      .slice(0, 200),
  ),
);

const localeSchema = z
  .string()
  .max(100)
  .refine((tag) => {
    try {
      return new Intl.Locale(tag).language !== '';
    } catch {
      return false;
    }
  });

const contextSchema = z
  .object({
    theme: z.enum(['light', 'dark']).optional().catch(undefined),
    locale: localeSchema.optional().catch(undefined),
    styles: z.object({ variables: variablesSchema.optional() }).optional().catch(undefined),
  })
  .catch({});

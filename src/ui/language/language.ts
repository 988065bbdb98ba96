import { formatter } from '../../words/formatter.ts';
import type { Spoken } from '../../words/word-for.ts';
import type { ElicitMessageOverrides, ElicitMessages, LanguageProps, MessageGroup } from './elicit-messages.ts';

/** The language at one place of the page. Words are cached by its identity. */
export interface Language {
  /** For money, numbers and dates. If undefined, the browser's own. */
  readonly locale: string | undefined;
  /** The messages that replace the English ones. */
  readonly messages: ElicitMessageOverrides;
  /** The messages of a group, made safe to say. @default as they are */
  readonly madeSafe?: ((own: object, inEnglish: object, group: MessageGroup) => object) | undefined;
}

export const ownWords: Language = { locale: undefined, messages: {} };

/** Merges a component's language into the one around it. Anything not given is inherited. */
export function languageWithin(around: Language, { locale, messages }: LanguageProps): Language {
  if (locale === undefined && messages === undefined) return around;
  return {
    ...around,
    locale: locale ?? messages?.locale ?? around.locale,
    messages: messages ? merge(around.messages, messages) : around.messages,
  };
}

/**
 * A component's words: its English words, overridden by the language.
 *
 * Components bring their own English, so a page loads no words of components that it does not show.
 */
export function wordsOf<Group extends MessageGroup, Words extends Partial<ElicitMessages[Group]>>(
  language: Language,
  group: Group,
  inEnglish: Words,
): Spoken<Words> {
  let known = cache.get(language);
  if (!known) cache.set(language, (known = new Map()));
  let words = known.get(inEnglish) as Spoken<Words> | undefined;
  if (!words) {
    const own = given<object>(language.messages[group]);
    const said = language.madeSafe?.(own, inEnglish, group) ?? own;
    words = { ...inEnglish, ...said, locale: spokenLocale(language) } as Spoken<Words>;
    known.set(inEnglish, words);
  }
  return words;
}

const cache = new WeakMap<Language, Map<object, unknown>>();

/** The locale for formatting words: the page's own if it is of their language. Our English goes by the page's region. */
function spokenLocale({ locale = formatter('NumberFormat', undefined).resolvedOptions().locale, messages }: Language) {
  const spoken = messages.locale;
  if (languageOf(locale) === languageOf(spoken ?? 'en')) return locale;
  const [, region = ''] = /^\w+(-[a-z]{2})\b/i.exec(locale) ?? [];
  return spoken ?? `en${region}`;
}

const languageOf = (locale: string) => locale.toLowerCase().split('-')[0];

function merge(around: ElicitMessageOverrides, own: ElicitMessageOverrides): ElicitMessageOverrides {
  const merged: Record<string, unknown> = { ...around };
  for (const [name, value] of Object.entries(given(own))) {
    merged[name] = typeof value === 'object' ? { ...around[name as MessageGroup], ...given(value) } : value;
  }
  return merged;
}

/** Drops undefined entries, which would otherwise replace a message. */
function given<T extends object>(messages: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(messages ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

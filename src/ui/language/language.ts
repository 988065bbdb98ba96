import type { Spoken } from '../../words/word-for.ts';
import type { ElicitMessageOverrides, ElicitMessages, LanguageProps, MessageGroup } from './elicit-messages.ts';

/** What is spoken at some place of the page. The same language is the same object. */
export interface Language {
  /** For money, numbers and dates; undefined is the browser's own. */
  readonly locale: string | undefined;
  /** What is said in place of the English. */
  readonly messages: ElicitMessageOverrides;
}

export const ownWords: Language = { locale: undefined, messages: {} };

/** The language within another: what is not given stays as it is around. */
export function languageWithin(around: Language, { locale, messages }: LanguageProps): Language {
  if (locale === undefined && messages === undefined) return around;
  return {
    locale: locale ?? messages?.locale ?? around.locale,
    messages: messages ? merge(around.messages, messages) : around.messages,
  };
}

/**
 * A component's words: its English ones, with what the language has in their place.
 *
 * Components bring their own English, so that a page loads no words of components that it does not show.
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
    words = { ...inEnglish, ...given(language.messages[group]), locale: spokenLocale(language) };
    known.set(inEnglish, words);
  }
  return words;
}

const cache = new WeakMap<Language, Map<object, unknown>>();

/** The locale of the words: the page's own where it is of their language, such as `de-CH` of German words. */
function spokenLocale({ locale, messages }: Language): string {
  const spoken = messages.locale ?? 'en';
  return locale !== undefined && languageOf(locale) === languageOf(spoken) ? locale : spoken;
}

const languageOf = (locale: string): string | undefined => locale.toLowerCase().split('-')[0];

function merge(around: ElicitMessageOverrides, own: ElicitMessageOverrides): ElicitMessageOverrides {
  const merged: Record<string, unknown> = { ...around };
  for (const [name, value] of Object.entries(given(own))) {
    merged[name] = typeof value === 'object' ? { ...around[name as MessageGroup], ...given(value) } : value;
  }
  return merged;
}

/** Without what is there and undefined, which would take the place of a word. */
function given<T extends object>(messages: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(messages ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}

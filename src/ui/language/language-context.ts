import { createContext, useContext, useMemo } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import type { ElicitMessages, LanguageProps, MessageGroup } from './elicit-messages.ts';
import { languageWithin, ownWords, wordsOf, type Language } from './language.ts';

export const LanguageContext = createContext(ownWords);

/** The language at this place, with the component's own `locale` and `messages` merged in. */
export function useLanguage({ locale, messages }: LanguageProps): Language {
  const around = useContext(LanguageContext);
  return useMemo(() => languageWithin(around, { locale, messages }), [around, locale, messages]);
}

/** A component's words at this place: its English words, overridden by the language. */
export function useWords<Group extends MessageGroup, Words extends Partial<ElicitMessages[Group]>>(
  group: Group,
  inEnglish: Words,
): Spoken<Words> {
  return wordsOf(useContext(LanguageContext), group, inEnglish);
}

/** A component's language and its words, with its own `locale` and `messages` merged in. */
export function useOwnWords<Group extends MessageGroup, Words extends Partial<ElicitMessages[Group]>>(
  own: LanguageProps,
  group: Group,
  inEnglish: Words,
): { language: Language; words: Spoken<Words> } {
  const language = useLanguage(own);
  return { language, words: wordsOf(language, group, inEnglish) };
}

import { createContext, useContext, useMemo } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import type { ElicitMessages, LanguageProps, MessageGroup } from './elicit-messages.ts';
import { languageWithin, ownWords, wordsOf, type Language } from './language.ts';

export const LanguageContext = createContext(ownWords);

/** The language here, with a component's own `locale` and `messages` in it. */
export function useLanguage({ locale, messages }: LanguageProps): Language {
  const around = useContext(LanguageContext);
  return useMemo(() => languageWithin(around, { locale, messages }), [around, locale, messages]);
}

/** A component's words here: its English ones, with what the language has in their place. */
export function useWords<Group extends MessageGroup, Words extends Partial<ElicitMessages[Group]>>(
  group: Group,
  inEnglish: Words,
): Spoken<Words> {
  return wordsOf(useContext(LanguageContext), group, inEnglish);
}

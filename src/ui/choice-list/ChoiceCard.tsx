import {
  forwardRef,
  useId,
  useMemo,
  useState,
  type ComponentPropsWithoutRef,
  type ForwardedRef,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { matchingChoices } from '../../form/matching-choices.ts';
import { plainText } from '../../protocol/plain-text.ts';
import type { LanguageProps } from '../language/elicit-messages.ts';
import { wordsOf, type Language } from '../language/language.ts';
import { AnswerCard, type AnswerCardOptions } from '../parts/AnswerCard.tsx';
import { keyOf } from '../parts/key-of.ts';
import type { Said } from '../parts/said.ts';
import type { Refused } from '../parts/useRefused.ts';
import { ChoiceListProvider, type ChoiceListState, type OtherChoice } from './choice-list-context.ts';
import type { ShownChoice } from './shown-choice.ts';
import type { ChoiceSearch, Listed, Searching } from './useSearch.ts';
import { words as english } from './words.ts';

/** Options that `ChoiceList` and `MultiChoiceList` share. */
export interface ChoiceCardOptions extends AnswerCardOptions {
  /** The choices. More than twelve get a search field. */
  choices: readonly Listed[];
  /**
   * Finds choices as the person types, beyond `choices`, which are shown before. Its `signal` aborts when the person
   * types on. If it rejects, the person can try again. The tool must check the answer.
   *
   * @default none: only `choices` are searched
   */
  search?: ChoiceSearch | undefined;
  /**
   * Whether the person may write an answer of their own, of at most 120 characters.
   *
   * @default false
   */
  other?: boolean | undefined;
  /**
   * The title: what the person should do.
   *
   * @default "Choose one", or "Choose any"
   */
  title?: string | undefined;
  /**
   * What was wrong with the last answer. An issue at `choice`, or at an index of `choices`, stands at the choice that was
   * sent, which can then no longer be chosen.
   */
  issues?: AnswerCardOptions['issues'];
  /** Called when the person skips. Without it there is no Skip button. */
  onDecline?: (() => void) | undefined;
}

interface ChoiceCardProps
  extends
    Omit<ChoiceCardOptions, 'choices' | 'search' | 'other' | keyof LanguageProps>,
    Omit<ComponentPropsWithoutRef<'div'>, keyof ChoiceCardOptions> {
  component: string;
  language: Language;
  kind: 'radio' | 'checkbox';
  heading: string;
  choices: readonly ShownChoice[];
  chosen: readonly ShownChoice[];
  searching: Searching | undefined;
  other: OtherChoice | undefined;
  refused: Refused;
  onChoose: (value: string, chosen: boolean, ...more: readonly string[]) => void;
  summary: string;
  /** What to say of a choice. Nothing where the chosen row has said it. */
  heard: string;
  /** The reason that the answer cannot be sent yet. */
  missing: string | undefined;
  /** Whether more is chosen than may be. @default false */
  isOver?: boolean | undefined;
  onCommit: () => void;
}

/** The card of both lists. It searches, and passes the root's state to the parts inside. */
export const ChoiceCard = forwardRef(function ChoiceCard(
  {
    language,
    kind,
    heading,
    choices,
    chosen,
    searching,
    other,
    refused,
    onChoose,
    summary,
    heard,
    missing,
    isOver = false,
    onCommit,
    title,
    onDecline,
    state = 'pending',
    children,
    ...card
  }: ChoiceCardProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactNode {
  const id = useId();
  const words = wordsOf(language, 'choiceList', english);
  const [search, setSearch] = useState('');
  const [last, setLast] = useState<'choice' | 'commit' | 'search'>();
  const searchable = !searching && choices.length > fewEnough;
  const matching = useMemo(
    () => (searchable ? matchingChoices(choices, search) : choices),
    [choices, search, searchable],
  );

  const commit = () => {
    if (state === 'sending') return;
    if (missing !== undefined) return setLast('commit');
    setLast(undefined);
    onCommit();
  };
  const found = last === 'search' ? words.matches(matching.length, words.locale) : '';
  const said: Said =
    last === 'commit' ? { text: missing ?? '', shown: 'wrong' } : { text: last === 'choice' ? heard : found };

  const list: ChoiceListState = {
    id,
    kind,
    title: plainText(title ?? heading, 120),
    asks: title === undefined,
    choices,
    matching,
    chosen,
    choose(...choice) {
      setLast('choice');
      onChoose(...choice);
    },
    search: searching?.text ?? (searchable ? search : undefined),
    searching,
    searchFor(text) {
      if (searching) return searching.searchFor(text);
      setSearch(text);
      setLast('search');
    },
    other: other && {
      ...other,
      change(text, on) {
        setLast('choice');
        other.change(text, on);
      },
    },
    onKeyDown(event: KeyboardEvent) {
      if (keyOf(event) !== 'Enter') return;
      // Don't submit a form around the card.
      event.preventDefault();
      if ((event.target as HTMLInputElement).type !== 'search') commit();
    },
    summary,
    ready: missing === undefined,
    isOver,
    commit,
    onDecline,
  };

  return (
    <AnswerCard
      {...card}
      ref={ref}
      state={state}
      issues={refused.rest}
      said={said.text || missing === undefined ? said : refused.said}
      words={words}
      language={language}
    >
      <ChoiceListProvider value={list}>{children}</ChoiceListProvider>
    </AnswerCard>
  );
});

const fewEnough = 12;

import { forwardRef, type ComponentPropsWithoutRef, type ForwardedRef, type ReactNode } from 'react';
import type { Spoken } from '../../words/word-for.ts';
import { useWords } from '../language/language-context.ts';
import { words as answerWords } from '../parts/answer-words.ts';
import { StatusLine } from '../parts/StatusLine.tsx';
import { thenOurs } from '../parts/then-ours.ts';
import { useChoiceList } from './choice-list-context.ts';
import type { Searching } from './useSearch.ts';
import { words as english, type ChoiceListMessages } from './words.ts';

/** The search field, and what a search of the host has come to. Absent if there are few choices and no such search. */
export const ChoiceListSearch = forwardRef(function ChoiceListSearch(
  { onChange, onKeyDown, ...rest }: Omit<ComponentPropsWithoutRef<'input'>, 'value' | 'type'>,
  ref: ForwardedRef<HTMLInputElement>,
): ReactNode {
  const list = useChoiceList('Search');
  const words = useWords('choiceList', english);
  const { retry } = useWords('card', answerWords);
  if (list.search === undefined) return null;
  const { searching } = list;
  return (
    <div data-elicit="search">
      <input
        data-elicit=""
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        {...rest}
        ref={ref}
        type="search"
        value={list.search}
        onKeyDown={thenOurs(onKeyDown, list.onKeyDown)}
        onChange={thenOurs(onChange, ({ target }) => list.searchFor(target.value))}
      />
      {searching && (
        <div data-elicit="search-state">
          <StatusLine text={stateText(searching, words)} busy={searching.state === 'loading'} />
          {searching.state === 'failed' && (
            <button
              type="button"
              data-elicit="retry"
              onClick={({ currentTarget }) => {
                // The button disappears and would take the focus with it.
                currentTarget.closest('[data-elicit=search]')?.querySelector('input')?.focus();
                searching.again();
              }}
            >
              {retry}
            </button>
          )}
        </div>
      )}
    </div>
  );
});

function stateText({ text, state, found }: Searching, words: Spoken<ChoiceListMessages>): string {
  if (state === 'loading') return words.searching;
  if (state === 'failed') return words.searchFailed;
  if (text.trim() === '') return words.searchHint;
  return found.length === 0 ? words.noMatch : words.matches(found.length, words.locale);
}

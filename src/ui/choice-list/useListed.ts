import { useState } from 'react';
import type { Choice } from '../../protocol/choice.ts';
import { readFound, useSearch, type ChoiceSearch, type Listed, type Searching } from './useSearch.ts';

/** What a list shows, and what it has to remember to show it again. */
export interface ListedChoices {
  readonly listed: readonly Listed[];
  readonly searching: Searching | undefined;
  /** Remember what is chosen, because the next search may not find it. Gives what a draft holds of it. */
  readonly keep: (chosen: readonly string[]) => Kept;
}

/** The chosen choices that only a search found. */
export interface Kept {
  /** Set if the list has a `search`. */
  readonly found?: readonly Choice[];
}

/**
 * The choices of a list: those given, or those that a search finds. What was chosen stays before them until the next
 * search.
 */
export function useListed(choices: readonly Listed[], search: ChoiceSearch | undefined, draft: unknown): ListedChoices {
  const [kept, setKept] = useState(() => keptIn(draft));
  const searching = useSearch(search, choices);
  if (!searching) return { listed: choices, searching, keep: () => ({}) };
  const first = kept.shown.filter(({ value }) => !searching.found.some((one) => choiceOf(one).value === value));
  const listed = [...first, ...searching.found];
  return {
    listed,
    searching: {
      ...searching,
      searchFor(text) {
        setKept({ ...kept, shown: kept.shown.filter(({ value }) => kept.chosen.includes(value)) });
        searching.searchFor(text);
      },
    },
    keep(chosen) {
      const known = new Map([...kept.shown, ...listed.map(choiceOf)].map((one) => [one.value, one]));
      const found = chosen.flatMap((value) => known.get(value) ?? []);
      // Leave in place what is not chosen any more: it must not go from under the pointer.
      setKept({ shown: [...new Map([...kept.shown, ...found].map((one) => [one.value, one])).values()], chosen });
      return { found };
    },
  };
}

const choiceOf = (one: Listed): Choice => (typeof one === 'string' ? { value: one, label: one } : one);

function keptIn(draft: unknown): { readonly shown: readonly Choice[]; readonly chosen: readonly string[] } {
  const { found } = (draft ?? {}) as Record<string, unknown>;
  const shown = Array.isArray(found) ? readFound(found).map(choiceOf) : [];
  return { shown, chosen: shown.map(({ value }) => value) };
}

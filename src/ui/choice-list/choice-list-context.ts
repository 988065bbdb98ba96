import type { KeyboardEvent } from 'react';
import { partContext } from '../parts/part-context.ts';
import type { ShownChoice } from './shown-choice.ts';
import type { Searching } from './useSearch.ts';

/** The answer that a person writes in place of a choice, or beside several. */
export interface OtherChoice {
  text: string;
  chosen: boolean;
  change: (text: string, chosen: boolean) => void;
}

/** The state that the parts of a list of choices share. */
export interface ChoiceListState {
  id: string;
  kind: 'radio' | 'checkbox';
  title: string;
  /** Whether a short question is the title. */
  asks: boolean;
  /** Every choice, in the order given. */
  choices: readonly ShownChoice[];
  /** The choices that the search leaves. */
  matching: readonly ShownChoice[];
  chosen: readonly ShownChoice[];
  choose: (value: string, chosen: boolean, ...more: readonly string[]) => void;
  /** The search text; undefined if there are too few choices to need a search. */
  search: string | undefined;
  searchFor: (search: string) => void;
  /** Set if the choices come from a search of the host. */
  searching: Searching | undefined;
  /** Set if the person may write an answer of their own. */
  other: OtherChoice | undefined;
  /** For the controls: Enter submits the answer, except in the search field. */
  onKeyDown: (event: KeyboardEvent) => void;
  summary: string;
  ready: boolean;
  /** Whether more is chosen than may be. */
  isOver: boolean;
  commit: () => void;
  onDecline: (() => void) | undefined;
}

export const [ChoiceListProvider, useChoiceList] = partContext<ChoiceListState>('ChoiceListParts.Root', 'the choices');

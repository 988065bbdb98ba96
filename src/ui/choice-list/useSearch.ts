import { useEffect, useRef, useState } from 'react';
import type { Choice } from '../../protocol/choice.ts';

/** A choice as a list gets it. A text is its own label. */
export type Listed = string | Choice;

/**
 * Finds choices for what the person types. The tool checks the answer.
 *
 * @param signal - aborts as soon as the person types on, and when the list goes
 */
export type ChoiceSearch = (text: string, signal: AbortSignal) => PromiseLike<readonly Listed[]>;

/** A search of the host, as it stands. */
export interface Searching {
  text: string;
  state: 'idle' | 'loading' | 'failed';
  /** The choices of the last search that came to its end. Without a text, those given. */
  found: readonly Listed[];
  searchFor: (text: string) => void;
  again: () => void;
}

/** Search as the person types: once they pause, and only for the last text. */
export function useSearch(search: ChoiceSearch | undefined, given: readonly Listed[]): Searching | undefined {
  const [query, ask] = useState({ text: '' });
  const [{ of, failed, found }, settle] = useState<Settled>({ of: query, failed: false });
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  });
  const text = query.text.trim();
  useEffect(() => {
    if (text === '') return undefined;
    const request = new AbortController();
    const { signal } = request;
    const timer = setTimeout(async () => {
      try {
        const next = readFound(await latest.current?.(text, signal));
        if (!signal.aborted) settle({ of: query, failed: false, found: next });
      } catch {
        if (!signal.aborted) settle((before) => ({ ...before, of: query, failed: true }));
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [query, text]);

  if (search === undefined) return undefined;
  const isOver = text === '' || of === query;
  return {
    text: query.text,
    state: isOver ? (failed && text !== '' ? 'failed' : 'idle') : 'loading',
    found: text === '' ? given : (found ?? given),
    searchFor: (typed) => ask({ text: typed }),
    again: () => ask({ ...query }),
  };
}

interface Settled {
  /** The query that came to its end last. */
  of: object;
  failed: boolean;
  found?: readonly Listed[];
}

/** Shorter than people notice, longer than between two keys. */
const pause = 250;
/** People don't read more. */
const mostFound = 100;

/** The choices in what a search or a draft gave, which may hold anything. */
export function readFound(given: unknown): readonly Listed[] {
  if (!Array.isArray(given)) throw new TypeError('The search of a ChoiceList gave no array of choices.');
  return given.filter(isListed).slice(0, mostFound);
}

function isListed(one: unknown): one is Listed {
  if (typeof one !== 'object' || one === null) return typeof one === 'string';
  const { value, label } = one as Partial<Choice>;
  return typeof value === 'string' && typeof label === 'string';
}

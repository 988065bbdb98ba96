import { createElement, useCallback, useEffect, useReducer, useState, type ComponentType, type ReactNode } from 'react';
import { later, type Later } from '../client/later.ts';
import { words as loadingWords } from '../ui/parts/loading-words.ts';
import { useWords } from '../ui/language/language-context.ts';

/**
 * A component that loads when first shown. If loading fails, Try again loads it again.
 *
 * `React.lazy` remembers a failure as long as the page lives, so a retry could not help.
 *
 * @example
 * const SeatPicker = lazyComponent(() => import('./SeatPicker.tsx'));
 * // in a handler: yield* ctx.render(SeatPicker, { seatMap })
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  const component = later(async () => (await load()).default);

  return function LazyComponent(props) {
    const { loading } = useWords('notes', loadingWords);
    const [, drawAgain] = useReducer((times: number) => times + 1, 0);
    const { failed } = useLoading(component, drawAgain);
    // The question's boundary catches it. Try again mounts this component anew, which loads again.
    if (failed !== undefined) throw failed.cause;
    const Component = component.get();
    if (Component === undefined) return createElement('p', { 'data-elicit': 'elicit-loading' }, loading);
    return createElement(Component, props);
  };
}

/** How the loading of a part of the page stands. */
export interface Loading {
  /** Why the part could not be loaded, and how often that was tried. */
  readonly failed: { readonly cause: unknown; readonly times: number } | undefined;
  readonly again: () => void;
}

/**
 * Load a part of the page, if it is not there.
 *
 * @param onThere - called once it was loaded. The same function each time
 */
export function useLoading(part: Later<unknown>, onThere: () => void): Loading {
  const [failed, setFailed] = useState<Loading['failed']>();
  const [attempt, setAttempt] = useState(1);
  const isMissing = part.get() === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const left = new AbortController();
    part.load().then(
      () => left.signal.aborted || onThere(),
      (cause: unknown) => left.signal.aborted || setFailed({ cause, times: attempt }),
    );
    return () => left.abort();
  }, [part, isMissing, attempt, onThere]);
  return { failed, again: useCallback(() => setAttempt((before) => before + 1), []) };
}

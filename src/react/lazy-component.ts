import { createElement, useReducer, type ComponentType, type ReactNode } from 'react';
import { partNotLoaded } from '../client/client-error.ts';
import { later } from '../client/later.ts';
import { words as loadingWords } from '../ui/parts/loading-words.ts';
import { useWords } from '../ui/language/language-context.ts';
import { useLoading } from './useLoading.ts';

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
    if (failed !== undefined) throw partNotLoaded('A component', failed);
    const Component = component.get();
    if (Component === undefined) return createElement('p', { 'data-elicit': 'elicit-loading' }, loading);
    return createElement(Component, props);
  };
}

import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useNotes } from './useNotes.ts';

/**
 * A component that is loaded when it is first shown, and once more on Try again where that failed.
 *
 * `React.lazy` remembers a failure for as long as the page lives, so that no new try can help a question that it shows.
 *
 * @example
 * const SeatPicker = lazyComponent(() => import('./SeatPicker.tsx'));
 * // in a handler: yield* ctx.render(SeatPicker, { seatMap })
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | undefined;

  return function LazyComponent(props) {
    const { loading } = useNotes();
    const [state, setState] = useState<Loading<Props>>({ Component: loaded });
    useEffect(() => {
      if (loaded !== undefined) return setState({ Component: loaded });
      let isLeft = false;
      const fail = (cause: unknown) => isLeft || setState({ failed: { cause } });
      const take = (module: { default: ComponentType<Props> }) => {
        loaded = module.default;
        if (!isLeft) setState({ Component: loaded });
      };
      // Begun in a promise, so that what a loader throws at once fails like the rest.
      Promise.resolve().then(load).then(take).catch(fail);
      return () => {
        isLeft = true;
      };
    }, []);
    // The question's boundary takes it; on Try again this component is mounted anew, and loads anew.
    if (state.failed !== undefined) throw state.failed.cause;
    if (state.Component === undefined) return createElement('p', { 'data-part': 'elicit-loading' }, loading);
    return createElement(state.Component, props);
  };
}

interface Loading<Props> {
  readonly Component?: ComponentType<Props> | undefined;
  readonly failed?: { readonly cause: unknown } | undefined;
}

import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useNotes } from './useNotes.ts';

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
  let loaded: ComponentType<Props> | undefined;

  return function LazyComponent(props) {
    const { loading } = useNotes();
    const [state, setState] = useState<Loading<Props>>({ Component: loaded });
    useEffect(() => {
      if (loaded !== undefined) return setState({ Component: loaded });
      const fail = (cause: unknown) => setState({ failed: { cause } });
      const take = (module: { default: ComponentType<Props> }) => setState({ Component: (loaded = module.default) });
      // Call it inside a promise, so that a synchronous throw fails the same way.
      Promise.resolve().then(load).then(take).catch(fail);
      return undefined;
    }, []);
    // The question's boundary catches it. Try again mounts this component anew, which loads again.
    if (state.failed !== undefined) throw state.failed.cause;
    if (state.Component === undefined) return createElement('p', { 'data-elicit': 'elicit-loading' }, loading);
    return createElement(state.Component, props);
  };
}

interface Loading<Props> {
  readonly Component?: ComponentType<Props> | undefined;
  readonly failed?: { readonly cause: unknown } | undefined;
}

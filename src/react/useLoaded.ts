import { useEffect, useState } from 'react';
import type { Loader } from './loader.ts';

/**
 * What a loader loads, or undefined until it has.
 *
 * @throws what kept it from loading, for the boundary around: mounted anew, it tries again
 */
export function useLoaded<T>(loader: Loader<T>): T | undefined {
  // What is loaded may be a component: a function, which React would call.
  const [state, setState] = useState<Loaded<T>>(() => ({ value: loader.loaded() }));
  useEffect(() => {
    let isLeft = false;
    void loader.load().then(
      (value) => isLeft || setState((last) => (last.value === value ? last : { value })),
      (cause: unknown) => isLeft || setState({ failure: { cause } }),
    );
    return () => {
      isLeft = true;
    };
  }, [loader]);
  if (state.failure !== undefined) throw state.failure.cause;
  return state.value;
}

interface Loaded<T> {
  value?: T | undefined;
  failure?: { cause: unknown };
}

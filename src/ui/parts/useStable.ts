import { useCallback, useEffect, useRef } from 'react';

/** Return a function that never changes and calls the latest handler, so that a new handler redraws nothing. */
export function useStable<A extends unknown[]>(handler: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

import { useCallback, useEffect, useRef } from 'react';

/** A handler that is the same function all along and does what the last one given does: it draws nothing again. */
export function useStable<A extends unknown[]>(handler: (...args: A) => void): (...args: A) => void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

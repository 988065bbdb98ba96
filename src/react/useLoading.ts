import { useCallback, useEffect, useState } from 'react';
import type { Later } from '../client/later.ts';

/**
 * Load a part of the page, if it is not there.
 *
 * @param onThere - called once it was loaded. The same function each time
 */
export function useLoading(part: Later<unknown>, onThere: () => void) {
  /** Why the part could not be loaded, and how often that was tried. */
  const [failed, setFailed] = useState<{ readonly cause: unknown; readonly times: number }>();
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

import { useEffect, useState } from 'react';
import { longestTimer } from '../base/timers.ts';

/** The last minute of a deadline is counted down. In milliseconds. */
const minute = 60_000;

/**
 * What is left of a question's time: `enough`; `short` from its last fifth on; then the whole seconds of the last minute,
 * 0 when it is up. Undefined without a deadline. Re-renders only when that changes.
 *
 * @param expiresAt - in milliseconds since the Unix epoch
 * @param timeout - how long the question waits, in milliseconds. @default unknown
 */
export function useTimeLeft(
  expiresAt: number | undefined,
  timeout: number | undefined,
): number | 'enough' | 'short' | undefined {
  const [left, setLeft] = useState<number | 'enough' | 'short'>();
  useEffect(() => {
    if (expiresAt === undefined) return;
    const shortBelow = Math.max((timeout ?? 0) / 5, minute);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const milliseconds = Math.max(0, expiresAt - Date.now());
      const seconds = Math.ceil(milliseconds / 1000);
      const isCounted = milliseconds <= minute;
      setLeft(isCounted ? seconds : milliseconds <= shortBelow ? 'short' : 'enough');
      if (milliseconds === 0) return;
      const until = isCounted ? (seconds - 1) * 1000 : milliseconds <= shortBelow ? minute : shortBelow;
      timer = setTimeout(look, Math.min(milliseconds - until, longestTimer));
    };
    look();
    return () => clearTimeout(timer);
  }, [expiresAt, timeout]);
  return expiresAt === undefined ? undefined : left;
}

import { useEffect, useState } from 'react';
import { longestTimer } from '../base/timers.ts';

/** The last minute of a deadline is counted down, in seconds. */
const counted = 60;

/**
 * The whole seconds left of the last minute: 0 when the time is up; undefined before that minute, or without a
 * deadline. Re-renders only in that minute.
 */
export function useTimeLeft(expiresAt: number | undefined): number | undefined {
  const [left, setLeft] = useState<number>();
  useEffect(() => {
    if (expiresAt === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const milliseconds = Math.max(0, expiresAt - Date.now());
      const seconds = Math.ceil(milliseconds / 1000);
      setLeft(seconds <= counted ? seconds : undefined);
      if (milliseconds === 0) return;
      const next = seconds <= counted ? milliseconds - (seconds - 1) * 1000 : milliseconds - counted * 1000;
      timer = setTimeout(look, Math.min(next, longestTimer));
    };
    look();
    return () => clearTimeout(timer);
  }, [expiresAt]);
  return expiresAt === undefined ? undefined : left;
}

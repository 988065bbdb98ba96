import { useEffect, useState } from 'react';

/** The time, read again every half minute. In milliseconds since the Unix epoch. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

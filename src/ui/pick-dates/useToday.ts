import { useSyncExternalStore } from 'react';
import type { Day } from '../../protocol/days.ts';

/** The person's day. On a server, and while a page takes over from one, the day in UTC: both know that one. */
export function useToday(): Day {
  return useSyncExternalStore(never, localToday, () => Math.floor(Date.now() / msPerDay));
}

function localToday(): Day {
  const now = new Date();
  return Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / msPerDay;
}

const never = () => () => {};
const msPerDay = 86_400_000;

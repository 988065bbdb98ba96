import { useSyncExternalStore } from 'react';

/** The zone whose clocks the person reads; undefined on the server, which does not know it. */
export function useTimeZone(given: string | undefined): string | undefined {
  const own = useSyncExternalStore(subscribe, zoneOfBrowser, () => undefined);
  return given ?? own;
}

const subscribe = () => () => {};

function zoneOfBrowser(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

import { useSyncExternalStore } from 'react';

/** The person's time zone. Undefined on the server, which cannot know it. */
export function useTimeZone(given: string | undefined): string | undefined {
  const own = useSyncExternalStore(subscribe, zoneOfBrowser, () => undefined);
  return given ?? own;
}

const subscribe = () => () => {};

function zoneOfBrowser(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

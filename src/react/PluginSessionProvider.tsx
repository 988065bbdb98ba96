import { useMemo, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import { AnnouncerRegion } from './AnnouncerRegion.tsx';
import { createAnnouncer } from './announcer.ts';
import { createDialogQueue } from './dialog-queue.ts';
import { createOutletClaims } from './outlet-claims.ts';
import { SessionContext } from './session-context.ts';

/** Props of `PluginSessionProvider`. */
export interface PluginSessionProviderProps extends LanguageProps {
  client: PluginClient;
  children?: ReactNode;
}

/**
 * Give a client to `usePluginSession` and `<ElicitOutlet>` below, and tell those who do not see the page that a
 * question has come or ended.
 *
 * The client is the host's: unmounting stops nothing and never closes it.
 */
export function PluginSessionProvider({ client, locale, messages, children }: PluginSessionProviderProps): ReactNode {
  const value = useMemo(
    () => ({ client, claims: createOutletClaims(), announcer: createAnnouncer(), dialogs: createDialogQueue() }),
    [client],
  );
  return (
    <SessionContext.Provider value={value}>
      <ElicitLocaleProvider locale={locale} messages={messages}>
        {children}
        <AnnouncerRegion client={client} announcer={value.announcer} />
      </ElicitLocaleProvider>
    </SessionContext.Provider>
  );
}

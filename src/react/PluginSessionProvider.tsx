import { useMemo, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { ElicitLocaleProvider } from '../ui/language/ElicitLocaleProvider.tsx';
import { AnnouncerRegion } from './AnnouncerRegion.tsx';
import { createAnnouncer } from './announcer.ts';
import { AskerContext, type AskerNames } from './asker.ts';
import { createDialogQueue } from './dialog-queue.ts';
import { createOutletClaims } from './outlet-claims.ts';
import { FallbackContext, type ElicitFallback } from './fallback.ts';
import { SessionContext } from './session-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';

/** Props of `PluginSessionProvider`. */
export interface PluginSessionProviderProps extends LanguageProps, AskerNames {
  client: PluginClient;
  /** Shows questions that no plugin asks, in place of the form. */
  fallback?: ElicitFallback | undefined;
  children?: ReactNode;
}

/**
 * Give a client to `usePluginSession` and `<ElicitOutlet>` below, and tell those who do not see the page that a
 * question has come or ended.
 *
 * While it is mounted the client tells the server that questions without a plugin get a form, and pages are opened, so
 * that the model is offered the tools which ask such; the client's own `capabilities` count before that.
 *
 * The client is the host's: unmounting stops nothing and never closes it.
 */
export function PluginSessionProvider({
  client,
  fallback,
  assistant,
  toolTitles,
  locale,
  messages,
  children,
}: PluginSessionProviderProps): ReactNode {
  const value = useMemo(
    () => ({ client, claims: createOutletClaims(), announcer: createAnnouncer(), dialogs: createDialogQueue() }),
    [client],
  );
  const names = useMemo(() => ({ assistant, toolTitles }), [assistant, toolTitles]);
  // Before any effect below can post something.
  useBrowserLayoutEffect(() => client.declare({ genericForm: true, url: true }), [client]);
  return (
    <SessionContext.Provider value={value}>
      <ElicitLocaleProvider locale={locale} messages={messages}>
        <AskerContext.Provider value={names}>
          <FallbackContext.Provider value={fallback}>{children}</FallbackContext.Provider>
          <AnnouncerRegion client={client} announcer={value.announcer} dialogs={value.dialogs} />
        </AskerContext.Provider>
      </ElicitLocaleProvider>
    </SessionContext.Provider>
  );
}

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
  /** Shows questions that no plugin asks, instead of the form. */
  fallback?: ElicitFallback | undefined;
  children?: ReactNode;
}

/**
 * Provide a client to `usePluginSession` and `<ElicitOutlet>`, and announce to screen readers that a question has come
 * or ended.
 *
 * While mounted, it declares that the page shows a form for questions without a plugin, and pages to open. The model is
 * then offered the tools that need them. The client's own `capabilities` take precedence.
 *
 * The host owns the client: unmounting stops nothing and never closes it.
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
    () => ({
      client,
      claims: createOutletClaims(),
      announcer: createAnnouncer(),
      dialogs: createDialogQueue(),
      notes: new WeakMap(),
    }),
    [client],
  );
  const names = useMemo(() => ({ assistant, toolTitles }), [assistant, toolTitles]);
  // Declare before any effect below can send a POST.
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

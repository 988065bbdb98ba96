import { useEffect, useMemo, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { LanguageProps } from '../ui/language/elicit-messages.ts';
import { LanguageContext, useLanguage } from '../ui/language/language-context.ts';
import { useBrowserLayoutEffect } from '../ui/parts/useBrowserLayoutEffect.ts';
import { AnnouncerRegion, createAnnouncer } from './announcer.tsx';
import type { AskerNames } from './asker.ts';
import { createOutlets } from './outlets.ts';
import { itemGroup } from './OutletStandIn.tsx';
import { createSafety } from './safe-words.ts';
import { AskerContext, FallbackContext, SessionContext, type ElicitFallback } from './session-context.ts';

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
      outlets: createOutlets(client),
      announcer: createAnnouncer(client),
    }),
    [client],
  );
  const names = useMemo(() => ({ assistant, toolTitles }), [assistant, toolTitles]);
  const spoken = useLanguage({ locale, messages });
  const language = useMemo(() => ({ ...spoken, madeSafe: createSafety(client) }), [spoken, client]);
  // Declare before any effect below can send a POST.
  useBrowserLayoutEffect(() => client.declare({ genericForm: true, url: true }), [client]);
  // The outlet loads it once more, and says so, if that fails when a question is there.
  useEffect(() => void itemGroup.load().catch(() => undefined), []);
  return (
    <SessionContext.Provider value={value}>
      <LanguageContext.Provider value={language}>
        <AskerContext.Provider value={names}>
          <FallbackContext.Provider value={fallback}>{children}</FallbackContext.Provider>
          <AnnouncerRegion {...value} />
        </AskerContext.Provider>
      </LanguageContext.Provider>
    </SessionContext.Provider>
  );
}

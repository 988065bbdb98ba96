import { useMemo, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import { createOutletClaims } from './outlet-claims.ts';
import { SessionContext } from './session-context.ts';

export interface PluginSessionProviderProps {
  client: PluginClient;
  children?: ReactNode;
}

/**
 * Give a client to `usePluginSession` and `<ElicitOutlet>` below.
 *
 * The client is the host's: unmounting stops nothing and never closes it.
 */
export function PluginSessionProvider({ client, children }: PluginSessionProviderProps): ReactNode {
  const value = useMemo(() => ({ client, claims: createOutletClaims() }), [client]);
  return <SessionContext.Provider value={value}>{children}</SessionContext.Provider>;
}

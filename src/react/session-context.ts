import { createContext, useContext, type ReactNode } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { OpenItem } from '../client/elicit-item.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { Announcer } from './announcer.tsx';
import type { AskerNames } from './asker.ts';
import type { Outlets } from './outlets.ts';

/** What a provider gives to its children, the same for as long as it has the same client. */
export interface SessionContextValue {
  readonly client: PluginClient;
  readonly outlets: Outlets;
  readonly announcer: Announcer;
}

export const SessionContext = createContext<SessionContextValue | undefined>(undefined);

/** @throws {MissingProviderError} outside `<PluginSessionProvider>` */
export function useSessionContext(what: string): SessionContextValue {
  const value = useContext(SessionContext);
  if (value === undefined) throw new MissingProviderError(what);
  return value;
}

/** A hook or component of this package was used outside its provider. */
export class MissingProviderError extends CodedError<'MISSING_PROVIDER'> {
  constructor(what: string, options?: ErrorOptions) {
    super(
      'MISSING_PROVIDER',
      `${what} found no client. Put it inside <PluginSessionProvider client={client}>, and load elicitkit once.`,
      options,
    );
  }
}

export const AskerContext = createContext<AskerNames>({});

/**
 * Renders a question that no plugin asks, instead of the form. Return nothing to leave it to the form, or to the page
 * to open.
 *
 * @example
 * <PluginSessionProvider fallback={(item) => item.toolName === 'rate' && <Stars item={item} />}>
 */
export type ElicitFallback = (item: OpenItem) => ReactNode;

/** The provider's own; an outlet may have another. */
export const FallbackContext = createContext<ElicitFallback | undefined>(undefined);

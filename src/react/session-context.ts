import { createContext, useContext } from 'react';
import type { PluginClient } from '../client/client-options.ts';
import type { Announcer } from './announcer.ts';
import type { DialogQueue } from './dialog-queue.ts';
import type { OutletClaims } from './outlet-claims.ts';
import type { Notes } from './useNotes.ts';
import { CodedError } from '../protocol/coded-error.ts';

/** What a provider gives to its children. */
export interface SessionContextValue {
  readonly client: PluginClient;
  readonly claims: OutletClaims;
  readonly announcer: Announcer;
  readonly dialogs: DialogQueue;
  /** By the host's words, those that cannot throw. */
  readonly notes: WeakMap<Notes, Notes>;
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

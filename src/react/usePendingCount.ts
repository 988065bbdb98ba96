import type { ClientSnapshot } from '../client/client-snapshot.ts';
import { usePluginSession } from './usePluginSession.ts';

/**
 * How many questions wait for the person: to be answered, or to be retried.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePendingCount(): number {
  return usePluginSession(countPending);
}

function countPending({ pending }: ClientSnapshot): number {
  return pending.filter(({ status }) => status !== 'sending').length;
}

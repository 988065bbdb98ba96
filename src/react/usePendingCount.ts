import type { ClientSnapshot } from '../client/client-snapshot.ts';
import { usePluginSession } from './usePluginSession.ts';

/**
 * How many questions wait for the person: to be answered, or to be retried. A card that is open again to change an
 * answer is not counted: the earlier answer counts, and nothing waits for another.
 *
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function usePendingCount(): number {
  return usePluginSession(countPending);
}

function countPending({ pending }: ClientSnapshot): number {
  return pending.filter(({ status, revises }) => status !== 'sending' && !revises).length;
}

import type { DurableStore } from 'elicitkit/server';

/** Count the conversations that nobody has looked at in time. In a healthy deployment there are none. */
export async function overdue(store: DurableStore, late = 60_000): Promise<number> {
  const found = await store.due('chat', Date.now() - late, 1000);
  return found.length;
}

import type { ItemActions } from './elicit-item.ts';

/**
 * Wrap a host callback so that it cannot break the client. Errors are rethrown on their own, for the host's console.
 */
export function guardCallback<T>(callback: ((value: T) => void) | undefined): (value: T) => void {
  return (value) => {
    try {
      callback?.(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

/** Refuse item methods once the client is closed: a page can still show the items. */
export function guardActions(actions: ItemActions, isClosed: () => boolean, refuse: () => void): ItemActions {
  const entries = Object.entries(actions as unknown as Record<string, (...args: unknown[]) => void>);
  return Object.fromEntries(
    entries.map(([name, act]) => [name, (...args: unknown[]) => (isClosed() ? refuse() : act(...args))]),
  ) as unknown as ItemActions;
}

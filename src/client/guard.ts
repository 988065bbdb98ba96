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

/**
 * Refuse item methods once the client is closed: a page can still show the items.
 *
 * @param used - returns false if it is closed
 */
export function guardActions(actions: ItemActions, used: () => boolean): ItemActions {
  const entries = Object.entries(actions as unknown as Record<string, (...args: unknown[]) => void>);
  return Object.fromEntries(
    entries.map(([name, act]) => [name, (...args: unknown[]) => (used() ? act(...args) : undefined)]),
  ) as unknown as ItemActions;
}

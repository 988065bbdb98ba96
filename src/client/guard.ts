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
  const guard =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args) =>
      isClosed() ? refuse() : act(...args);
  const { accept, decline, cancel, retry, askAgain, answer, setDraft, setAside } = actions;
  return {
    accept: guard(accept),
    decline: guard(decline),
    cancel: guard(cancel),
    retry: guard(retry),
    askAgain: guard(askAgain),
    answer: guard(answer),
    setDraft: guard(setDraft),
    setAside: guard(setAside),
  };
}

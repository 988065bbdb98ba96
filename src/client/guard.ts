import type { ItemActions } from './elicit-item.ts';

/** A host's callback that cannot break us: what it throws is thrown again on its own, for the host's console. */
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

/** The methods of items outlive the client, in whatever still shows them: closed, it refuses them. */
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

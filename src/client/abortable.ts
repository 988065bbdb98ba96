/** The part of an `AbortSignal` that is needed here. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** An `AbortController` for any number of listeners: Node warns of more than ten on an `AbortSignal`. */
export function createStop(): { readonly signal: StopSignal; abort(reason: unknown): void } {
  const listeners = new Set<() => void>();
  let stopped: { readonly reason: unknown } | undefined;
  return {
    signal: {
      get aborted() {
        return stopped !== undefined;
      },
      get reason() {
        return stopped?.reason;
      },
      throwIfAborted() {
        if (stopped !== undefined) throw stopped.reason;
      },
      addEventListener: (_, listener) => void listeners.add(listener),
      removeEventListener: (_, listener) => void listeners.delete(listener),
    },
    abort(reason) {
      stopped ??= { reason };
      const now = [...listeners];
      listeners.clear();
      for (const listener of now) listener();
    },
  };
}

/**
 * A promise that stops waiting when a signal aborts.
 *
 * @param begin - begins to wait, as `new Promise` does. What it returns stops that, and may be called more than once
 * @returns rejects with the signal's reason when that aborts first
 */
export function abortable<T>(
  signal: StopSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = () => end(() => reject(signal.reason));
    let stop: (() => void) | undefined;
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', onAbort);
      // Whatever it tells as it begins may end it.
      if (stop === undefined) queueMicrotask(() => stop?.());
      else stop();
      settle();
    };
    signal.addEventListener('abort', onAbort);
    stop = begin(
      (value) => end(() => resolve(value)),
      (error) => end(() => reject(error)),
    );
  });
}

/** @throws the signal's reason when that aborts first */
export function pause(milliseconds: number, signal: StopSignal): Promise<void> {
  return abortable<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });
}

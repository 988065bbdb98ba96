/**
 * A promise that stops waiting when a signal aborts.
 *
 * @param begin - begins to wait, as `new Promise` does. What it returns stops that, and may be called more than once
 * @returns rejects with the signal's reason when that aborts first
 */
export function abortable<T>(
  signal: AbortSignal,
  begin: (resolve: (value: T) => void, reject: (error: unknown) => void) => () => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let stop: (() => void) | undefined;
    const end = (settle: () => void) => {
      leave();
      // Whatever it tells as it begins may end it.
      if (stop === undefined) queueMicrotask(() => stop?.());
      else stop();
      settle();
    };
    const leave = heed(signal, () => end(() => reject(signal.reason)));
    stop = begin(
      (value) => end(() => resolve(value)),
      (error) => end(() => reject(error)),
    );
  });
}

/** @throws the signal's reason when that aborts first */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return abortable<void>(signal, (resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    return () => clearTimeout(timer);
  });
}

/**
 * Listen for a signal's abort. All callers share one listener on the signal, because Node warns of more than ten.
 *
 * @param onAbort - not called if the signal has already aborted
 * @returns a function that stops listening
 */
export function heed(signal: AbortSignal, onAbort: () => void): () => void {
  let heeding = heedingOf.get(signal);
  if (heeding === undefined) {
    const all = (heeding = new Set());
    heedingOf.set(signal, all);
    signal.addEventListener(
      'abort',
      () => {
        for (const each of all) each();
      },
      { once: true },
    );
  }
  const own = () => onAbort();
  heeding.add(own);
  return () => heeding.delete(own);
}

const heedingOf = new WeakMap<AbortSignal, Set<() => void>>();

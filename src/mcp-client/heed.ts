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

/** A signal that aborts with the first of several. */
export function anyOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  const controller = new AbortController();
  const stops: (() => void)[] = [];
  const abort = (signal: AbortSignal) => {
    for (const stop of stops) stop();
    controller.abort(signal.reason);
  };
  for (const signal of signals) {
    if (signal === undefined) continue;
    if (signal.aborted) {
      abort(signal);
      break;
    }
    // Abort one of the signals at the end, to release the listeners on all of them.
    stops.push(heed(signal, () => abort(signal)));
  }
  return controller.signal;
}

const heedingOf = new WeakMap<AbortSignal, Set<() => void>>();

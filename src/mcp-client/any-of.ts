import { heed } from '../client/abortable.ts';

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

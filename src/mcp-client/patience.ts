import { longestTimer } from '../base/longest-timer.ts';

/** A time limit that does not count the time a person takes. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Something happened: the time begins anew. */
  readonly renew: () => void;
  readonly end: () => void;
}

/**
 * @param timeout - in milliseconds
 * @param isAsking - while true, the time stands still; it begins anew afterwards
 * @param subscribe - tells when that changes
 */
export function createPatience(
  timeout: number,
  isAsking: () => boolean,
  subscribe: (onChange: () => void) => () => void,
): Patience {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const run = () => {
    if (isAsking()) return;
    isOver = true;
    controller.abort();
  };
  const renew = () => {
    clearTimeout(timer);
    timer = setTimeout(run, Math.min(timeout, longestTimer));
  };
  const unsubscribe = subscribe(renew);
  renew();
  return {
    signal: controller.signal,
    isOver: () => isOver,
    renew,
    end() {
      clearTimeout(timer);
      unsubscribe();
      // Whoever followed this signal lets go of all that it followed.
      controller.abort();
    },
  };
}

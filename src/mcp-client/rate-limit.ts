/** How much one server may ask. */
export interface McpLimits {
  /** Questions that are open at once. @default 10 */
  open?: number | undefined;
  /** Questions within any minute. @default 30 */
  perMinute?: number | undefined;
}

/** Counts what a server asks. */
export interface RateLimit {
  /** @returns false where this one is too many; otherwise give it back with `done` */
  readonly take: (now: number) => boolean;
  readonly done: () => void;
}

export function createRateLimit({ open = 10, perMinute = 30 }: McpLimits = {}): RateLimit {
  let taken: number[] = [];
  let isOpen = 0;
  return {
    take(now) {
      taken = taken.filter((at) => at > now - minute);
      if (isOpen >= open || taken.length >= perMinute) return false;
      taken.push(now);
      isOpen += 1;
      return true;
    },
    done() {
      isOpen -= 1;
    },
  };
}

const minute = 60_000;

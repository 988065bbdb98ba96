/** Timers hold 31 bits of milliseconds, about 24 days; a longer one would end at once. */
export const longestTimer = 2 ** 31 - 1;

/** A timer for one moment, however far away: an engine's own timers end after 24 days. */
export interface Deadline {
  /** Call back at a moment, in milliseconds since the Unix epoch; replaces an earlier one. */
  set(at: number, onPassed: () => void): void;
  clear(): void;
}

export function createDeadline(): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline: Deadline = {
    set(at, onPassed) {
      deadline.clear();
      const left = Math.max(0, at - Date.now());
      timer = setTimeout(
        () => (left > longestTimer ? deadline.set(at, onPassed) : onPassed()),
        Math.min(left, longestTimer),
      );
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
  return deadline;
}

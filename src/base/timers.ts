/** Timers hold 31 bits of milliseconds, about 24 days. A longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** A timer without the engine's limit of 24 days. */
export interface Deadline {
  /** Call back at a moment, in milliseconds since the Unix epoch. Replaces an earlier moment. */
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

/** Timers hold 31 bits of milliseconds, about 24 days. A longer one would fire at once. */
export const longestTimer = 2 ** 31 - 1;

/** A timer without the engine's limit of 24 days. */
export interface Deadline {
  /** Call back at a moment, in milliseconds since the Unix epoch. Replaces an earlier moment. */
  set(at: number, onPassed: () => void): void;
  clear(): void;
}

/** @param keepsAlive - the process does not end before the moment. @default true */
export function createDeadline({ keepsAlive = true }: { keepsAlive?: boolean } = {}): Deadline {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline: Deadline = {
    set(at, onPassed) {
      deadline.clear();
      const left = Math.max(0, at - Date.now());
      const onTime = () => (left > longestTimer ? deadline.set(at, onPassed) : onPassed());
      timer = setTimeout(onTime, Math.min(left, longestTimer));
      // A browser's timer is a number.
      if (!keepsAlive) (timer as { unref?: () => void }).unref?.();
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
  return deadline;
}

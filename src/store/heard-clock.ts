/** The clock of a database, as its replies tell of it. Setting the clock of this process changes nothing. */
export function createHeardClock() {
  /** What to add to the time that this process has run for, in milliseconds. */
  let offset = Date.now() - performance.now();
  return {
    now: () => performance.now() + offset,
    /**
     * It showed this time at some moment since the question was sent: a late reply says little. Change only what that
     * contradicts.
     *
     * @param sent - by `performance.now()`
     */
    hear(time: number, sent: number): void {
      offset = Math.max(time - performance.now(), Math.min(time - sent, offset));
    },
  };
}

/** The clock of a database, as its replies tell of it. */
export function createHeardClock() {
  /** By how much it is ahead of this process's, in milliseconds. */
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    /**
     * It showed this time at some moment since the question was sent: a late reply says little. Change only what that
     * contradicts.
     *
     * @param sent - by the clock of this process
     */
    hear(time: number, sent: number): void {
      ahead = Math.max(time - Date.now(), Math.min(time - sent, ahead));
    },
  };
}

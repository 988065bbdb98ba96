import { sleep, type Operation } from 'effection';

/** Sleep until a moment, in milliseconds since the Unix epoch, however far away it is. */
export function* sleepUntil(moment: number): Operation<void> {
  let left: number;
  do {
    left = moment - Date.now();
    yield* sleep(Math.min(Math.max(0, left), longestTimer));
  } while (left > longestTimer);
}

/** Timers hold 31 bits of milliseconds; a longer one would end at once. */
const longestTimer = 2 ** 31 - 1;

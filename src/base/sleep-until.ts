import { sleep, type Operation } from 'effection';
import { longestTimer } from './longest-timer.ts';

/** Sleep until a moment, in milliseconds since the Unix epoch, however far away it is; not at all where it is over. */
export function* sleepUntil(moment: number): Operation<void> {
  for (let left = moment - Date.now(); left > 0; left = moment - Date.now()) yield* sleep(Math.min(left, longestTimer));
}

import { race, sleep, type Operation } from 'effection';
import { longestTimer } from './longest-timer.ts';

/** Run an operation for so many milliseconds at most; undefined where it took longer, and was halted. */
export function* within<T>(milliseconds: number, operation: () => Operation<T>): Operation<T | undefined> {
  if (!Number.isFinite(milliseconds)) return yield* operation();
  return yield* race<Operation<T | undefined>>([operation(), tooLate(milliseconds)]);
}

function* tooLate(milliseconds: number): Operation<undefined> {
  yield* sleep(Math.min(milliseconds, longestTimer));
  return undefined;
}

import { race, sleep, type Operation } from 'effection';

/** Timers hold 31 bits of milliseconds; a longer one would end at once. */
export const longestTimer = 2 ** 31 - 1;

/** Run an operation for so many milliseconds at most; undefined where it took longer, and was halted. */
export function* within<T>(milliseconds: number, operation: () => Operation<T>): Operation<T | undefined> {
  if (!Number.isFinite(milliseconds)) return yield* operation();
  return yield* race<Operation<T | undefined>>([operation(), tooLate(milliseconds)]);
}

function* tooLate(milliseconds: number): Operation<undefined> {
  yield* sleep(Math.min(milliseconds, longestTimer));
  return undefined;
}

import { race, sleep, type Operation } from 'effection';

/** Run an operation for so many milliseconds at most; undefined where it took longer, and was halted. */
export function* within<T>(milliseconds: number, operation: () => Operation<T>): Operation<T | undefined> {
  if (!Number.isFinite(milliseconds)) return yield* operation();
  return yield* race<Operation<T | undefined>>([operation(), tooLate(milliseconds)]);
}

function* tooLate(milliseconds: number): Operation<undefined> {
  // Timers hold 31 bits of milliseconds.
  yield* sleep(Math.min(milliseconds, 2 ** 31 - 1));
  return undefined;
}

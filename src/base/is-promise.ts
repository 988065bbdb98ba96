/** True for a promise of any realm. `instanceof` recognises only its own realm's. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/**
 * Go on with what work gives: in the same step, or once its promise is settled.
 *
 * @param failed - gets what it threw, or why it was rejected
 */
export function whenDone<T, R>(
  work: () => T | PromiseLike<T>,
  next: (value: T) => R,
  failed: (cause: unknown) => R,
): R | Promise<R> {
  let given: T | PromiseLike<T>;
  try {
    given = work();
  } catch (cause) {
    return failed(cause);
  }
  return isPromise(given) ? Promise.resolve(given).then(next, failed) : next(given);
}

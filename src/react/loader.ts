/** Loads something once, when it is first wanted. */
export interface Loader<T> {
  /** After a failure, whoever asks next tries again. */
  readonly load: () => Promise<T>;
  /** What was loaded, without waiting. */
  readonly loaded: () => T | undefined;
}

export function createLoader<T>(get: () => Promise<T>): Loader<T> {
  let pending: Promise<T> | undefined;
  let value: T | undefined;
  return {
    load() {
      pending ??= get().then(
        (got) => (value = got),
        (cause: unknown) => {
          pending = undefined;
          throw cause;
        },
      );
      return pending;
    },
    loaded: () => value,
  };
}

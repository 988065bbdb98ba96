/** A host's callback that cannot break us: what it throws is thrown again on its own, for the host's console. */
export function guardCallback<T>(callback: ((value: T) => void) | undefined): (value: T) => void {
  return (value) => {
    try {
      callback?.(value);
    } catch (error) {
      queueMicrotask(() => {
        throw error;
      });
    }
  };
}

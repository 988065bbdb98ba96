import { action, type Operation } from 'effection';

/** Yield to all work that is ready to run. */
export function macrotask(): Operation<void> {
  return action((resolve) => {
    if (typeof setImmediate === 'function') {
      const immediate = setImmediate(resolve);
      return () => clearImmediate(immediate);
    }
    const timer = setTimeout(resolve, 0);
    return () => clearTimeout(timer);
  });
}

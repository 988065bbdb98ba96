import { until, type Operation } from 'effection';
import { isPromise } from '../base/is-promise.ts';
import type { Eventual } from '../tool/tool-context.ts';

/** Wait for a plain value, a promise or an operation. */
export function* eventual<T>(start: () => Eventual<T>): Operation<T> {
  const started = start();
  if (isPromise(started)) return yield* until(started);
  if (isOperation(started)) return yield* started;
  return started;
}

/** True for an iterable object that is not a collection. A tool's values are JSON, where only arrays are iterable. */
function isOperation<T>(value: Eventual<T>): value is Operation<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Symbol.iterator in value &&
    !Array.isArray(value) &&
    !(value instanceof Map) &&
    !(value instanceof Set)
  );
}

import type { Operation } from 'effection';
import { comingOf, firstOf, unless, type Coming } from '../base/coming.ts';
import { isPromise } from '../base/is-promise.ts';
import type { Eventual } from '../tool/tool-context.ts';
import { inOperations, isOperation } from './call-body.ts';

/** Wait for a plain value, a promise or an operation, unless one of the others comes first. */
export function* eventual<T, C = never>(start: () => Eventual<T>, ...others: readonly Coming<C>[]): Operation<T | C> {
  const started = start();
  if (isPromise(started)) return yield* firstOf<T | C>(comingOf(started), ...others);
  if (!isOperation<T>(started)) return started;
  const operation = inOperations('It', started);
  return yield* others.length === 0 ? operation : unless(operation, ...others);
}

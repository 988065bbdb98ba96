import type { Effect, Operation } from 'effection';
import { isObject } from '../protocol/json.ts';

/** What was yielded in place of an effect: for `operation`, only the star is missing. */
export type ForeignYield = 'promise' | 'operation' | 'value';

/**
 * Run an operation, and throw into it at a `yield` of something that is no operation, such as a forgotten `*`.
 *
 * @param body - what a generator function returned; anything that is no operation stays as it is
 * @param refuse - makes the error
 */
export function refuseForeignYields<T>(
  body: Operation<T>,
  refuse: (what: ForeignYield, value: unknown) => Error,
): Operation<T> {
  if (!isIterable(body)) return body;
  return {
    [Symbol.iterator]() {
      const iterator = body[Symbol.iterator]();
      const raise = (error: unknown): Step<T> => {
        if (iterator.throw !== undefined) return iterator.throw(error);
        throw error;
      };
      const checked = (first: Step<T>): Step<T> => {
        let step = first;
        while (step.done !== true && !isEffect(step.value)) step = raise(refuse(whatIs(step.value), step.value));
        return step;
      };
      return {
        next: (input) => checked(iterator.next(input)),
        throw: (error) => checked(raise(error)),
        return: (value) => checked(iterator.return?.(value) ?? { done: true, value: value as T }),
      };
    },
  };
}

type Step<T> = IteratorResult<Effect<unknown>, T>;

function whatIs(value: unknown): ForeignYield {
  if (isForsaken(value)) return 'promise';
  return isIterable(value) ? 'operation' : 'value';
}

/** True for a promise that nothing awaits. Its rejection then does not end the process. */
export function isForsaken(value: unknown): boolean {
  if (!(value instanceof Promise)) return false;
  value.catch(() => undefined);
  return true;
}

function isEffect(value: unknown): boolean {
  return isObject(value) && typeof value['enter'] === 'function';
}

/** True for operations, and for data that iterates. */
export function isIterable(value: unknown): value is Operation<unknown> {
  return isObject(value) && typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';
}

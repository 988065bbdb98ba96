import type { Effect, Operation } from 'effection';
import { isObject } from '../protocol/json.ts';
import { AskYieldError } from './errors.ts';

/**
 * Run a tool's body, and throw into it at a `yield` of something that is no operation, such as a forgotten `*`.
 *
 * @param body - what the tool's generator function returned; anything that is no operation stays as it is
 */
export function refuseForeignYields<T>(toolName: string, body: Operation<T>): Operation<T> {
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
        while (step.done !== true && !isEffect(step.value)) step = raise(foreignYield(toolName, step.value));
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

function foreignYield(toolName: string, value: unknown): AskYieldError {
  const refuse = (problem: string) => new AskYieldError(toolName, problem);
  if (isObject(value) && typeof value['ask'] === 'string') {
    const word = value['ask'].slice(0, 40);
    return refuse(`yielded { ask: '${word}' }. Write yield* ask.${word}(message, …), with the star.`);
  }
  if (isObject(value) && 'emit' in value) {
    return refuse('yielded { emit: … }. Write yield* ask.progress(message, done, total), with the star.');
  }
  if (value instanceof Promise) {
    // Nothing awaits it, so don't let its rejection end the process.
    value.catch(() => undefined);
    return refuse("yielded a promise. Write yield* ask.step('name', () => promise).");
  }
  if (isIterable(value)) {
    return refuse("yielded an operation without running it. Write yield* instead of yield: yield* ask.text('…').");
  }
  return refuse(`yielded ${value === null ? 'null' : typeof value}. Only operations can be waited for, with yield*.`);
}

function isEffect(value: unknown): boolean {
  return isObject(value) && typeof value['enter'] === 'function';
}

function isIterable(value: unknown): boolean {
  return isObject(value) && typeof (value as { [Symbol.iterator]?: unknown })[Symbol.iterator] === 'function';
}

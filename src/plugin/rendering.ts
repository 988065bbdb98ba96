import type { Operation } from 'effection';

/**
 * A shown component that waits for its answer. A generator yields it, an async function awaits it. It is shown when that
 * begins.
 */
export interface Rendering<T> extends Operation<T>, PromiseLike<T> {
  /** @internal Without a turn of the event loop. @returns takes it down again */
  '~begin'?(onAnswer: (value: T) => void): () => void;
}

/** The same, with an answer made from the component's. */
export function mapRendering<T, R>(rendering: Rendering<T>, map: (value: T) => R): Rendering<R> {
  const begin = rendering['~begin'];
  return {
    *[Symbol.iterator]() {
      return map(yield* rendering);
    },
    // oxlint-disable-next-line unicorn/no-thenable -- An async function awaits it.
    then: (onAnswer, onError) => rendering.then(map).then(onAnswer, onError),
    ...(begin && { '~begin': (onAnswer: (value: R) => void) => begin((value) => onAnswer(map(value))) }),
  };
}

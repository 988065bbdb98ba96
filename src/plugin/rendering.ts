import type { Operation } from 'effection';

/**
 * A shown component that waits for its answer. A generator yields it, an async function awaits it. It is shown when that
 * begins: each time it is yielded, and once however often it is awaited.
 */
export interface Rendering<T> extends Operation<T>, PromiseLike<T> {
  /** @internal Without a turn of the event loop. @returns takes it down again */
  '~begin'?: Begin<T> | undefined;
}

type Begin<T> = (onAnswer: (value: T) => void) => () => void;

/**
 * @param iterate - what a generator yields
 * @param settle - what an async function awaits
 */
export function renderingOf<T>(
  iterate: Operation<T>[typeof Symbol.iterator],
  settle: () => PromiseLike<T>,
  begin?: Begin<T>,
): Rendering<T> {
  let settling: PromiseLike<T> | undefined;
  const rendering: Rendering<T> & { enter(): never } = {
    [Symbol.iterator]: iterate,
    // Effection calls this on what a plain `yield` gives it.
    enter() {
      throw new Error('Write yield* in place of yield, or await in an async function.');
    },
    // oxlint-disable-next-line unicorn/no-thenable -- What can be awaited is a thenable.
    then: (onAnswer, onError) => (settling ??= settle()).then(onAnswer, onError),
    '~begin': begin,
  };
  return rendering;
}

/** The same, with an answer made from the component's. */
export function mapRendering<T, R>(rendering: Rendering<T>, map: (value: T) => R): Rendering<R> {
  const begin = rendering['~begin'];
  return renderingOf(
    function* () {
      return map(yield* rendering);
    },
    () => rendering.then(map),
    begin && ((onAnswer) => begin((value) => onAnswer(map(value)))),
  );
}

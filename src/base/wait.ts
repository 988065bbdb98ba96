import { action, run, sleep, until, type Operation } from 'effection';
import { after, unless, type Coming } from './coming.ts';
import { longestTimer } from './timers.ts';

/** Sleep until a moment, in milliseconds since the Unix epoch. It may be past, or further away than a timer's limit. */
export function* sleepUntil(moment: number): Operation<void> {
  for (let left = moment - Date.now(); left > 0; left = moment - Date.now()) yield* sleep(Math.min(left, longestTimer));
}

/** Run an operation for at most this many milliseconds. If it takes longer, halt it and return undefined. */
export function* within<T>(milliseconds: number, operation: () => Operation<T>): Operation<T | undefined> {
  if (!Number.isFinite(milliseconds)) return yield* operation();
  return yield* unless(operation(), after(milliseconds, undefined));
}

/** Do work once, to its end. Who comes meanwhile waits for it, too. */
export function onceFor(work: () => Operation<void>): () => Operation<void> {
  let done: Promise<void> | undefined;
  return () => until((done ??= run(work)));
}

export function* constant<T>(value: T): Operation<T> {
  return value;
}

export const nothing = (): Operation<undefined> => constant(undefined);

/** Comes when all work that is ready now has run. */
export const nextTurn: Coming<void> = (resolve) => {
  if (typeof setImmediate === 'function') {
    const immediate = setImmediate(resolve);
    return () => clearImmediate(immediate);
  }
  const timer = setTimeout(resolve, 0);
  return () => clearTimeout(timer);
};

/** Let all work that is ready run first. */
export const macrotask = (): Operation<void> => action(nextTurn);

/** How many items to start before the rest of the process gets a turn. */
const slice = 10;

/** Start an action for each item, in slices, so that a long list does not block the event loop. */
export function* inSlices<T>(items: Iterable<T>, begin: (item: T) => void): Operation<void> {
  for (const [before, item] of [...items].entries()) {
    if (before > 0 && before % slice === 0) yield* macrotask();
    begin(item);
  }
}

import { action, scoped, spawn, type Operation } from 'effection';
import { longestTimer } from './timers.ts';

/** Something that comes from outside: calls back when it comes. Returns what stops that. An `action` waits for it. */
export type Coming<T> = (resolve: (value: T) => void, reject: (error: Error) => void) => () => void;

/** Comes after this many milliseconds, or after a timer's limit. */
export function after<T>(milliseconds: number, value: T): Coming<T> {
  return (resolve) => {
    const timer = setTimeout(() => resolve(value), Math.min(milliseconds, longestTimer));
    return () => clearTimeout(timer);
  };
}

/** Fails with this error after so many milliseconds. */
export function failsAfter(milliseconds: number, errorOf: () => Error): Coming<never> {
  return (_resolve, reject) => after(milliseconds, undefined)(() => reject(errorOf()), reject);
}

/** Comes when the promise is settled. */
export function comingOf<T>(promise: Promise<T>): Coming<T> {
  return (resolve, reject) => {
    promise.then(resolve, reject);
    return () => undefined;
  };
}

/** Wait for the first of these. */
export function firstOf<T>(...comings: readonly Coming<T>[]): Operation<T> {
  return action((resolve, reject) => {
    // An action takes the last of what comes at once.
    const first = createOnce<T>();
    first.coming(resolve, reject);
    const stops = comings.map((coming) => coming(first.resolve, first.reject));
    return () => {
      for (const stop of stops) stop();
    };
  });
}

/** The first of these, where no operation runs. */
export function firstCame<T>(...comings: readonly Coming<T>[]): Promise<T> {
  let stops: (() => void)[] = [];
  const first = new Promise<T>((resolve, reject) => {
    stops = comings.map((coming) => coming(resolve, reject));
  });
  return first.finally(() => stops.forEach((stop) => stop()));
}

/** What comes first: what this work gives, or the other. */
export const firstDone = <T>(work: Promise<T>, other: Coming<T>): Promise<T> => firstCame(comingOf(work), other);

/** How to look for something. Times are in milliseconds. */
export interface Looking {
  /** The longest wait. */
  readonly atMost: number;
  /** How often to look for what nobody here may hear of. @default never */
  readonly every?: number | undefined;
  /** Something that is worth another look, each time it comes. @default nothing */
  readonly news?: Coming<void> | undefined;
  /** Each of them ends the wait. @default nothing */
  readonly ends?: readonly Coming<void>[] | undefined;
}

/** Look until something is found or the wait is over. @returns what was found, or undefined */
export async function lookUntil<T>(
  look: () => Promise<T | undefined>,
  { atMost, every = Infinity, news = () => () => undefined, ends = [] }: Looking,
): Promise<T | undefined> {
  // A clock that is set back would make the wait longer.
  let last = performance.now() + atMost;
  const over = createOnce<void>();
  const end = () => {
    last = 0;
    over.resolve();
  };
  const stops = ends.map((coming) => coming(end, end));
  try {
    for (;;) {
      // Listen before looking, or what comes meanwhile would go unheard.
      const next = firstCame(news, over.coming, after(Math.min(every, last - performance.now()), undefined));
      const found = await look();
      if (found !== undefined || performance.now() >= last) return found;
      await next;
    }
  } finally {
    end();
    for (const stop of stops) stop();
  }
}

/** Run an operation, unless one of these comes first: then halt it. This takes one task, where a `race` takes four. */
export function* unless<T, C>(operation: Operation<T>, ...others: readonly Coming<C>[]): Operation<T | C> {
  return yield* scoped(() => firstWith(operation, others));
}

function* firstWith<T, C>(operation: Operation<T>, others: readonly Coming<C>[]): Operation<T | C> {
  const done = createOnce<T>();
  yield* spawn(() => fulfil(done, () => operation));
  return yield* firstOf<T | C>(done.coming, ...others);
}

/** Do the work, and tell who waits what came of it. */
export function* fulfil<T>({ resolve, reject }: Pick<Once<T>, 'resolve' | 'reject'>, work: () => Operation<T>) {
  try {
    resolve(yield* work());
  } catch (error) {
    reject(error as Error);
  }
}

/** Something that comes once, or fails to, for any number of listeners. */
export interface Once<T> {
  readonly coming: Coming<T>;
  resolve(value: T): void;
  reject(error: Error): void;
}

export function createOnce<T>(): Once<T> {
  const listeners = new Set<Omit<Once<T>, 'coming'>>();
  let tell: ((listener: Omit<Once<T>, 'coming'>) => void) | undefined;
  function settle(told: NonNullable<typeof tell>): void {
    tell ??= told;
    for (const listener of listeners) tell(listener);
    listeners.clear();
  }
  return {
    coming(resolve, reject) {
      const listener = { resolve, reject };
      if (tell === undefined) listeners.add(listener);
      else tell(listener);
      return () => listeners.delete(listener);
    },
    resolve: (value) => settle((listener) => listener.resolve(value)),
    reject: (error) => settle((listener) => listener.reject(error)),
  };
}

export type Ticker = ReturnType<typeof createTicker>;

/** Wakes all who wait for something, each time it ticks. */
export function createTicker() {
  let ticked = createOnce<void>();
  const coming: Coming<void> = (...told) => ticked.coming(...told);
  return {
    coming,
    tick(): void {
      const { resolve } = ticked;
      ticked = createOnce();
      resolve();
    },
  };
}

/** Comes when the signal aborts. Many who wait for it at once share a `createOnce`: each of these is a listener. */
export function endOf(signal: AbortSignal): Coming<void> {
  return (resolve) =>
    abortOf(signal)(
      () => undefined,
      () => resolve(),
    );
}

/** Fails with the signal's reason when it aborts. */
export function abortOf(signal: AbortSignal): Coming<never> {
  return (_resolve, reject) => {
    const over = () => reject(signal.reason as Error);
    if (signal.aborted) over();
    else signal.addEventListener('abort', over, { once: true });
    return () => signal.removeEventListener('abort', over);
  };
}

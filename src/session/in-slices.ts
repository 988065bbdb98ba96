import type { Operation } from 'effection';
import { macrotask } from '../runtime/macrotask.ts';

/** How many of something are begun before the rest of the process gets its turn. */
const slice = 10;

/** Begin the same for each of many, in slices, so that together they do not hold the event loop. */
export function* inSlices<T>(items: Iterable<T>, begin: (item: T) => void): Operation<void> {
  let begun = 0;
  for (const item of items) {
    begin(item);
    begun += 1;
    if (begun % slice === 0) yield* macrotask();
  }
}

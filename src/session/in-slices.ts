import type { Operation } from 'effection';
import { macrotask } from '../runtime/macrotask.ts';

/** How many to start before the rest of the process gets its turn. */
const slice = 10;

/** Start an action for each item, in slices, so that many items do not block the event loop. */
export function* inSlices<T>(items: Iterable<T>, begin: (item: T) => void): Operation<void> {
  let begun = 0;
  for (const item of items) {
    begin(item);
    begun += 1;
    if (begun % slice === 0) yield* macrotask();
  }
}

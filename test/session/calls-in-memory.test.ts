import { run } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, ask, closing, describeCallRecords, entry, openCalls, pending } from './call-records-contract.ts';

describeCallRecords('calls in memory', (options) => openCalls(undefined, options));

describe('calls in memory', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('are changed one at a time, without a look at the others', () =>
    run(function* () {
      const calls = openCalls();
      for (let index = 0; index < 100; index += 1) yield* calls.create({ ...entry, id: `s${index}` });
      yield* calls.create({ ...entry, id: 'over' });
      yield* calls.end('over');
      const steps = stepsThroughMaps();
      yield* calls.change('s50', closing());
      expect(steps()).toBeLessThan(5);
    }));

  it('leave the newest answers of deleted calls, as many as it may', () =>
    run(function* () {
      const calls = openCalls(undefined, { rememberedAnswers: 3 });
      function* end(id: string, elicitIds: readonly string[]) {
        yield* calls.create({ ...entry, id, pending: [] });
        for (const elicitId of elicitIds) {
          yield* calls.change(id, { ask: { ...pending, elicitId } });
          yield* calls.change(id, closing(elicitId));
        }
        yield* calls.end(id);
      }
      const askFirst = (id: string) => ask(calls, id, { ...answer, elicitId: 'q1' });
      yield* end('a', ['q1']);
      yield* end('b', ['q1', 'q2']);
      expect(yield* askFirst('a')).toEqual({ outcome: 'repeated', action: 'decline' });
      // A call that was never asked anything takes a place too.
      yield* end('c', []);
      expect(yield* askFirst('a')).toEqual({ outcome: 'unknown' });
      expect(yield* askFirst('b')).toEqual({ outcome: 'repeated', action: 'decline' });
      yield* end('d', ['q1']);
      expect(yield* askFirst('b')).toEqual({ outcome: 'unknown' });
      expect(yield* askFirst('c')).toEqual({ outcome: 'ended', status: 'completed' });
      expect(yield* askFirst('d')).toEqual({ outcome: 'repeated', action: 'decline' });
    }));
});

/** Counts from now on how many entries of maps are walked past. */
function stepsThroughMaps(): () => number {
  let steps = 0;
  const iterators = Object.getPrototypeOf(new Map().entries()) as Iterator<unknown>;
  const next = Reflect.get(iterators, 'next') as () => IteratorResult<unknown>;
  vi.spyOn(iterators, 'next').mockImplementation(function (this: Iterator<unknown>) {
    steps += 1;
    return next.call(this);
  });
  return () => steps;
}

import { run } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../src/session/memory-store.ts';
import { answer, ask, closing, describeSessionStore, entry, pending } from './session-store-contract.ts';

describeSessionStore('a memory store', () => createMemoryStore());

describe('a memory store', () => {
  afterEach(() => void vi.restoreAllMocks());

  it('writes to one session without a look at the others', () =>
    run(function* () {
      const store = createMemoryStore();
      for (let index = 0; index < 100; index += 1) yield* store.create({ ...entry, id: `s${index}` });
      yield* store.create({ ...entry, id: 'over' });
      yield* store.delete('over');
      const steps = stepsThroughMaps();
      yield* store.commit('s50', closing());
      expect(steps()).toBeLessThan(5);
    }));

  it('remembers the newest answers of deleted sessions, as many as it may', () =>
    run(function* () {
      const store = createMemoryStore({ rememberedAnswers: 3 });
      function* end(id: string, elicitIds: readonly string[]) {
        yield* store.create({ ...entry, id, pending: [] });
        for (const elicitId of elicitIds) {
          yield* store.commit(id, { ask: { ...pending, elicitId } });
          yield* store.commit(id, closing(elicitId));
        }
        yield* store.commit(id, { outcome: { status: 'completed', content: '' } });
        yield* store.delete(id);
      }
      const askFirst = (id: string) => ask(store, id, { ...answer, elicitId: 'q1' });
      yield* end('a', ['q1']);
      yield* end('b', ['q1', 'q2']);
      expect(yield* askFirst('a')).toEqual({ outcome: 'repeated', action: 'decline' });
      // A session that was never asked anything takes a place too.
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

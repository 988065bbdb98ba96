import { run } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../src/session/memory-store.ts';
import type { SessionAnswer, ToolSessionEntry } from '../../src/session/tool-session-store.ts';

const entry: ToolSessionEntry = {
  id: 's',
  callId: 's',
  toolName: 'book',
  params: {},
  status: 'awaiting_elicit',
  refCount: 1,
  createdAt: 0,
  journal: [],
  pending: {
    sessionId: 's',
    callId: 's',
    toolName: 'book',
    elicitId: 'q',
    key: 'k',
    message: '',
    schema: {},
    seq: 0,
    attempt: 2,
  },
};
const answer: SessionAnswer = { elicitId: 'q', attempt: 2, owner: undefined, result: { action: 'decline' } };

describe('a memory store', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('records the first answer to the attempt that is asked, and nothing after it', () =>
    run(function* () {
      const store = createMemoryStore();
      yield* store.set('s', entry);
      expect(yield* store.answer('x', answer)).toEqual({ outcome: 'unknown' });
      expect(yield* store.answer('s', { ...answer, elicitId: 'other' })).toEqual({ outcome: 'unknown' });
      expect(yield* store.answer('s', { ...answer, attempt: 1 })).toEqual({ outcome: 'stale' });
      expect(yield* store.answer('s', answer)).toEqual({ outcome: 'recorded' });
      const later = { ...answer, result: { action: 'accept', content: 1 } } as const;
      expect(yield* store.answer('s', later)).toEqual({ outcome: 'repeated', action: 'decline' });
    }));

  it('gives every repetition the name of the answer that was recorded', () =>
    run(function* () {
      const store = createMemoryStore();
      yield* store.set('s', entry);
      yield* store.answer('s', { ...answer, answerId: 'first' });
      const repeated = { outcome: 'repeated', action: 'decline', answerId: 'first' };
      expect(yield* store.answer('s', { ...answer, answerId: 'second' })).toEqual(repeated);
      yield* store.delete('s');
      expect(yield* store.answer('s', { ...answer, answerId: 'second' })).toEqual(repeated);
    }));

  it('keeps answers apart from what its runner writes', () =>
    run(function* () {
      const store = createMemoryStore();
      yield* store.set('s', entry);
      yield* store.answer('s', { ...answer, owner: 'ada' });
      yield* store.set('s', { ...entry, status: 'running', pending: undefined });
      expect(yield* store.get('s')).toMatchObject({
        status: 'running',
        owner: 'ada',
        answers: { q: { action: 'decline' } },
      });
    }));

  it('counts holders and changes the status of what is there', () =>
    run(function* () {
      const store = createMemoryStore();
      expect(yield* store.updateRefCount('s', 1)).toBe(0);
      yield* store.set('s', entry);
      expect(yield* store.updateRefCount('s', 1)).toBe(2);
      expect(yield* store.updateRefCount('s', -2)).toBe(0);
      yield* store.updateStatus('s', 'awaiting_sample');
      expect(yield* store.get('s')).toMatchObject({ status: 'awaiting_sample', refCount: 0 });
    }));

  it('remembers the answers of a deleted session for a day, and only for its owner', () =>
    run(function* () {
      vi.useFakeTimers({ toFake: ['Date'] });
      const store = createMemoryStore();
      yield* store.set('s', { ...entry, owner: 'ada' });
      yield* store.answer('s', { ...answer, owner: 'ada' });
      yield* store.updateStatus('s', 'aborted');
      yield* store.delete('s');
      expect(yield* store.get('s')).toBeNull();
      expect(yield* store.answer('s', answer)).toEqual({ outcome: 'unknown' });
      const mine = { ...answer, owner: 'ada' };
      expect(yield* store.answer('s', mine)).toEqual({ outcome: 'repeated', action: 'decline' });
      expect(yield* store.answer('s', { ...mine, elicitId: 'never' })).toEqual({ outcome: 'ended', status: 'aborted' });
      vi.setSystemTime(Date.now() + 86_400_001);
      yield* store.set('other', { ...entry, id: 'other' });
      expect(yield* store.answer('s', mine)).toEqual({ outcome: 'unknown' });
    }));

  it('writes to one session without a look at the others', () =>
    run(function* () {
      const store = createMemoryStore();
      for (let index = 0; index < 100; index += 1) yield* store.set(`s${index}`, { ...entry, id: `s${index}` });
      yield* store.set('over', { ...entry, id: 'over' });
      yield* store.delete('over');
      const steps = stepsThroughMaps();
      yield* store.set('s50', entry);
      expect(steps()).toBeLessThan(5);
    }));

  it('remembers the newest answers of deleted sessions, as many as it may', () =>
    run(function* () {
      const store = createMemoryStore({ rememberedAnswers: 3 });
      function* end(id: string, elicitIds: readonly string[]) {
        for (const elicitId of elicitIds) {
          const pending = { ...entry.pending!, elicitId };
          yield* store.set(id, { ...entry, id, pending });
          yield* store.answer(id, { ...answer, elicitId });
        }
        yield* store.set(id, { ...entry, id, status: 'completed', pending: undefined });
        yield* store.delete(id);
      }
      const ask = (id: string) => store.answer(id, { ...answer, elicitId: 'q1' });
      yield* end('a', ['q1']);
      yield* end('b', ['q1', 'q2']);
      expect(yield* ask('a')).toEqual({ outcome: 'repeated', action: 'decline' });
      // A session that was never asked anything takes a place too.
      yield* end('c', []);
      expect(yield* ask('a')).toEqual({ outcome: 'unknown' });
      expect(yield* ask('b')).toEqual({ outcome: 'repeated', action: 'decline' });
      yield* end('d', ['q1']);
      expect(yield* ask('b')).toEqual({ outcome: 'unknown' });
      expect(yield* ask('c')).toEqual({ outcome: 'ended', status: 'completed' });
      expect(yield* ask('d')).toEqual({ outcome: 'repeated', action: 'decline' });
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

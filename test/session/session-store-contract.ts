import { run } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import {
  outcomeOf,
  type SessionAnswer,
  type SessionChange,
  type ToolSessionEntry,
  type ToolSessionStore,
} from '../../src/session/call-entry.ts';

export const pending = {
  sessionId: 's',
  callId: 's',
  toolName: 'book',
  elicitId: 'q',
  key: 'k',
  message: '',
  schema: {},
  seq: 0,
  attempt: 2,
};
export const entry: ToolSessionEntry = {
  format: 4,
  id: 's',
  callId: 's',
  toolName: 'book',
  params: {},
  refCount: 1,
  createdAt: 0,
  journal: [],
  pending: [pending],
};
const decline: ElicitResult<unknown> = { action: 'decline' };
export const answer: SessionAnswer = { elicitId: 'q', attempt: 2, owner: undefined, result: decline };

/** What closes the question that waits. */
export function closing(
  elicitId = 'q',
  more: { answerId?: string; owner?: string; attempt?: number } = {},
): SessionChange {
  const { attempt = 2, ...question } = more;
  return {
    asked: { elicitId, attempt },
    append: {
      key: '0',
      kind: 'elicit',
      name: 'k',
      hash: '',
      outcome: { ok: true, value: { action: 'decline' } },
      question: { elicitId, ...question },
    },
  };
}

export function* ask(store: ToolSessionStore, id: string, given = answer) {
  return outcomeOf(yield* store.recall(id), given);
}

/** What every store of sessions does. */
export function describeSessionStore(name: string, makeStore: () => ToolSessionStore): void {
  describe(`${name}`, () => {
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    it('appends the first answer to the attempt that is asked, and nothing after it', () =>
      run(function* () {
        const store = makeStore();
        expect(yield* store.create(entry)).toBe(true);
        expect(yield* store.commit('x', closing())).toBe(false);
        expect(yield* store.commit('s', closing('other'))).toBe(false);
        expect(yield* store.commit('s', closing('q', { attempt: 1 }))).toBe(false);
        expect((yield* store.get('s'))?.journal).toEqual([]);
        expect(yield* ask(store, 's', { ...answer, attempt: 1 })).toEqual({ outcome: 'stale' });
        expect(yield* store.commit('s', closing())).toBe(true);
        expect(yield* store.commit('s', closing())).toBe(false);
        expect((yield* store.get('s'))?.journal).toHaveLength(1);
        expect(yield* ask(store, 's')).toEqual({ outcome: 'repeated', action: 'decline' });
      }));

    it('refuses an id that is in use, or was deleted a short time ago', () =>
      run(function* () {
        const store = makeStore();
        yield* store.create(entry);
        yield* store.commit('s', closing());
        expect(yield* store.create(entry)).toBe(false);
        expect((yield* store.get('s'))?.journal).toHaveLength(1);
        yield* store.delete('s');
        expect(yield* store.create(entry)).toBe(false);
        expect(yield* ask(store, 's')).toEqual({ outcome: 'repeated', action: 'decline' });
      }));

    it('keeps no content of a deleted session', () =>
      run(function* () {
        const store = makeStore();
        const secret = { action: 'accept', content: { note: 'secret' } };
        const change = closing();
        yield* store.create({ ...entry, params: { note: 'secret' } });
        yield* store.commit('s', { ...change, append: { ...change.append!, outcome: { ok: true, value: secret } } });
        expect(JSON.stringify(yield* store.get('s'))).toContain('secret');
        yield* store.delete('s');
        expect(JSON.stringify(yield* store.recall('s'))).toBe(
          JSON.stringify({ status: 'running', pending: [], closed: [{ elicitId: 'q', action: 'accept' }] }),
        );
        expect(yield* store.get('s')).toBeNull();
      }));

    it('gives every repetition the name of the answer that was recorded', () =>
      run(function* () {
        const store = makeStore();
        yield* store.create(entry);
        yield* store.commit('s', closing('q', { answerId: 'first' }));
        const repeated = { outcome: 'repeated', action: 'decline', answerId: 'first' };
        expect(yield* ask(store, 's', { ...answer, answerId: 'second' })).toEqual(repeated);
        yield* store.delete('s');
        expect(yield* ask(store, 's', { ...answer, answerId: 'second' })).toEqual(repeated);
      }));

    it('keeps several questions that wait, in order, and closes each by itself', () =>
      run(function* () {
        const store = makeStore();
        yield* store.create(entry);
        yield* store.commit('s', { ask: { ...pending, elicitId: 'r', attempt: 1 } });
        yield* store.commit('s', { asked: { elicitId: 'q', attempt: 2 }, ask: { ...pending, attempt: 3 } });
        const waits = function* () {
          return (yield* store.get('s'))?.pending.map(({ elicitId, attempt }) => `${elicitId}${attempt}`);
        };
        expect(yield* waits()).toEqual(['q3', 'r1']);
        expect(yield* store.commit('s', closing())).toBe(false);
        const first = closing();
        expect(yield* store.commit('s', { ...first, asked: { elicitId: 'q', attempt: 3 } })).toBe(true);
        expect(yield* waits()).toEqual(['r1']);
        expect(yield* ask(store, 's', { ...answer, elicitId: 'r' })).toEqual({ outcome: 'stale' });
        yield* store.commit('s', { outcome: { status: 'completed', content: '' } });
        expect(yield* waits()).toEqual([]);
      }));

    it("binds a session that is nobody's to whoever answers first", () =>
      run(function* () {
        const store = makeStore();
        yield* store.create(entry);
        yield* store.commit('s', closing('q', { owner: 'ada' }));
        expect(yield* store.get('s')).toMatchObject({ owner: 'ada', pending: [] });
        yield* store.commit('s', { ask: { ...pending, elicitId: 'r' } });
        yield* store.commit('s', closing('r', { owner: 'eve' }));
        expect(yield* store.get('s')).toMatchObject({ owner: 'ada' });
      }));

    it('counts holders', () =>
      run(function* () {
        const store = makeStore();
        expect(yield* store.updateRefCount('s', 1)).toBe(0);
        yield* store.create(entry);
        expect(yield* store.updateRefCount('s', 1)).toBe(2);
        expect(yield* store.updateRefCount('s', -2)).toBe(0);
        expect(yield* store.get('s')).toMatchObject({ refCount: 0 });
      }));

    it('remembers for a day how the questions of a deleted session ended, without its content', () =>
      run(function* () {
        vi.useFakeTimers({ toFake: ['Date'] });
        const store = makeStore();
        yield* store.create({ ...entry, owner: 'ada', params: { secret: 'secret' } });
        yield* store.commit('s', closing());
        yield* store.commit('s', { outcome: { status: 'aborted', by: 'user', reason: 'secret' } });
        yield* store.delete('s');
        expect(yield* store.get('s')).toBeNull();
        expect(JSON.stringify(yield* store.recall('s'))).not.toContain('secret');
        expect(yield* ask(store, 's')).toEqual({ outcome: 'unknown' });
        const mine = { ...answer, owner: 'ada' };
        expect(yield* ask(store, 's', mine)).toEqual({ outcome: 'repeated', action: 'decline' });
        expect(yield* ask(store, 's', { ...mine, elicitId: 'never' })).toEqual({ outcome: 'ended', status: 'aborted' });
        vi.setSystemTime(Date.now() + 86_400_001);
        yield* store.create({ ...entry, id: 'other' });
        expect(yield* ask(store, 's', mine)).toEqual({ outcome: 'unknown' });
      }));
  });
}

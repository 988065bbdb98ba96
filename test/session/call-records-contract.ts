import { run, until, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ElicitResult } from '../../src/protocol/elicit-result.ts';
import {
  outcomeOf,
  type SessionAnswer,
  type SessionChange,
  type SessionRemains,
  type ToolSessionEntry,
} from '../../src/session/call-entry.ts';
import { callRecords, type CallRecord, type CallRecordsOptions } from '../../src/session/call-record.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { MovedError, openTenant } from '../../src/store/tenant.ts';

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
  format: 5,
  id: 's',
  toolName: 'book',
  params: {},
  limits: {},
  createdAt: 0,
  journal: [],
  pending: [pending],
};
const decline: ElicitResult<unknown> = { action: 'decline' };
export const answer: SessionAnswer = { elicitId: 'q', attempt: 2, by: undefined, via: 'server', result: decline };
const completed = { outcome: { status: 'completed', content: '' } } as const;

/** The calls of a store, each change of which is made in a record that was just read, and written at once. */
export interface KeptCalls {
  /** @returns false for an id that is in use, or was deleted recently */
  create(call: ToolSessionEntry): Operation<boolean>;
  get(id: string): Operation<Readonly<ToolSessionEntry> | undefined>;
  /** @returns false, with nothing changed, if there is no such call or `change.asked` no longer waits */
  change(id: string, change: SessionChange): Operation<boolean>;
  release(id: string): Operation<void>;
  /** End a call, and let go of it. */
  end(id: string, change?: SessionChange): Operation<void>;
  recall(id: string): Operation<SessionRemains | undefined>;
}

/** @param store - undefined for calls that are kept in memory alone */
export function openCalls(store?: DurableStore, options?: CallRecordsOptions): KeptCalls {
  const records = callRecords(store, options);
  function* change(id: string, made: SessionChange): Operation<boolean> {
    const record = yield* records.load(id);
    const isDone = record?.change(made) === true;
    if (isDone) yield* keep(store, record);
    return isDone;
  }
  function* release(id: string): Operation<void> {
    const record = yield* records.load(id);
    record?.release();
    if (record !== undefined) yield* keep(store, record);
  }
  return {
    *create(call) {
      const record = records.create(call);
      if (record === undefined) return false;
      try {
        yield* keep(store, record);
        return true;
      } catch (error) {
        if (error instanceof MovedError) return false;
        throw error;
      }
    },
    *get(id) {
      return (yield* records.load(id))?.entry;
    },
    change,
    release,
    *end(id, outcome = completed) {
      yield* change(id, outcome);
      yield* release(id);
    },
    recall: (id) => records.recall(id),
  };
}

/** Write a call by the right that it has of its own, as one that belongs to nothing else. */
export function* keep(store: DurableStore | undefined, { writer }: CallRecord): Operation<void> {
  if (store === undefined || writer === undefined) return;
  yield* until(openTenant({ store, onLost: () => undefined }).commit(writer));
}

/** What closes the question that waits. */
export function closing(
  elicitId = 'q',
  more: { answerId?: string; by?: string; attempt?: number } = {},
): SessionChange {
  const { attempt = 2, by, ...question } = more;
  return {
    asked: { elicitId, attempt },
    append: {
      key: '0',
      kind: 'elicit',
      name: 'k',
      hash: '',
      outcome: { ok: true, value: { action: 'decline' } },
      question: { elicitId, ...question, ...(by !== undefined && { by: { id: by } }) },
    },
  };
}

/** What comes of an answer that changes nothing. */
export function* ask(calls: KeptCalls, id: string, given = answer) {
  return outcomeOf((yield* calls.recall(id)) ?? null, given);
}

/** What holds of calls' records wherever they are kept. */
export function describeCallRecords(name: string, open: (options?: CallRecordsOptions) => KeptCalls): void {
  describe(`${name}`, () => {
    afterEach(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });

    it('appends the first answer to the attempt that is asked, and nothing after it', () =>
      run(function* () {
        const calls = open();
        expect(yield* calls.create(entry)).toBe(true);
        expect(yield* calls.change('x', closing())).toBe(false);
        expect(yield* calls.change('s', closing('other'))).toBe(false);
        expect(yield* calls.change('s', closing('q', { attempt: 1 }))).toBe(false);
        expect((yield* calls.get('s'))?.journal).toEqual([]);
        expect(yield* ask(calls, 's', { ...answer, attempt: 1 })).toEqual({ outcome: 'stale' });
        expect(yield* calls.change('s', closing())).toBe(true);
        expect(yield* calls.change('s', closing())).toBe(false);
        expect((yield* calls.get('s'))?.journal).toHaveLength(1);
        expect(yield* ask(calls, 's')).toEqual({ outcome: 'repeated', action: 'decline' });
      }));

    it('refuses an id that is in use, or was deleted a short time ago', () =>
      run(function* () {
        const calls = open();
        yield* calls.create(entry);
        yield* calls.change('s', closing());
        expect(yield* calls.create(entry)).toBe(false);
        expect((yield* calls.get('s'))?.journal).toHaveLength(1);
        yield* calls.end('s');
        expect(yield* calls.create(entry)).toBe(false);
        expect(yield* ask(calls, 's')).toEqual({ outcome: 'repeated', action: 'decline' });
      }));

    it('keeps no content of a deleted session', () =>
      run(function* () {
        const calls = open();
        const secret = { action: 'accept', content: { note: 'secret' } };
        const change = closing();
        yield* calls.create({ ...entry, params: { note: 'secret' } });
        yield* calls.change('s', { ...change, append: { ...change.append!, outcome: { ok: true, value: secret } } });
        expect(JSON.stringify(yield* calls.get('s'))).toContain('secret');
        yield* calls.end('s', { outcome: { status: 'completed', content: 'secret' } });
        expect(JSON.stringify(yield* calls.recall('s'))).toBe(
          JSON.stringify({ status: 'completed', pending: [], closed: [{ elicitId: 'q', action: 'accept' }] }),
        );
        expect(yield* calls.get('s')).toBeUndefined();
      }));

    it('keeps a call that ended and is not deleted for as long as it may, and then what is left of it', () =>
      run(function* () {
        vi.useFakeTimers({ toFake: ['Date'] });
        const calls = open({ callTtl: 3_600_000 });
        yield* calls.create(entry);
        yield* calls.change('s', closing());
        yield* calls.change('s', completed);
        vi.setSystemTime(Date.now() + 1_800_000);
        expect((yield* calls.get('s'))?.outcome).toEqual(completed.outcome);
        vi.setSystemTime(Date.now() + 3_600_000);
        expect(yield* calls.get('s')).toBeUndefined();
        expect(yield* ask(calls, 's')).toEqual({ outcome: 'repeated', action: 'decline' });
        expect(yield* calls.create(entry)).toBe(false);
      }));

    it('gives every repetition the name of the answer that was recorded', () =>
      run(function* () {
        const calls = open();
        yield* calls.create(entry);
        yield* calls.change('s', closing('q', { answerId: 'first' }));
        const repeated = { outcome: 'repeated', action: 'decline', answerId: 'first' };
        expect(yield* ask(calls, 's', { ...answer, answerId: 'second' })).toEqual(repeated);
        yield* calls.end('s');
        expect(yield* ask(calls, 's', { ...answer, answerId: 'second' })).toEqual(repeated);
      }));

    it('keeps several questions that wait, in order, and closes each by itself', () =>
      run(function* () {
        const calls = open();
        yield* calls.create(entry);
        yield* calls.change('s', { ask: { ...pending, elicitId: 'r', attempt: 1 } });
        yield* calls.change('s', { asked: { elicitId: 'q', attempt: 2 }, ask: { ...pending, attempt: 3 } });
        const waits = function* () {
          return (yield* calls.get('s'))?.pending.map(({ elicitId, attempt }) => `${elicitId}${attempt}`);
        };
        expect(yield* waits()).toEqual(['q3', 'r1']);
        expect(yield* calls.change('s', closing())).toBe(false);
        const first = closing();
        expect(yield* calls.change('s', { ...first, asked: { elicitId: 'q', attempt: 3 } })).toBe(true);
        expect(yield* waits()).toEqual(['r1']);
        expect(yield* ask(calls, 's', { ...answer, elicitId: 'r' })).toEqual({ outcome: 'stale' });
        yield* calls.change('s', { outcome: { status: 'completed', content: '' } });
        expect(yield* waits()).toEqual([]);
      }));

    it("binds a session that is nobody's to whoever answers first", () =>
      run(function* () {
        const calls = open();
        yield* calls.create(entry);
        yield* calls.change('s', closing('q', { by: 'ada' }));
        expect(yield* calls.get('s')).toMatchObject({ owner: 'ada', pending: [] });
        yield* calls.change('s', { ask: { ...pending, elicitId: 'r' } });
        yield* calls.change('s', closing('r', { by: 'eve' }));
        expect(yield* calls.get('s')).toMatchObject({ owner: 'ada' });
      }));

    it('deletes a call once it has ended and somebody let go of it, in either order', () =>
      run(function* () {
        const calls = open();
        yield* calls.release('s');
        expect(yield* calls.get('s')).toBeUndefined();
        yield* calls.create(entry);
        yield* calls.release('s');
        expect(yield* calls.get('s')).toMatchObject({ id: 's' });
        yield* calls.release('s');
        expect(yield* calls.get('s')).toMatchObject({ id: 's' });
        yield* calls.change('s', completed);
        expect(yield* calls.get('s')).toBeUndefined();
        yield* calls.create({ ...entry, id: 'other' });
        yield* calls.change('other', completed);
        expect(yield* calls.get('other')).toMatchObject(completed);
        yield* calls.release('other');
        expect(yield* calls.get('other')).toBeUndefined();
      }));

    it('remembers for a day how the questions of a deleted session ended, without its content', () =>
      run(function* () {
        vi.useFakeTimers({ toFake: ['Date'] });
        const calls = open();
        yield* calls.create({ ...entry, owner: 'ada', params: { secret: 'secret' } });
        yield* calls.change('s', closing());
        yield* calls.end('s', { outcome: { status: 'aborted', by: 'user', reason: 'secret' } });
        expect(yield* calls.get('s')).toBeUndefined();
        expect(JSON.stringify(yield* calls.recall('s'))).not.toContain('secret');
        expect(yield* ask(calls, 's')).toEqual({ outcome: 'unknown' });
        const mine = { ...answer, by: { id: 'ada' } };
        expect(yield* ask(calls, 's', mine)).toEqual({ outcome: 'repeated', action: 'decline' });
        expect(yield* ask(calls, 's', { ...mine, elicitId: 'never' })).toEqual({ outcome: 'ended', status: 'aborted' });
        // The store's clock goes on while that of this process stands still.
        vi.setSystemTime(Date.now() + 86_400_000 + 60_000);
        yield* calls.create({ ...entry, id: 'other' });
        expect(yield* ask(calls, 's', mine)).toEqual({ outcome: 'unknown' });
      }));
  });
}

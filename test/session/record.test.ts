import { ensure, run, spawn, until, type Operation } from 'effection';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type McpToolContext } from '../../src/plugin.ts';
import type { ChatProvider } from '../../src/protocol/chat-provider.ts';
import { hashOfEntry, verifyRecord, type RecordEntry } from '../../src/session/record-entry.ts';
import { createRecordReader } from '../../src/session/record-reader.ts';
import { createPluginSessionManager } from '../../src/session/plugin-session-manager.ts';
import type { Calls } from '../../src/session/calls.ts';
import type { Call } from '../../src/session/plugin-session.ts';
import type { SessionLimits } from '../../src/session/session-limits.ts';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { keptStore, mortalAtEntry } from './call-commits.ts';
import { nextEvent } from './next-event.ts';

const provider = {} as ChatProvider;
const ada = { id: 'ada', name: 'Ada' };
const bo = { id: 'bo', name: 'Bo' };

const declared = createMcpTool('refund')
  .description('Refund an order')
  .parameters(z.object({}))
  .elicits(
    {
      why: z.object({ why: z.string() }),
      seat: z.object({ seat: z.string() }),
      pay: z.object({ amount: z.number(), card: z.object({ pin: z.string(), bank: z.string() }) }),
      marked: z.object({ name: z.string(), mark: z.string().meta({ writeOnly: true }).optional() }),
      hidden: z.string().meta({ format: 'password' }),
      cards: z.object({ name: z.string(), cards: z.array(z.object({ pin: z.string(), bank: z.string() })) }),
      renamed: z
        .object({ name: z.string(), mark: z.string().meta({ writeOnly: true }) })
        .transform(({ name, mark }) => ({ name, other: mark })),
    },
    { concurrent: true },
  );
type Ctx = McpToolContext<typeof declared.elicits>;
type Body = (ctx: Ctx) => Operation<unknown>;

interface Scene {
  readonly store: DurableStore;
  readonly manager: Calls;
  readonly call: Call;
  read(): Operation<readonly RecordEntry[]>;
  /** Another process over the same store. This one does nothing more. */
  restart(): Operation<Scene>;
  /** Another process, over this store. This one has died. */
  next(over: DurableStore): Operation<Scene>;
}

interface Given {
  readonly store?: DurableStore;
  readonly limits?: Partial<SessionLimits>;
  readonly owner?: string | undefined;
  readonly isRecorded?: boolean;
}

const inCall = (body: Body, test: (scene: Scene) => Operation<void>, given: Given = {}) =>
  run(function* () {
    const { store = keptStore(), limits, isRecorded = true } = given;
    const owner = 'owner' in given ? given.owner : 'ada';
    const tool = declared.execute((_, ctx) => body(ctx));
    function* open(begins: boolean, over = store): Operation<Scene> {
      const manager = createPluginSessionManager({ provider, tools: [tool], store: over, limits, record: isRecorded });
      yield* ensure(() => manager.close());
      const call = begins
        ? yield* manager.create({ tool, params: {}, callId: 'call_1', owner })
        : (yield* manager.get('call_1'))!;
      return {
        store,
        manager,
        call,
        read: () => until(readAll(over)),
        next: (another) => open(false, another),
        *restart() {
          yield* manager.close();
          return yield* open(false);
        },
      };
    }
    yield* test(yield* open(true));
  });

async function readAll(store: DurableStore): Promise<readonly RecordEntry[]> {
  const entries: RecordEntry[] = [];
  for await (const entry of createRecordReader(store).record()) entries.push(entry);
  return entries;
}

/** What an entry says besides where it stands. */
const said = ({ callId: _c, seq: _s, at: _a, prev: _p, owner: _o, ...rest }: RecordEntry) => withoutSalts(rest);
const withoutSalts = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (name, one: unknown) => (name === 'salt' ? undefined : one))) as unknown;
const kinds = (entries: readonly RecordEntry[]) => entries.map(({ what }) => what);
const q = (seq: number) => `call_1:elicit:${seq}`;

const askWhy: Body = function* (ctx) {
  const why = yield* ctx.elicit('why', { message: 'Why?' }, { check: ({ why }) => (why === '' ? ['Say why.'] : []) });
  return why.action;
};
const accept = (content: unknown) => ({ action: 'accept', content }) as const;

function* hears(call: Call, type: string): Operation<void> {
  while ((yield* nextEvent(call)).type !== type);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('the record of a call', () => {
  it('tells who was asked what, who answered, and how it ended', () =>
    inCall(askWhy, function* ({ call, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.respondToElicit(q(0), accept({ why: '' }), { by: ada, via: 'page' });
      yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada, via: 'inbox' });
      yield* hears(call, 'ended');
      const entries = yield* read();
      const who = { digest: expect.any(String) as string, ...ada };
      const digest = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
      const of = { elicitId: q(0), key: 'why' };
      expect(entries.map(said)).toEqual([
        { what: 'begun', toolName: 'refund' },
        { what: 'asked', ...of, attempt: 1, text: 'Why?', digest },
        { what: 'refused', ...of, attempt: 1, issues: [{ path: [], message: 'Say why.' }], by: who, via: 'page' },
        { what: 'asked', ...of, attempt: 2, text: 'Why?', digest },
        { what: 'answered', ...of, attempt: 2, action: 'accept', content: { why: 'late' }, by: who, via: 'inbox' },
        { what: 'ended', status: 'completed' },
      ]);
      expect(entries.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5]);
      for (const { callId, at, owner } of entries) {
        expect({ callId, owner: owner?.id }).toEqual({ callId: 'call_1', owner: 'ada' });
        expect(at).toBeGreaterThan(1_600_000_000_000);
      }
    }));

  it('tells of the last refusal, and that the question failed', () =>
    inCall(
      askWhy,
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: '' }), { by: ada });
        yield* hears(call, 'ended');
        const entries = yield* read();
        expect(kinds(entries)).toEqual(['begun', 'asked', 'refused', 'failed', 'ended']);
      },
      { limits: { attempts: 1 } },
    ));

  it.each([
    ['a decline', { action: 'decline', reason: 'No.' }, { what: 'answered', action: 'decline', reason: 'No.' }],
    ['a dismissal', { action: 'cancel', reason: 'dismissed' }, { what: 'answered', action: 'cancel' }],
  ] as const)('tells of %s', (_, result, told) =>
    inCall(askWhy, function* ({ call, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.respondToElicit(q(0), result, { by: ada });
      yield* hears(call, 'ended');
      expect((yield* read())[2]).toMatchObject({ ...told, by: ada, via: 'server' });
    }),
  );

  it('tells of interruptions, of the end of a call, and of the questions that ended with it', () =>
    inCall(askWhy, function* ({ call, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.interrupt();
      yield* hears(call, 'ended');
      expect((yield* read()).map(said).slice(2)).toEqual([
        { what: 'interrupted', elicitId: q(0), key: 'why' },
        { what: 'ended', status: 'completed' },
      ]);
    }));

  it('tells who stopped a call', () =>
    inCall(askWhy, function* ({ call, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.abort('enough');
      const withdrawn = [q(0)];
      expect((yield* read()).map(said).at(-1)).toEqual({
        what: 'ended',
        status: 'aborted',
        stoppedBy: 'user',
        withdrawn,
      });
    }));

  it('tells of more time, and of the end of that time', () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    return inCall(
      function* (ctx) {
        return (yield* ctx.elicit('why', { message: 'Why?' }, { timeout: 60_000 })).action;
      },
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), { action: 'more_time' }, { by: ada });
        yield* until(vi.advanceTimersByTimeAsync(3 * 60_000));
        yield* hears(call, 'ended');
        const entries = yield* read();
        expect(kinds(entries)).toEqual(['begun', 'asked', 'more_time', 'expired', 'ended']);
        expect(entries[2]).toMatchObject({ by: ada, attempt: 1, expiresAt: expect.any(Number) });
      },
    );
  });

  it('tells whom else it asked, and that the owner withdrew the question', () =>
    inCall(
      function* (ctx) {
        return (yield* ctx.elicit('why', { message: 'Why?' }, { to: [{ id: 'bo', name: 'Bo' }, { role: 'boss' }] }))
          .action;
      },
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), { action: 'cancel' }, { by: ada, via: 'page' });
        yield* hears(call, 'ended');
        const [, asked, closed] = yield* read();
        expect(asked).toMatchObject({ to: [bo, { role: 'boss' }] });
        expect(closed).toMatchObject({ what: 'withdrawn', by: ada, via: 'page' });
      },
    ));

  it('tells of a changed answer, with what waited and what is asked again', () =>
    inCall(
      function* (ctx) {
        const first = yield* ctx.elicit('why', { message: 'Why?' });
        const second = yield* ctx.elicit('seat', { message: 'Which seat?' });
        return [first.action, second.action];
      },
      function* ({ call, read, restart }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada, answerId: 'one' });
        yield* hears(call, 'elicit_request');
        yield* call.cool();
        const { call: again } = yield* restart();
        const about = { by: ada, answerId: 'two', revises: 'one', via: 'page' } as const;
        const { outcome } = yield* again.respondToElicit(q(0), accept({ why: 'lost' }), about);
        expect(outcome).toBe('revised');
        yield* hears(again, 'elicit_request');
        const entries = yield* read();
        expect(kinds(entries)).toEqual(['begun', 'asked', 'answered', 'asked', 'changed', 'asked']);
        expect(entries[4]).toMatchObject({ elicitId: q(0), content: { why: 'lost' }, withdrawn: [q(1)], by: ada });
        expect(yield* until(verifyRecord(entries))).toMatchObject([{ entries: 6, first: 0 }]);
      },
    ));

  it('tells of a value that the host brought', () =>
    run(function* () {
      const store = keptStore();
      const paper = z.looseObject({ paper: z.string() });
      let token = '';
      const tool = declared.execute(function* (_, ctx) {
        token = yield* ctx.waitFor.token('signed');
        return (yield* ctx.waitFor('signed', { schema: paper, timeout: Infinity })).action;
      });
      const manager = createPluginSessionManager({ provider, tools: [tool], store, record: true });
      yield* ensure(() => manager.close());
      const call = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      yield* hears(call, 'elicit_request');
      yield* manager.resolve(token, { paper: '7', signingToken: 'x' });
      yield* hears(call, 'ended');
      const entries = yield* until(readAll(store));
      expect(kinds(entries)).toEqual(['begun', 'resolved', 'ended']);
      expect(entries[1]).toMatchObject({ key: 'signed', content: { paper: '7' } });
    }));
});

describe('secrets', () => {
  const ask = (key: 'pay' | 'marked' | 'hidden' | 'cards' | 'renamed'): Body =>
    function* (ctx) {
      const first = yield* ctx.elicit(key, { message: 'Tell.' }, { check: () => [] } as never);
      const second = yield* ctx.elicit('why', { message: 'Why?' });
      return [first.action, second.action];
    };

  it.each([
    ['pay', { amount: 4, card: { pin: 's3cret', bank: 'B' } }, { amount: 4 }, ['card']],
    ['marked', { name: 'n', mark: 's3cret' }, { name: 'n' }, ['mark']],
    ['hidden', 's3cret', undefined, ['*']],
    ['cards', { name: 'n', cards: [{ pin: 's3cret', bank: 'B' }] }, { name: 'n' }, ['cards']],
    ['renamed', { name: 'n', mark: 's3cret' }, { name: 'n' }, ['other']],
  ] as const)('are left out of an answer to %s, which says so', (key, content, kept, withheld) =>
    inCall(ask(key), function* ({ call, store, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.respondToElicit(q(0), accept(content), { by: ada });
      yield* hears(call, 'elicit_request');
      const answered = (yield* read()).find(({ what }) => what === 'answered');
      expect(answered).toMatchObject({ withheld });
      expect((answered as { content?: unknown }).content).toEqual(kept);
      expect(yield* until(listed(store))).not.toContain('s3cret');
    }),
  );

  it('are left out of a changed answer, also of one that began without', () =>
    inCall(ask('marked'), function* ({ call, store, restart, read }) {
      yield* hears(call, 'elicit_request');
      yield* call.respondToElicit(q(0), accept({ name: 'n' }), { by: ada, answerId: 'one' });
      yield* hears(call, 'elicit_request');
      yield* call.cool();
      const { call: again } = yield* restart();
      const about = { by: ada, answerId: 'two', revises: 'one' };
      yield* again.respondToElicit(q(0), accept({ name: 'n', mark: 's3cret' }), about);
      expect((yield* read()).find(({ what }) => what === 'changed')).toMatchObject({ withheld: ['*'] });
      expect(yield* until(listed(store))).not.toContain('s3cret');
    }));

  it('are left out of what a check says of them', () =>
    inCall(
      function* (ctx) {
        const check = ({ mark = '' }: { mark?: string | undefined }) => [{ path: ['mark'], message: `Not ${mark}.` }];
        return (yield* ctx.elicit('marked', { message: 'Tell.' }, { check })).action;
      },
      function* ({ call, store, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ name: 'n', mark: 's3cret' }), { by: ada });
        expect((yield* read())[2]).toMatchObject({ what: 'refused', issues: [{ path: ['mark'] }] });
        expect(yield* until(listed(store))).not.toContain('s3cret');
      },
    ));

  const listed = async (store: DurableStore) => (await store.list('record/call_1')).join('\n');
});

describe('each entry', () => {
  it('is in the commit that makes the change, and has the hash of the one before', () => {
    const store = keptStore();
    const commits: StoreCommit[] = [];
    const watched: DurableStore = { ...store, commit: (commit) => (commits.push(commit), store.commit(commit)) };
    return inCall(
      askWhy,
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada });
        yield* hears(call, 'ended');
        const told = commits.flatMap(({ put = [], append = [] }) =>
          append
            .filter(({ key }) => key === 'record/call_1')
            .map(({ items }) => [
              items.map((item) => (JSON.parse(item) as RecordEntry).what),
              put.map(({ key }) => key),
            ]),
        );
        expect(told).toEqual([
          [['begun'], ['call/call_1']],
          [['asked'], ['call/call_1']],
          [['answered'], ['call/call_1']],
          [['ended'], ['call/call_1']],
        ]);
        const entries = yield* read();
        let prev = '';
        for (const entry of entries) {
          expect(entry.prev).toBe(prev);
          prev = yield* until(hashOfEntry(entry));
        }
        const [verified] = yield* until(verifyRecord(entries));
        expect(verified).toEqual({ callId: 'call_1', first: 0, entries: 4, head: prev });
      },
      { store: watched },
    );
  });

  it('is told once, when its process dies as soon as it is kept, and when the tool runs again', () => {
    const kept = keptStore();
    const { store, died } = mortalAtEntry(kept);
    return inCall(
      function* (ctx) {
        const first = yield* ctx.elicit('why', { message: 'Why?' });
        const second = yield* ctx.elicit('seat', { message: 'Which seat?' });
        return [first.action, second.action];
      },
      function* (begun) {
        const answer = { by: ada, answerId: 'one' };
        yield* hears(begun.call, 'elicit_request');
        yield* spawn(() => begun.call.respondToElicit(q(0), accept({ why: 'late' }), answer));
        yield* died;
        const { call, read } = yield* begun.next(kept);
        yield* hears(call, 'elicit_request');
        expect(yield* call.respondToElicit(q(0), accept({ why: 'late' }), answer)).toMatchObject({
          outcome: 'repeated',
        });
        yield* call.respondToElicit(q(1), accept({ seat: '3A' }), { by: ada });
        yield* hears(call, 'ended');
        const entries = yield* read();
        expect(kinds(entries)).toEqual(['begun', 'asked', 'answered', 'asked', 'answered', 'ended']);
        expect(yield* until(verifyRecord(entries))).toMatchObject([{ entries: 6 }]);
      },
      { store, limits: { cleanupTime: 0 } },
    );
  });

  it('is told once if the store refuses its commit, and takes it at the next try', () => {
    const store = keptStore();
    let refusals = 0;
    const busy: DurableStore = {
      ...store,
      async commit(commit) {
        const isTold = commit.append?.some(({ key }) => key === 'record/call_1') === true;
        if (isTold && (refusals += 1) % 2 === 1) return null;
        return store.commit(commit);
      },
    };
    return inCall(
      askWhy,
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada });
        yield* hears(call, 'ended');
        const entries = yield* read();
        expect(kinds(entries)).toEqual(['begun', 'asked', 'answered', 'ended']);
        expect(yield* until(verifyRecord(entries))).toMatchObject([{ entries: 4 }]);
        expect(refusals).toBe(8);
      },
      { store: busy },
    );
  });

  it('is written where calls are in memory, too', () =>
    inCall(
      askWhy,
      function* ({ call, read }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada });
        yield* hears(call, 'ended');
        expect(kinds(yield* read())).toEqual(['begun', 'asked', 'answered', 'ended']);
      },
      { store: memoryStore() },
    ));

  it('is not there without record: nothing else is written, and no commit more', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_700_000_000_000 });
    const written = async (isRecorded: boolean) => {
      const store = keptStore();
      const commits: StoreCommit[] = [];
      const watched: DurableStore = { ...store, commit: (commit) => (commits.push(commit), store.commit(commit)) };
      await inCall(
        askWhy,
        function* ({ call }) {
          yield* hears(call, 'elicit_request');
          yield* call.respondToElicit(q(0), accept({ why: '' }), { by: ada });
          yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: ada });
          yield* hears(call, 'ended');
        },
        { store: watched, isRecorded },
      );
      return commits;
    };
    const [without, recorded] = [await written(false), await written(true)];
    expect(JSON.stringify(without)).not.toContain('record');
    // Besides what tells of it, the commits of a call that is recorded are the same, but for the store's own versions.
    const isOurs = ({ key }: { readonly key: string }) => key.startsWith('record/');
    const bare = ({ check = [], put = [], append = [], due = [], remove = [] }: StoreCommit) => ({
      check: check.map(({ key }) => key),
      put,
      append: append.filter((one) => !isOurs(one)),
      due: due.filter((one) => !isOurs(one)),
      remove,
    });
    const others = recorded.filter(({ put = [] }) => !put.some(isOurs));
    expect(JSON.stringify(others.map(bare))).toBe(JSON.stringify(without.map(bare)));
  });
});

describe('what was altered', () => {
  const sample = async () => {
    const store = keptStore();
    await inCall(
      askWhy,
      function* ({ call }) {
        yield* hears(call, 'elicit_request');
        yield* call.respondToElicit(q(0), accept({ why: 'late' }), { by: bo });
        yield* hears(call, 'ended');
      },
      { store, owner: undefined },
    );
    return { store, entries: await readAll(store) };
  };

  it.each([
    ['an answer', (all: RecordEntry[]) => all.with(2, { ...all[2]!, content: { why: 'other' } } as RecordEntry), 3],
    ['a removed entry', (all: RecordEntry[]) => all.toSpliced(1, 1), 2],
    ['a removed beginning', (all: RecordEntry[]) => all.slice(1), undefined],
    ['two that changed places', (all: RecordEntry[]) => [all[0]!, all[2]!, all[1]!, all[3]!], 2],
    ['another person', (all: RecordEntry[]) => all.with(2, personOf(all[2]!, 'eve')), 2],
  ] as const)('shows: %s', async (what, alter, brokenAt) => {
    const { entries } = await sample();
    expect(kinds(entries)).toEqual(['begun', 'asked', 'answered', 'ended']);
    const [verified] = await verifyRecord(alter([...entries]));
    expect(verified?.brokenAt).toBe(brokenAt);
    expect(verified?.first).toBe(what === 'a removed beginning' ? 1 : 0);
  });

  it('shows at the end only by the head that is kept elsewhere', async () => {
    const { entries } = await sample();
    const [whole] = await verifyRecord(entries);
    const [cut] = await verifyRecord(entries.slice(0, 3));
    expect(cut).toMatchObject({ entries: 3 });
    expect(cut?.brokenAt).toBeUndefined();
    expect(cut?.head).not.toBe(whole?.head);
  });

  const personOf = (entry: RecordEntry, id: string): RecordEntry =>
    ({ ...entry, by: { ...(entry as { by: object }).by, id } }) as RecordEntry;
});

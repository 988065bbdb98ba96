import { race, run, suspend, withResolvers, type Operation } from 'effection';
import { describe, expect, it, vi } from 'vitest';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import type { ChatHandlerOptions } from '../../src/server.ts';
import type { StoreCommit } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { accept, createChat, declaration, questionOf, user, type Answered } from './harness.ts';
import { aroundCalls, aWhile, keptStore, storedCall } from '../session/call-commits.ts';

const conversationId = 'c';
const book = { conversationId, messages: [user('Book')] };
const flight = { flightId: 'FL001' };
const seat = { row: 12, seat: 'A' };

/** A chat over a store that counts, and what has been committed since the last look. */
function counted(options: Partial<ChatHandlerOptions> = {}) {
  // As Postgres, which tells nothing.
  const { watch: _watch, ...store } = memoryStore();
  let commits: StoreCommit[] = [];
  let reads: string[] = [];
  const chat = createChat(undefined, {
    ...options,
    store: {
      ...store,
      isVolatile: false,
      // As one that several processes share.
      opening: undefined,
      commit(commit) {
        commits.push(commit);
        return store.commit(commit);
      },
      read(keys) {
        reads.push(keys.map(short).join(' '));
        return store.read(keys);
      },
      list(key, from) {
        reads.push(`list ${short(key)}`);
        return store.list(key, from);
      },
    },
  });
  const short = (key: string) => key.replace(/[0-9a-f]{20,}/, '…');
  return {
    post: chat.post,
    answer: (asked: Answered, content: object) =>
      chat.post({ conversationId, pluginElicitResponses: [accept(questionOf(asked), content)] }),
    /** The conversation has given back its lease, and is forgotten. */
    async hasLeft() {
      const isBack = () => commits.some(({ remove = [] }) => remove.some((key) => key.endsWith('/lease')));
      await vi.waitUntil(isBack, { timeout: 5000 });
      await new Promise((resolve) => setTimeout(resolve));
    },
    takeReads() {
      const taken = reads;
      reads = [];
      return taken;
    },
    take() {
      const taken = commits.map(({ put = [], append = [], remove = [] }) => ({
        put: put.map(({ key }) => short(key)),
        items: append.flatMap(({ items }) => items).length,
        remove: remove.map(short),
      }));
      commits = [];
      return taken;
    },
  };
}

describe('what a chat commits', () => {
  it('is for an answer and the next question two commits, of no more than what has changed', async () => {
    const { post, answer, take } = counted();
    const asked = await post(book);
    take();
    const next = await answer(asked, flight);

    expect(questionOf(next).key).toBe('pickSeat');
    // The answer with the lease; and the question, with the lease given back.
    expect(take()).toEqual([
      { put: ['conv/…/lease', 'call/call_…'], items: 1, remove: [] },
      { put: ['call/call_…', 'conv/…'], items: 0, remove: ['conv/…/lease', 'conv/…/mailbox'] },
    ]);
  });

  it('is the same for a call that has left memory', async () => {
    let commits: unknown[] | undefined;
    while (commits === undefined) {
      const { post, answer, take, hasLeft } = counted({ limits: { parkAfter: 0 } });
      const asked = await post(book);
      await hasLeft();
      take();
      const answeredAt = performance.now();
      await answer(asked, flight);
      // A lease waits 50 ms for what is written with it. Once more where this machine stood still for longer.
      if (performance.now() - answeredAt < 50) commits = take();
    }

    expect(commits).toHaveLength(2);
  });

  it('follows, for an answer to a call in memory, one look whether it is current', async () => {
    const { post, answer, takeReads } = counted();
    const asked = await post(book);
    takeReads();
    await answer(asked, flight);

    expect(takeReads()).toEqual(['conv/…/lease conv/… conv/…']);
  });

  it('follows, for an answer to a call that has left memory, what is read of it and its conversation alone', async () => {
    const { post, answer, takeReads, hasLeft } = counted({ limits: { parkAfter: 0 } });
    const asked = await post(book);
    await hasLeft();
    takeReads();
    await answer(asked, flight);

    // No name is read: the call says which conversation it is of.
    expect(takeReads()).toEqual([
      'conv/… conv/…/lease',
      'list conv/…/messages/0',
      'call/call_…',
      'list call/call_…/journal',
    ]);
  });

  it('lacks nothing that changes while a commit is under way', async () => {
    const kept = keptStore();
    const asking = withResolvers<void>();
    const charged = withResolvers<void>();
    const tool = declaration.execute(function* (_, ctx) {
      function* charge(): Operation<never> {
        yield* asking.operation;
        yield* ctx.step('charge', () => 1);
        charged.resolve();
        for (;;) yield* suspend();
      }
      return yield* race([ctx.elicit('pickSeat', { message: 'Which seat?' }), charge()]);
    });
    const store = aroundCalls(kept, async (keep, { pending, journal }) => {
      if (pending.length === 0 || journal.length > 0) return keep();
      // The step begins while the question is on its way to the store.
      asking.resolve();
      await aWhile();
      return keep();
    });
    const chat = createChat(undefined, { tools: [tool], store });
    const asked = questionOf(await chat.post(book));
    await run(() => charged.operation);

    const [, ...journal] = await kept.list(`call/${asked.sessionId}/journal`);
    expect(journal.map((item) => (JSON.parse(item) as JournalEntry).kind)).toEqual(['started', 'step']);
    expect(await run(() => storedCall(kept, asked.sessionId))).toMatchObject({ journal: { length: 2 } });
  });

  it('is at most four commits for the last answer, the end of the call and the words of the model', async () => {
    const { post, answer, take } = counted();
    const asked = await answer(await post(book), flight);
    take();
    await answer(asked, seat);

    const commits = take();
    expect(commits.length).toBeLessThanOrEqual(4);
    // What is left of the call, and what its conversation knows of it, are written at once.
    expect(commits).toContainEqual({
      put: ['call/call_…/remains', 'conv/…'],
      items: 1,
      remove: ['call/call_…', 'call/call_…/journal'],
    });
  });
});

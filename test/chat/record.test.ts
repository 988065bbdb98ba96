import { describe, expect, it } from 'vitest';
import type { ChatHandlerOptions, DurableStore, RecordEntry, RecordQuery, StoreCommit } from '../../src/server.ts';
import { createCallHandler, verifyRecord } from '../../src/server.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import { keptStore } from '../session/call-commits.ts';
import { storeInProcess } from '../store/postgres-in-process.ts';
import { accept, agent, createChat, questionOf, respond, user, type Chat } from './harness.ts';
import { answerFor, as, declared } from './refund-for-others.ts';

const flight = { flightId: 'FL001' };
const seat = { row: 12, seat: 'A' };

const chatOf = (options: Partial<ChatHandlerOptions> = {}) =>
  createChat(agent(), { store: memoryStore(), record: true, ...options });

/** Book a flight in a conversation of this person. */
async function book({ post }: Chat, name: string, nth = 1): Promise<void> {
  const conversationId = `${name} ${nth}`;
  const asked = questionOf(await post({ conversationId, messages: [user('Book')] }, as(name)));
  const next = await post({ conversationId, pluginElicitResponses: [accept(asked, flight)] }, as(name));
  await post({ conversationId, pluginElicitResponses: [accept(questionOf(next), seat)] }, as(name));
}

async function read({ handler }: Pick<Chat, 'handler'>, query?: RecordQuery): Promise<RecordEntry[]> {
  const entries: RecordEntry[] = [];
  for await (const entry of handler.record(query)) entries.push(entry);
  return entries;
}

const kinds = (entries: readonly RecordEntry[]) => entries.map(({ what }) => what);
const owners = (entries: readonly RecordEntry[]) => [...new Set(entries.map(({ owner }) => owner?.id))];
const calls = (entries: readonly RecordEntry[]) => [...new Set(entries.map(({ callId }) => callId))];

const kindsOfStore: [string, () => DurableStore][] = [
  ['memory', memoryStore],
  ['a store that outlives the process', keptStore],
  ['Postgres', () => storeInProcess()],
];

describe.each(kindsOfStore)('the record of a chat in %s', (_, makeStore) => {
  it('has each booking whole, and lists one person’s alone', async () => {
    const chat = chatOf({ store: makeStore() });
    await book(chat, 'ada');
    await book(chat, 'bo');
    await book(chat, 'ada', 2);

    const mine = await read(chat, { owner: 'ada' });
    expect(calls(mine)).toHaveLength(2);
    expect(owners(mine)).toEqual(['ada']);
    expect(kinds(mine.slice(0, 6))).toEqual(['begun', 'asked', 'answered', 'asked', 'answered', 'ended']);
    expect(mine[2]).toMatchObject({ by: { id: 'ada' }, via: 'page', content: flight });
    expect(owners(await read(chat, { owner: 'bo' }))).toEqual(['bo']);
    expect(await read(chat, { owner: 'eve' })).toEqual([]);
    const all = await read(chat);
    expect(owners(all)).toEqual(['ada', 'bo']);
    expect((await verifyRecord(all)).map(({ entries, brokenAt }) => [entries, brokenAt])).toEqual(
      Array(3).fill([6, undefined]),
    );
  });

  it('is read in pages that neither skip nor repeat an entry', async () => {
    const chat = chatOf({ store: makeStore() });
    for (const nth of [1, 2]) await book(chat, 'ada', nth);
    const all = await read(chat);
    const paged: RecordEntry[] = [];
    for (;;) {
      // Each page begins after the one before.
      const page = await read(chat, { after: paged.at(-1), limit: 4 });
      paged.push(...page);
      if (page.length < 4) break;
    }
    expect(paged).toEqual(all);
  });

  it('is read by when a call began, and by call', async () => {
    const chat = chatOf({ store: makeStore() });
    await book(chat, 'ada');
    const [first] = await read(chat);
    const { at = 0, callId = '' } = first ?? {};
    expect(await read(chat, { from: at, to: at + 1 })).toHaveLength(6);
    expect(await read(chat, { from: at + 1 })).toEqual([]);
    expect(await read(chat, { from: -Infinity, to: Infinity })).toHaveLength(6);
    expect(await read(chat, { from: at + 0.5, to: at + 1.5 })).toEqual([]);
    expect(await read(chat, { owner: 'ada', to: at })).toEqual([]);
    expect(await read(chat, { callId })).toHaveLength(6);
    expect(await read(chat, { callId, owner: 'ada' })).toHaveLength(6);
    await book(chat, 'bo');
    expect(await read(chat, { callId, owner: 'bo' })).toEqual([]);
  });

  it('forgets who a person was, as owner, addressee and answerer, and holds together', async () => {
    const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
      store: makeStore(),
      record: true,
      tools: [
        declared.execute(function* (_params, ctx) {
          return (yield* ctx.elicit('decide', { message: 'Refund?' }, { to: [{ id: 'bo', name: 'Bo' }] })).action;
        }),
      ],
    });
    for (const name of ['ada', 'bo']) {
      const asked = questionOf(await chat.post({ conversationId: name, messages: [user('refund')] }, as(name)));
      await answerFor(chat, asked, { id: 'bo', name: 'Bo' });
      await chat.post({ conversationId: name, attach: true }, as(name));
    }
    const before = await read(chat);
    expect(JSON.stringify(before)).toContain('"Bo"');
    expect(await chat.handler.forget({ owner: 'bo' })).toBe(true);

    const after = await read(chat);
    expect(JSON.stringify(after)).not.toMatch(/"bo"|"Bo"/);
    expect(after.map(({ what, seq }) => [what, seq])).toEqual(before.map(({ what, seq }) => [what, seq]));
    expect(await verifyRecord(after)).toEqual(await verifyRecord(before));
    expect(after.find(({ what }) => what === 'answered')).toMatchObject({ by: { digest: expect.any(String) } });
    // Nobody finds by the name what was forgotten.
    expect(await read(chat, { owner: 'bo' })).toEqual([]);
    expect(owners(await read(chat, { owner: 'ada' }))).toEqual(['ada']);
    expect(await chat.handler.forget({ owner: 'bo' })).toBe(false);
  });
});

it('a question that moves to somebody else is asked anew', async () => {
  const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
    record: true,
    tools: [
      declared.execute(function* (_params, ctx) {
        return (yield* ctx.elicit('decide', { message: 'Refund?' }, { to: 'bo' })).action;
      }),
    ],
  });
  const asked = questionOf(await chat.post({ conversationId: 'c', messages: [user('refund')] }, as('ada')));
  const { sessionId: callId, elicitId } = asked;
  expect(await chat.handler.reassign({ callId, elicitId }, { to: 'cy' })).toBe(true);
  const to = (await read(chat)).flatMap((entry) => (entry.what === 'asked' ? [[entry.attempt, entry.to]] : []));
  expect(to).toMatchObject([
    [1, [{ id: 'bo' }]],
    [2, [{ id: 'cy' }]],
  ]);
});

it('a person who is forgotten while their call is open stays forgotten in it', async () => {
  const chat = createChat(agent([{ name: 'refund', arguments: {} }]), {
    record: true,
    tools: [
      declared.execute(function* (_params, ctx) {
        return (yield* ctx.elicit('decide', { message: 'Refund?' }, { to: 'bo' })).action;
      }),
    ],
  });
  const conversationId = 'c';
  const asked = questionOf(await chat.post({ conversationId, messages: [user('refund')] }, as('ada')));
  await chat.handler.forget({ owner: 'ada' });
  await answerFor(chat, asked, 'bo');
  await chat.post({ conversationId, attach: true }, as('ada'));
  const entries = await read(chat);
  expect(kinds(entries)).toEqual(['begun', 'asked', 'answered', 'ended']);
  expect(owners(entries)).toEqual([undefined]);
  expect(new Set(entries.map(({ owner }) => owner?.digest)).size).toBe(1);
});

it('a person who was forgotten is recorded anew', async () => {
  const chat = chatOf();
  await book(chat, 'ada');
  await chat.handler.forget({ owner: 'ada' });
  await book(chat, 'ada', 2);
  const all = await read(chat);
  expect(all.map(({ owner }) => owner?.id)).toEqual([...Array<undefined>(6), ...Array<string>(6).fill('ada')]);
  expect(calls(await read(chat, { owner: 'ada' }))).toHaveLength(1);
  const [before, after] = [all[0]?.owner?.digest, all[6]?.owner?.digest];
  expect(before).not.toBe(after);
});

it('the record outlives the conversation, for as long as recordTtl', async () => {
  const store = memoryStore();
  const chat = chatOf({ store, limits: { recordTtl: 60_000 } });
  await book(chat, 'ada');
  const [{ callId } = { callId: '' }] = await read(chat);
  const keys = (await store.due('record', Infinity, 10)).map(({ key }) => key);
  expect(keys).toEqual([`record/${callId}`]);
  const later = chatOf({ store, limits: { recordTtl: 0 } });
  await book(later, 'bo');
  // A new call has cleared away the one that is over.
  expect((await store.due('record', Infinity, 10)).map(({ key }) => key)).not.toContain(`record/${callId}`);
  expect(await read(chat, { callId })).toEqual([]);
});

it('an anonymous call is in the list of the person who answers it first', async () => {
  const chat = chatOf();
  const conversationId = 'c';
  const asked = questionOf(await chat.post({ conversationId, messages: [user('Book')] }));
  await chat.post({ conversationId, pluginElicitResponses: [respond(asked, { action: 'decline' })] }, as('ada'));
  const entries = await read(chat, { owner: 'ada' });
  expect(entries.map(({ what, owner }) => [what, owner?.id])).toEqual([
    ['begun', undefined],
    ['asked', undefined],
    ['answered', 'ada'],
    ['ended', 'ada'],
  ]);
});

it('a person in the record has the last name that the host gave', async () => {
  const chat = chatOf();
  for (const [nth, name] of ['Ada', 'Ada L.'].entries()) {
    const conversationId = `${nth}`;
    const asked = questionOf(await chat.post({ conversationId, messages: [user('Book')] }, as('ada')));
    await answerFor(chat, asked, { id: 'ada', name }, { result: { action: 'decline' } });
  }
  const people = (await read(chat)).flatMap((entry) => ('by' in entry && entry.by ? [entry.by.name] : []));
  expect(people).toEqual(['Ada L.', 'Ada L.']);
});

it('without record, a chat writes nothing of it, and the record is empty', async () => {
  const store = keptStore();
  const commits: StoreCommit[] = [];
  const watched = { ...store, commit: (commit: StoreCommit) => (commits.push(commit), store.commit(commit)) };
  const chat = chatOf({ store: watched, record: undefined });
  await book(chat, 'ada');
  expect(commits.length).toBeGreaterThan(3);
  expect(JSON.stringify(commits)).not.toContain('record');
  expect(await read(chat)).toEqual([]);
});

it('a call handler records, too', async () => {
  const handler = createCallHandler({
    tools: [
      declared.execute(function* (_params, ctx) {
        return (yield* ctx.elicit('decide', { message: 'Refund?' })).action;
      }),
    ],
    record: true,
  });
  const call = { conversationId: 'c', owner: 'ada', toolCallId: 'one' };
  await handler.begin({ ...call, toolName: 'refund', input: {} });
  await handler.interrupt({ conversationId: 'c', owner: 'ada', toolCallIds: ['one'] });
  const entries: RecordEntry[] = [];
  for await (const entry of handler.record({ owner: 'ada' })) entries.push(entry);
  expect(kinds(entries)).toEqual(['begun', 'asked', 'interrupted', 'ended']);
  await handler.close();
});

it('where each conversation has a store of its own, there is no list, but each call has its record', async () => {
  const chat = chatOf({ store: { ...keptStore(), isShard: true } });
  const conversationId = 'c';
  const asked = questionOf(await chat.post({ conversationId, messages: [user('Book')] }, as('ada')));
  await chat.post({ conversationId, pluginElicitResponses: [respond(asked, { action: 'decline' })] }, as('ada'));
  await expect(read(chat, { owner: 'ada' })).rejects.toMatchObject({ code: 'RECORD_UNSUPPORTED' });
  const { sessionId: callId } = asked;
  expect(kinds(await read(chat, { callId }))).toEqual(['begun', 'asked', 'answered', 'ended']);
});

it.each([
  [{ from: Number.NaN }, 'record: from is no number'],
  [{ to: '2026-01-01' as unknown as number }, 'record: to is no number'],
  // Somebody who is not signed in must not read what all have done.
  [{ owner: undefined } as unknown as RecordQuery, 'record: owner is no text. Give an id, or leave owner out for all.'],
  [{ after: { callId: 'gone', seq: 1 } }, 'not in the record any more'],
])('%o is refused', async (query, message) => {
  const chat = chatOf();
  await expect(read(chat, query)).rejects.toThrow(message);
});

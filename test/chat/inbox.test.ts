import { all } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  memoryStore,
  type ChatHandlerOptions,
  type DurableStore,
  type Person,
  type StoreCommit,
} from '../../src/server.ts';
import type { InboxAnswered, InboxPage, OpenedQuestion, QuestionPlace } from '../../src/protocol/inbox.ts';
import { ownPrefix, postgresInProcess, storeInProcess } from '../store/postgres-in-process.ts';
import { realStores } from '../faults/real-stores.ts';
import { agent, createChat, lastWords, questionOf, user, type Chat } from './harness.ts';
import { as, conversationId, declared, ok, type Options } from './refund-for-others.ts';
import { eventually } from '../eventually.ts';

const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada' },
  bo: { id: 'bo', name: 'Bo', roles: ['manager', 'staff'] },
  cy: { id: 'cy', roles: ['manager'] },
  eve: { id: 'eve', roles: ['staff'] },
};
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];

const refund = (options: Options) =>
  declared.execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit('decide', { message: 'Refund 40 euros?' }, options as never);
    return { answer, by: answer.by ?? 'nobody' };
  });

function chatOf(options: Options, more: Partial<ChatHandlerOptions> = {}): Chat {
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [refund(options)], ...more });
}

/** Posts what an inbox page posts. */
function postInbox({ handler }: Pick<Chat, 'handler'>, name: string, inbox: object, signal?: AbortSignal) {
  const headers = { 'content-type': 'application/json', ...(name !== '' && as(name)) };
  const init = { method: 'POST', headers, body: JSON.stringify({ inbox }), ...(signal && { signal }) };
  return handler(new Request('http://localhost/chat', init));
}

async function inboxOf<T = InboxPage>(chat: Pick<Chat, 'handler'>, name: string, inbox: object = {}): Promise<T> {
  return (await (await postInbox(chat, name, inbox)).json()) as T;
}

const openIn = (chat: Pick<Chat, 'handler'>, name: string, { callId, elicitId }: QuestionPlace) =>
  inboxOf<OpenedQuestion>(chat, name, { open: { callId, elicitId } });

const say = (chat: Chat, id = conversationId, name = 'ada') =>
  chat.post({ conversationId: id, messages: [user('refund')] }, as(name));

const answer = (chat: Pick<Chat, 'handler'>, name: string, place: QuestionPlace, more: object = {}) =>
  inboxOf<InboxAnswered>(chat, name, { answer: { ...answerTo(place), ...more } });

const answerTo = ({ callId, elicitId }: QuestionPlace) => ({
  sessionId: callId,
  callId,
  elicitId,
  answerId: 'a1',
  result: ok,
});

const large = {
  ...answerTo({ callId: 'x', elicitId: 'x' }),
  result: { action: 'accept', content: { text: 'x'.repeat(300_000) } },
};

/** Kept beyond the process, so that several can share it. */
const kept = (): DurableStore => ({ ...memoryStore(), isVolatile: false, opening: undefined });
const limits = { leaseTime: 500, parkAfter: 20 };

describe.each([['memory alone', undefined] as const, ...realStores])('an inbox of calls in %s', (_, open) => {
  const stored = async (): Promise<Partial<ChatHandlerOptions>> =>
    open === undefined ? {} : { store: await open(), limits };

  it('lists what waits for a person by id or role, and nothing for anybody else', async () => {
    const chat = chatOf({ to: [{ id: 'bo' }, { role: 'manager' }] }, await stored());
    await say(chat);
    const page = await inboxOf(chat, 'bo');
    expect(page.items).toEqual([
      {
        callId: expect.any(String),
        elicitId: expect.any(String),
        toolName: 'refund',
        message: 'Refund 40 euros?',
        from: 'ada',
        fromName: 'Ada',
        askedAt: expect.any(Number),
      },
    ]);
    expect(page.next).toBeUndefined();
    expect((await inboxOf(chat, 'cy')).items).toHaveLength(1);
    for (const name of ['ada', 'eve']) expect((await inboxOf(chat, name)).items).toEqual([]);
  });

  it('opens and answers a question, which leaves every inbox, and the call goes on', async () => {
    const chat = chatOf({ to: { role: 'manager' }, hidden: true }, await stored());
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    const opened = await openIn(chat, 'bo', item!);
    expect(opened).toMatchObject({ outcome: 'waits', item, question: { key: 'decide', message: 'Refund 40 euros?' } });
    // A page would show a question with `to` as one of somebody else.
    expect(JSON.stringify(opened)).not.toContain('"to"');

    expect(await answer(chat, 'bo', item!)).toEqual({ outcome: 'settled', action: 'accept', answerId: 'a1' });
    for (const name of ['bo', 'cy']) expect((await inboxOf(chat, name)).items).toEqual([]);
    const told = await chat.post({ conversationId, attach: true }, as('ada'));
    expect(lastWords(told)).toContain('"by":{"id":"bo","name":"Bo"}');
  });

  it('gives page after page, the oldest first, and none twice, while others are answered', async () => {
    const chat = chatOf({ to: ['bo', { role: 'manager' }] }, await stored());
    for (let nth = 0; nth < 25; nth += 1) await say(chat, `c${nth}`);
    const first = await inboxOf(chat, 'bo');
    expect(first.items).toHaveLength(20);
    await answer(chat, 'cy', first.items[3]!);
    const second = await inboxOf(chat, 'bo', { after: first.next });
    const all = [...first.items, ...second.items];
    expect(second.next).toBeUndefined();
    expect(new Set(all.map(({ elicitId }) => elicitId)).size).toBe(25);
    expect(all.map(({ askedAt }) => askedAt)).toEqual(all.map(({ askedAt }) => askedAt).toSorted((a, b) => a - b));
    expect((await inboxOf(chat, 'cy')).items.map(({ elicitId }) => elicitId)).not.toContain(first.items[3]!.elicitId);
  });

  it('tells who waits for news when something is asked, and when it is settled', async () => {
    const chat = chatOf({ to: 'bo' }, await stored());
    const { mark } = await inboxOf(chat, 'bo');
    const news = inboxOf<{ news: boolean }>(chat, 'bo', { wait: mark });
    await say(chat);
    expect(await news).toEqual({ news: true });
    const then = await inboxOf(chat, 'bo');
    const more = inboxOf<{ news: boolean }>(chat, 'bo', { wait: then.mark });
    await answer(chat, 'bo', then.items[0]!);
    expect(await more).toEqual({ news: true });
    expect((await inboxOf(chat, 'bo')).mark).toBe(mark);
  });

  it('forgets what a stopped call asked', async () => {
    const chat = chatOf({ to: 'bo' }, await stored());
    const { sessionId } = questionOf(await say(chat));
    await chat.post({ conversationId, pluginAbort: { sessionId } }, as('ada'));
    expect((await inboxOf(chat, 'bo')).items).toEqual([]);
  });
});

describe('an answer of an inbox', () => {
  it('counts once, and says so however often it comes', async () => {
    const chat = chatOf({ to: { role: 'manager' } });
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    const both = await Promise.all([answer(chat, 'bo', item!), answer(chat, 'cy', item!, { answerId: 'a2' })]);
    const [winner] = new Set(both.map((one) => (one.outcome === 'settled' ? one.answerId : 'none')));
    expect(both.map(({ outcome }) => outcome)).toEqual(['settled', 'settled']);
    expect(both.every((one) => 'answerId' in one && one.answerId === winner)).toBe(true);
    expect(await answer(chat, 'bo', item!, { answerId: 'a3' })).toMatchObject({ outcome: 'settled', answerId: winner });
  });

  it('is heard of by who gave it, also where the host judges by it, and by nobody whom the host refuses', async () => {
    const store = { ...memoryStore(), isVolatile: false, opening: undefined };
    const judged = () =>
      chatOf(
        { to: { role: 'manager' } },
        { store, mayAnswer: ({ who, answers }) => who?.id === 'bo' && answers.every(({ by }) => by?.id !== 'bo') },
      );
    const chat = judged();
    const place = questionOf(await say(chat));
    const first = await answer(chat, 'bo', place);
    expect(first).toMatchObject({ outcome: 'settled', answerId: 'a1' });
    const heard = async (at: Chat) => [await answer(at, 'bo', place), await openIn(at, 'bo', place)];
    const unheard = async (at: Chat) => [await answer(at, 'cy', place), await openIn(at, 'cy', place)];
    expect(await heard(chat)).toMatchObject([first, first]);
    expect(await unheard(chat)).toEqual([{ outcome: 'gone' }, { outcome: 'gone' }]);
    await chat.handler.close();
    const restarted = judged();
    expect(await heard(restarted)).toMatchObject([first, first]);
    expect(await unheard(restarted)).toEqual([{ outcome: 'gone' }, { outcome: 'gone' }]);
    // In a conversation that is nobody's, too.
    const others = questionOf(await restarted.post({ conversationId: 'anonymous', messages: [user('refund')] }));
    expect(await answer(restarted, 'bo', others)).toMatchObject(first);
    expect(await answer(restarted, 'bo', others)).toMatchObject(first);
    expect(await openIn(restarted, 'cy', others)).toEqual({ outcome: 'gone' });
  });

  it('that is refused comes back with issues, to be answered again', async () => {
    const chat = chatOf({ to: 'bo', check: () => ['Not yet.'] } as never);
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    const refused = await answer(chat, 'bo', item!);
    expect(refused).toMatchObject({
      outcome: 'asked',
      question: { attempt: 2, issues: [{ path: [], message: 'Not yet.' }] },
    });
    expect(JSON.stringify(refused)).not.toContain('"to"');
    // An answer to the attempt before is told of the one that waits.
    expect(await answer(chat, 'bo', item!, { attempt: 1 })).toMatchObject({
      outcome: 'asked',
      question: { attempt: 2 },
    });
    expect(await answer(chat, 'bo', item!, { attempt: 2, result: { action: 'decline' } })).toMatchObject({
      outcome: 'settled',
      action: 'decline',
    });
  });

  it('to a question that was withdrawn hears so', async () => {
    const chat = chatOf({ to: 'bo' });
    const asked = questionOf(await say(chat));
    const [item] = (await inboxOf(chat, 'bo')).items;
    await chat.post(
      { conversationId, pluginElicitResponses: [{ ...answerTo(asked), result: { action: 'cancel' } }] },
      as('ada'),
    );
    expect(await answer(chat, 'bo', item!)).toMatchObject({ outcome: 'settled', action: 'cancel' });
    expect(await openIn(chat, 'bo', item!)).toMatchObject({ outcome: 'settled', action: 'cancel' });
  });

  it('goes to the process that has the call, and finds it after a restart', async () => {
    const store = kept();
    const [here, there] = [chatOf({ to: 'bo' }, { store, limits }), chatOf({ to: 'bo' }, { store, limits })];
    const heard = here.post({ conversationId, messages: [user('refund')] }, as('ada'));
    await eventually(async () => expect((await inboxOf(there, 'bo')).items).toHaveLength(1));
    const [item] = (await inboxOf(there, 'bo')).items;
    await heard;
    expect(await answer(there, 'bo', item!)).toMatchObject({ outcome: 'settled', action: 'accept' });

    await say(here, 'other');
    await here.handler.close();
    const restarted = chatOf({ to: 'bo' }, { store, limits });
    const [next] = (await inboxOf(restarted, 'bo')).items;
    expect(await answer(restarted, 'bo', next!)).toMatchObject({ outcome: 'settled', action: 'accept' });
  });

  it('changes no answer before it, whatever it says', async () => {
    const chat = chatOf({ to: 'bo' });
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    await answer(chat, 'bo', item!);
    expect(await answer(chat, 'bo', item!, { answerId: 'a2', revises: 'a1', result: { action: 'decline' } })).toEqual({
      outcome: 'settled',
      action: 'accept',
      answerId: 'a1',
      by: { name: 'Bo' },
    });
  });
});

describe('of an inbox', () => {
  it('everybody else hears what they hear of a question that does not exist', async () => {
    const chat = chatOf({ to: { role: 'manager' }, notOwner: true });
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    const invented = { callId: item!.callId, elicitId: `${item!.callId}:elicit:7` };
    for (const name of ['ada', 'eve']) {
      for (const place of [item!, invented, { callId: 'x', elicitId: 'x' }]) {
        expect(await openIn(chat, name, place)).toEqual({ outcome: 'gone' });
        expect(await answer(chat, name, place)).toEqual({ outcome: 'gone' });
      }
    }
    await answer(chat, 'bo', item!);
    for (const name of ['ada', 'eve']) expect(await openIn(chat, name, item!)).toEqual({ outcome: 'gone' });
  });

  it('the host judges each question, and a page may be empty while more come', async () => {
    const chat = chatOf(
      { to: { role: 'manager' } },
      { mayAnswer: ({ who, owner }) => who?.id !== 'cy' || owner === 'eve' },
    );
    for (let nth = 0; nth < 6; nth += 1) await say(chat, `c${nth}`);
    await say(chat, 'of eve', 'eve');
    expect((await inboxOf(chat, 'bo')).items).toHaveLength(7);
    expect((await inboxOf(chat, 'cy')).items.map(({ from }) => from)).toEqual(['eve']);
    const who = people['cy']!;
    const first = await chat.handler.inbox({ who, limit: 1 });
    expect([first.items, first.next]).toEqual([[], expect.any(String)]);
    const { items, next } = await chat.handler.inbox({ who, limit: 1, after: first.next });
    expect([items.map(({ from }) => from), next]).toEqual([['eve'], undefined]);
    const [item] = (await inboxOf(chat, 'bo')).items;
    expect(await openIn(chat, 'cy', item!)).toEqual({ outcome: 'gone' });
    expect(await answer(chat, 'cy', item!)).toEqual({ outcome: 'gone' });
    expect(chat.handler.inbox.judges).toBe(true);
  });

  it('is judged without a look at any journal, by what was answered in its call', async () => {
    const inner = { ...memoryStore(), isVolatile: false, opening: undefined };
    const lists: string[] = [];
    const store = {
      ...inner,
      list: (...asked: Parameters<DurableStore['list']>) => (lists.push(asked[0]), inner.list(...asked)),
    };
    const two = declared.execute(function* (_params, ctx) {
      const options = { to: { role: 'manager' } } as Options;
      yield* all(['First?', 'Second?'].map((message) => ctx.elicit('decide', { message }, options)));
      return 'done';
    });
    const judged = () =>
      chatOf(
        {},
        {
          store,
          tools: [two],
          mayAnswer: ({ who, owner, question, answers }) =>
            owner === 'ada' && question.toolName === 'refund' && answers.every(({ by }) => by?.id !== who?.id),
        },
      );
    const chat = judged();
    for (let nth = 0; nth < 3; nth += 1) await say(chat, `c${nth}`);
    const [first] = (await inboxOf(chat, 'bo')).items;
    expect(await answer(chat, 'bo', first!)).toMatchObject({ outcome: 'settled' });
    await chat.handler.close();
    lists.length = 0;
    const restarted = judged();
    expect((await inboxOf(restarted, 'bo')).items).toHaveLength(4);
    expect((await inboxOf(restarted, 'cy')).items).toHaveLength(5);
    expect(lists.filter((list) => list.endsWith('/journal'))).toEqual([]);
  });

  it.each([2, 100])('names no question that the host refuses by where a page of %d ends', async (limit) => {
    // Several come at one time, and several pages of them are refused.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const chat = chatOf(
      { to: { role: 'manager' } },
      { mayAnswer: ({ who, owner }) => who?.id === 'bo' || owner === 'eve' },
    );
    for (let nth = 0; nth < 24; nth += 1) {
      if (nth >= 12) vi.setSystemTime(Date.now() + (nth % 2));
      await say(chat, `c${nth}`, nth % 12 === 5 ? 'eve' : 'ada');
    }
    const seen: string[] = [];
    const named: string[] = [];
    let after: string | undefined;
    do {
      const page = await chat.handler.inbox({ who: people['cy']!, limit, after });
      seen.push(...page.items.map(({ elicitId }) => elicitId));
      named.push(...(page.next?.match(/call_[^ ]*/g) ?? []));
      after = page.next;
    } while (after !== undefined);
    const { items } = await chat.handler.inbox({ who: people['bo']!, limit: 100 });
    const mine = items.filter(({ from }) => from === 'eve').map(({ elicitId }) => elicitId);
    expect(seen).toEqual(mine);
    expect(mine).toEqual(expect.arrayContaining(named));
  });

  it.each([
    ['nobody', '', {}, 403, 'INBOX_ANONYMOUS'],
    ['a cursor that is none', 'bo', { after: 'x' }, 400, 'INBOX_CURSOR'],
    ['an unknown verb', 'bo', { delete: 1 }, 400, 'INVALID_REQUEST'],
    ['a long cursor', 'bo', { after: '1'.repeat(501) }, 400, 'INVALID_REQUEST'],
    ['a large answer', 'bo', { answer: large }, 413, 'CONTENT_TOO_LARGE'],
  ])('a request of %s is refused', async (_, name, inbox, status, code) => {
    const chat = chatOf({ to: 'bo' });
    const response = await postInbox(chat, name, inbox);
    expect([response.status, await response.json()]).toEqual([
      status,
      { error: { code, message: expect.any(String) } },
    ]);
  });

  it('there is none where each conversation has a store of its own', async () => {
    const store = { ...kept(), isShard: true };
    const chat = chatOf({ to: 'bo' }, { store, limits });
    await say(chat);
    expect(await (await postInbox(chat, 'bo', {})).json()).toMatchObject({ error: { code: 'INBOX_UNSUPPORTED' } });
    await expect(chat.handler.inbox({ who: 'bo' })).rejects.toMatchObject({ code: 'INBOX_UNSUPPORTED' });
    // There an alarm would ring for what is in a queue.
    expect(await store.due('to:bo', Infinity, 10)).toEqual([]);
  });

  it('a host that asks nobody else writes nothing', async () => {
    const commits: StoreCommit[] = [];
    const store = kept();
    const watched = { ...store, commit: (commit: StoreCommit) => (commits.push(commit), store.commit(commit)) };
    const chat = chatOf({} as Options, { store: watched, limits });
    await say(chat);
    expect(commits.length).toBeGreaterThan(0);
    expect(JSON.stringify(commits)).not.toContain('asks/');
  });

  it('a person whose id no store could take has no questions', async () => {
    const chat = chatOf({ to: 'bo' }, { identify: () => ({ id: 'a\0b', roles: ['\ud800'] }), store: kept(), limits });
    expect((await inboxOf(chat, 'x')).items).toEqual([]);
    await expect(say(chatOf({ to: 'a\0b' }))).resolves.toBeDefined();
  });

  it('one wait ends when its page leaves, and others go on', async () => {
    const chat = chatOf({ to: 'bo' });
    const { mark } = await inboxOf(chat, 'bo');
    const page = new AbortController();
    const left = postInbox(chat, 'bo', { wait: mark }, page.signal);
    const stays = inboxOf(chat, 'bo', { wait: mark });
    page.abort();
    expect(await (await left).json()).toEqual({ news: false });
    await say(chat);
    expect(await stays).toEqual({ news: true });
  });
});

describe('a page of 20 of 100,000 questions in Postgres', () => {
  it('reads the rows of the page alone, by an index', async () => {
    const prefix = ownPrefix();
    const store = storeInProcess(prefix);
    await store.due('x', 0, 1);
    await postgresInProcess.query(
      `insert into ${prefix}_due select 'asks/call_' || n || ':elicit:0', case when n % 2 = 0 then 'role:manager' else 'to:u' || n end, n
       from generate_series(1, 100000) n`,
    );
    await postgresInProcess.query(`analyze ${prefix}_due`);
    const sql = vi.spyOn(postgresInProcess, 'query');
    expect(await store.due('role:manager', 8.64e15, 20, { at: 50_000, key: 'asks/call_50000:elicit:0' })).toHaveLength(
      20,
    );
    const [text, values] = sql.mock.calls.find(([said]) => said.includes('order by'))!;
    const { rows } = await postgresInProcess.query(`explain (analyze, format json) ${text}`, values);
    const [{ Plan: limit }] = (rows[0] as { 'QUERY PLAN': [{ Plan: Plan }] })['QUERY PLAN'];
    expect([limit['Node Type'], limit.Plans?.[0]]).toMatchObject([
      'Limit',
      { 'Actual Rows': 20, 'Index Name': `${prefix}_due_at` },
    ]);
  });
});

interface Plan {
  'Node Type': string;
  Plans?: Plan[];
}

it('an answer that comes to a handler that has closed is refused, and counts at the next one', async () => {
  const store = { ...memoryStore(), isVolatile: false, opening: undefined };
  const [here, there] = [chatOf({ to: 'bo' }, { store }), chatOf({ to: 'bo' }, { store })];
  const asked = questionOf(await say(here));
  const place = { callId: asked.sessionId, elicitId: asked.elicitId };
  await here.handler.close();

  await expect(here.handler.inbox.answer(people['bo']!, answerTo(place))).rejects.toMatchObject({
    code: 'CLOSED',
  });
  expect(await there.handler.inbox.answer(people['bo']!, answerTo(place))).toMatchObject({ answerId: 'a1' });
  const told = await there.post({ conversationId, attach: true, revision: undefined }, as('ada'));
  expect(lastWords(told)).toContain('"ok":true');
});

describe('a hidden question that was refused', () => {
  it('shows its person neither the words nor what was wrong', async () => {
    const chat = chatOf({ to: { role: 'manager' }, hidden: true, check: () => ['Too much.'] } as never);
    await say(chat);
    const [item] = (await inboxOf(chat, 'bo')).items;
    expect(await answer(chat, 'bo', item!)).toMatchObject({
      outcome: 'asked',
      question: { message: 'Refund 40 euros?' },
    });
    const page = await chat.post({ conversationId, attach: true }, as('ada'));
    expect(questionOf(page)).toMatchObject({ attempt: 2, message: '', schema: {}, to: { who: [{ role: 'manager' }] } });
    expect(JSON.stringify(page.events)).not.toMatch(/Refund 40 euros|Too much/);
  });
});

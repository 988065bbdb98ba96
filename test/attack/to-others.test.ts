import { all, run, type Operation } from 'effection';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import type { AnswerToAllow, ChatHandlerOptions, Person } from '../../src/server.ts';
import { memoryStore } from '../../src/store/memory-store.ts';
import {
  accept,
  agent,
  createChat,
  lastWords,
  only,
  questionOf,
  respond,
  the,
  user,
  type Chat,
} from '../chat/harness.ts';
import {
  answerFor,
  as,
  conversationId,
  declared,
  ok,
  type Context,
  type Options,
  type Question,
} from '../chat/refund-for-others.ts';

const ask = { conversationId, messages: [user('refund')] };
const cancel = { action: 'cancel' } as const;
const moreTime = { action: 'more_time' } as const;

const people: Record<string, Person> = {
  ada: { id: 'ada', name: 'Ada', roles: ['staff'] },
  bo: { id: 'bo', name: 'Bo', roles: ['manager'] },
  cy: { id: 'cy', roles: ['manager'] },
  manager: { id: 'manager' },
};
const identify: ChatHandlerOptions['identify'] = (request) => people[request.headers.get('x-user') ?? ''];

const tool = (body: (ctx: Context) => Operation<unknown>) => declared.execute((_params, ctx) => body(ctx));
const deciding = (options: Options, message = 'Refund?') =>
  tool(function* (ctx) {
    const { action, by } = yield* ctx.elicit('decide', { message }, options as never);
    return `${action} by ${by?.id ?? 'nobody'}`;
  });

function chatOf(asks: ReturnType<typeof tool>, more: Partial<ChatHandlerOptions> = {}): Chat {
  return createChat(agent([{ name: 'refund', arguments: {} }]), { identify, tools: [asks], ...more });
}

const isOpen = async (chat: Chat) => {
  const told = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
  return only(told, 'plugin_elicit_settled').length === 0;
};

describe('a person who is none', () => {
  it.each([
    ['no id', { roles: ['auditor'] }],
    ['an id that is undefined', { id: undefined, name: 'Bo' }],
    ['roles that are a text', { id: 'eve', roles: 'manager of nothing' }],
    ['roles that only look like a list', { id: 'eve', roles: { includes: () => true } }],
    ['an empty id', ''],
    ['a number', 7],
  ])('with %s answers nothing, and the host hears why', async (_, by) => {
    const chat = chatOf(deciding({ to: [{ role: 'manager' }, 'zoe'] }));
    const asked = questionOf(await chat.post(ask, as('ada')));
    await expect(answerFor(chat, asked, by)).rejects.toThrow("{ id, name: 'Ada', roles: ['manager'] }");
    expect(await isOpen(chat)).toBe(true);
  });

  it.each([
    ['whose id is the name of the role', people['manager']],
    ['with an inherited name', { id: '__proto__', roles: ['constructor', 'toString'] }],
    ['with a look-alike role', { id: 'eve', roles: ['mаnager', 'Manager', 'manager '] }],
    ['with a long id', { id: 'b'.repeat(10_000) }],
    ['with a look-alike id', { id: 'zoe\u200b' }],
  ])('%s answers nothing', async (_, by) => {
    const chat = chatOf(deciding({ to: [{ role: 'manager' }, 'zoe'] }));
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(await answerFor(chat, asked, by)).toEqual({ outcome: 'unknown' });
    expect(await isOpen(chat)).toBe(true);
  });
});

describe('a request from outside', () => {
  it.each([
    ['beside its answers', { host: { type: 'answer' }, by: people['bo'], via: 'inbox', to: 'ada', owner: 'bo' }, {}],
    ['in its answer', {}, { by: people['bo'], via: 'inbox', to: 'ada', isFinal: true }],
    ['in an attempt that is over', {}, { attempt: 7 }],
    ['as a change of an answer', {}, { answerId: 'a', revises: 'b' }],
  ])('cannot say who answers %s', async (_, beside, within) => {
    const chat = chatOf(deciding({ to: { role: 'manager' } }));
    const asked = questionOf(await chat.post(ask, as('ada')));
    for (const result of [ok, { action: 'decline' }, { action: 'more_time' }] as const) {
      const host = {
        ...beside,
        ...('host' in beside && { host: { type: 'answer', response: respond(asked, result) } }),
      };
      const pluginElicitResponses = [{ ...respond(asked, result), ...within }];
      await chat.post({ conversationId, pluginElicitResponses, ...host }, as('ada'));
    }
    expect(await isOpen(chat)).toBe(true);
  });
});

describe('mayAnswer', () => {
  it('judges one answer after the other, also when they come at once', async () => {
    const both = tool(function* (ctx) {
      const to = { role: 'manager' };
      yield* all([
        ctx.elicit('decide', { message: 'First?' }, { to }),
        ctx.elicit('decide', { message: 'Second?' }, { to }),
      ]);
    });
    const chat = chatOf(both, { mayAnswer: ({ who, answers }) => answers.every(({ by }) => by?.id !== who?.id) });
    const questions = only(await chat.post(ask, as('ada')), 'plugin_elicit_request');
    const outcomes = await Promise.all(questions.map((asked) => answerFor(chat, asked, people['bo'])));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(['recorded', 'unknown']);
  });

  it.each([undefined, null, 1, 'yes', {}])('that says %j lets nobody answer', async (said) => {
    const chat = chatOf(deciding({ to: { role: 'manager' } }), { mayAnswer: () => said as boolean });
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(await answerFor(chat, asked, people['bo'])).toEqual({ outcome: 'unknown' });
    expect(await isOpen(chat)).toBe(true);
  });

  it('that never says anything lets nobody answer, and holds up nobody', async () => {
    const chat = chatOf(deciding({ to: { role: 'manager' } }), {
      limits: { patience: 300 },
      mayAnswer: ({ who }) => (who?.id === 'cy' ? true : new Promise<boolean>(() => undefined)),
    });
    const asked = questionOf(await chat.post(ask, as('ada')));
    const [bo, cy] = await Promise.all([answerFor(chat, asked, people['bo']), answerFor(chat, asked, people['cy'])]);
    expect([bo.outcome, cy.outcome]).toEqual(['unknown', 'recorded']);
  });

  it('keeps from those whom it refuses that there is such a question, and who answered it', async () => {
    const chat = chatOf(deciding({ to: { role: 'manager' } }), { mayAnswer: ({ who }) => who?.id !== 'cy' });
    const asked = questionOf(await chat.post(ask, as('ada')));
    expect(await answerFor(chat, asked, people['cy'], { attempt: 7 })).toEqual({ outcome: 'unknown' });
    expect(await answerFor(chat, asked, people['bo'], { answerId: 'b' })).toEqual({ outcome: 'recorded' });
    expect(await answerFor(chat, asked, people['bo'])).toMatchObject({ outcome: 'repeated', answerId: 'b' });
  });

  it('hears whom a question is for when its answer is changed, and so does who comes later', async () => {
    const judged: AnswerToAllow[] = [];
    const asks = tool(function* (ctx) {
      yield* ctx.elicit('reason', { message: 'Why?' }, { to: ['ada', 'bo'] });
      yield* ctx.elicit('decide', { message: 'Refund?' });
    });
    const chat = chatOf(asks, { mayAnswer: (answer) => judged.push(answer) > 0 });
    const why = questionOf(await chat.post(ask, as('ada')));
    const first = { ...accept(why, { text: 'Broken' }), answerId: 'a' };
    await chat.post({ conversationId, pluginElicitResponses: [first] }, as('ada'));
    const changed = { ...accept(why, { text: 'Lost' }), answerId: 'b', revises: 'a' };
    const told = await chat.post({ conversationId, pluginElicitResponses: [changed] }, as('ada'));
    expect(the(told, 'plugin_elicit_revised')).toMatchObject({ answerId: 'b' });
    expect(judged.map(({ to }) => to)).toEqual([1, 2].map(() => [{ id: 'ada' }, { id: 'bo' }]));
    expect(await answerFor(chat, why, people['bo'])).toMatchObject({ outcome: 'repeated', answerId: 'b' });
  });
});

describe('a tool deployed anew', () => {
  it('asks others about what its own person once allowed for good', async () => {
    const store = memoryStore();
    const refund = createMcpTool('refund').description('Refunds an order').parameters(z.object({})).elicits({});
    const remember = { key: () => 'refunds', for: 'owner' as const };
    const own = refund.approve({ remember }).execute(function* () {
      return 'Refunded.';
    });
    const before = chatOf(own as never, { store });
    const asked = questionOf(await before.post(ask, as('ada')));
    const pluginElicitResponses = [accept(asked, { approved: true, remember: true })];
    await before.post({ conversationId, pluginElicitResponses }, as('ada'));
    const again = { conversationId: 'd', messages: [user('refund')] };
    expect(lastWords(await before.post(again, as('ada')))).toContain('Refunded.');

    const managed = refund.approve({ remember, to: { role: 'manager' }, notOwner: true }).execute(function* () {
      return 'Refunded.';
    });
    const after = chatOf(managed as never, { store });
    const told = await after.post({ conversationId: 'e', messages: [user('refund')] }, as('ada'));
    expect(questionOf(told).to).toEqual({ who: [{ role: 'manager' }] });
  });

  it.each([
    ['nobody else', {}],
    ['others', { to: 'ada', notOwner: false }],
  ] as const)('that now asks %s does not change whom an open question is for', async (_, now) => {
    const store = { ...memoryStore(), isVolatile: false, opening: undefined };
    const limits = { parkAfter: 0, sweepEvery: Infinity };
    const before = chatOf(deciding({ to: { role: 'manager' } }), { store, limits });
    const asked = questionOf(await before.post(ask, as('ada')));
    await before.handler.close();
    const after = chatOf(deciding(now as Options), { store, limits });
    const mine = { conversationId, pluginElicitResponses: [accept(asked, { ok: true })] };
    expect(only(await after.post(mine, as('ada')), 'plugin_elicit_settled')).toEqual([]);
    expect(await answerFor(after, asked, people['bo'])).toEqual({ outcome: 'recorded' });
    const told = await after.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(the(told, 'plugin_elicit_settled')).toMatchObject({ by: { name: 'Bo' } });
    expect(await answerFor(after, asked, people['cy'])).toMatchObject({ outcome: 'repeated', by: { id: 'bo' } });
    expect(lastWords(told)).toContain('accept by bo');
  });
});

describe('what the page hears', () => {
  const secret = 'THE-SECRET';
  const hidden = tool(function* (ctx) {
    const options = { to: { role: 'manager' }, hidden: true, timeout: 600_000 };
    const check = ({ ok: isOk }: { ok: boolean }) => (isOk ? [] : [`${secret} is wrong`]);
    const { action } = yield* ctx.elicit('decide', { message: `${secret} of 40 euros?` }, { ...options, check });
    return action;
  });

  it.each([
    ['gets more time', (chat: Chat, asked: Question) => answerFor(chat, asked, people['bo'], { result: moreTime })],
    ['is accepted', (chat: Chat, asked: Question) => answerFor(chat, asked, people['bo'])],
    ['is withdrawn', (chat: Chat, asked: Question) => answerFor(chat, asked, people['ada'], { result: cancel })],
    ['is stopped', (chat: Chat, asked: Question) => run(() => chat.handler.sessions.abort(asked.sessionId))],
    ['is tried by its person', (chat: Chat, asked: Question) => answerFor(chat, asked, people['ada'])],
  ] as const)('of a hidden question is nothing of it, also when it %s', async (_, happens) => {
    const store = { ...memoryStore(), isVolatile: false, opening: undefined };
    const limits = { parkAfter: 0, sweepEvery: Infinity };
    const [here, there] = [chatOf(hidden, { store, limits }), chatOf(hidden, { store, limits })];
    const heard = [await here.post(ask, as('ada'))];
    await happens(here, questionOf(heard[0]!));
    const attach = { conversationId, attach: true };
    heard.push(await here.post(attach, as('ada')), await here.post({ ...attach, revision: undefined }, as('ada')));
    await here.handler.close();
    heard.push(await there.post({ ...attach, revision: undefined }, as('ada')));
    heard.push(await there.post({ conversationId, messages: [user('Well?')] }, as('ada')));
    const told = heard.flatMap(({ raw }) => raw.split('\n'));
    expect(told.filter((line) => line.includes(secret) || line.includes('"bo"'))).toEqual([]);
    expect(heard.some(({ raw }) => raw.includes('plugin_elicit_request'))).toBe(true);
  });

  it('of who answered has a bound', async () => {
    const name = `B\u202Eo ${'o'.repeat(1_000_000)}`;
    const chat = chatOf(deciding({ to: 'bo' }));
    const asked = questionOf(await chat.post(ask, as('ada')));
    await answerFor(chat, asked, { id: 'bo', name });
    const told = await chat.post({ conversationId, attach: true }, as('ada'));
    const { by } = the(told, 'plugin_elicit_settled');
    expect(by?.name).toMatch(/^Bo o{100,200}…$/);
    const snapshot = await chat.post({ conversationId, attach: true, revision: undefined }, as('ada'));
    expect(the(snapshot, 'plugin_elicit_settled').by).toEqual(by);
  });
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createApprovals } from '../../src/chat/approvals.ts';
import { callIdOf, newKey } from '../../src/chat/conversation-store.ts';
import { createMcpTool, type ApprovalOptions } from '../../src/plugin.ts';
import { memoryStore, type DurableStore, type ElicitRequest, type Person } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import {
  accept,
  agent,
  createChat,
  lastWords,
  only,
  questionOf,
  respond,
  user,
  type Answered,
  type Chat,
} from './harness.ts';

const parameters = z.object({ amount: z.number().max(10_000), to: z.string(), currency: z.string().default('EUR') });
type Params = z.output<typeof parameters>;

/** A tool that asks first, and what its body ran with. */
function refundTool(options?: ApprovalOptions<Params>, version = 'v1') {
  const ran: Params[] = [];
  const tool = createMcpTool('refund')
    .description('Pay money back')
    .parameters(parameters)
    .elicits({})
    .version(version)
    .approve(options)
    .execute(function* (params) {
      ran.push(params);
      return `Paid ${params.amount} ${params.currency}.`;
    });
  return { tool, ran };
}

const refunds = (amount = 5) => agent([{ name: 'refund', arguments: { amount, to: 'Ann' } }]);
const start = (chat: Chat, conversationId = 'c', headers = {}) =>
  chat.post({ conversationId, messages: [user('Refund')] }, headers);
const answer = (chat: Chat, question: ElicitRequest, content: unknown, headers = {}, conversationId = 'c') =>
  chat.post({ conversationId, pluginElicitResponses: [accept(question, content)] }, headers);
/** The page goes on from what it knows. Without that, it is first shown how the conversation stands. */
const approveElsewhere = (chat: Chat, asked: Answered) =>
  chat.post({
    conversationId: 'c',
    revision: asked.state.revision,
    pluginElicitResponses: [accept(questionOf(asked), { approved: true })],
  });
const contextOf = (question: ElicitRequest) => question.schema['x-model-context'] as Record<string, unknown>;

describe('a call that needs an approval', () => {
  it('asks with its arguments, and those that the schema fills in, before its body runs', async () => {
    const { tool, ran } = refundTool({ tone: 'danger' });
    const question = questionOf(await start(createChat(refunds(), { tools: [tool] })));
    expect(question).toMatchObject({ key: 'approve', toolName: 'refund', message: 'Allow this call of Refund?' });
    expect(contextOf(question)).toMatchObject({
      tool: 'refund',
      version: 'v1',
      description: 'Pay money back',
      arguments: { amount: 5, to: 'Ann', currency: 'EUR' },
      edit: false,
      tone: 'danger',
    });
    expect(question.inWords).toBe('Pay money back\nAmount: 5\nTo: Ann\nCurrency: EUR');
    expect(ran).toEqual([]);
  });

  it('runs once it is approved', async () => {
    const { tool, ran } = refundTool();
    const chat = createChat(refunds(), { tools: [tool] });
    const told = await answer(chat, questionOf(await start(chat)), { approved: true });
    expect(lastWords(told)).toBe('It said: Paid 5 EUR.');
    expect(ran).toEqual([{ amount: 5, to: 'Ann', currency: 'EUR' }]);
  });

  it.each<[string, (question: ElicitRequest) => Parameters<typeof respond>[1], RegExp]>([
    [
      'a no with a reason',
      () => ({ action: 'accept', content: { approved: false, reason: 'Too much' } }),
      /"Too much"/,
    ],
    ['a decline', () => ({ action: 'decline', reason: 'Not now' }), /"Not now"/],
    ['a cancel', () => ({ action: 'cancel' }), /did not run/],
  ])('never runs after %s, and the model reads why', async (_, result, why) => {
    const { tool, ran } = refundTool();
    const chat = createChat(refunds(), { tools: [tool] });
    const question = questionOf(await start(chat));
    const told = await chat.post({ conversationId: 'c', pluginElicitResponses: [respond(question, result(question))] });
    expect(lastWords(told)).toMatch(/The person did not approve this call of refund, so it did not run\./);
    expect(lastWords(told)).toMatch(why);
    expect(ran).toEqual([]);
    expect(told.state.calls.map(({ status }) => status)).toEqual(['completed']);
  });

  it('does not run when the person writes a message instead', async () => {
    const { tool, ran } = refundTool();
    const chat = createChat(refunds(), { tools: [tool] });
    await start(chat);
    await chat.post({ conversationId: 'c', messages: [user('Refund'), user('hello')] });
    expect(ran).toEqual([]);
    expect(JSON.stringify(chat.asked.at(-1))).toContain('They wrote a message instead.');
  });

  it('asks only when `when` says so, and when it throws', async () => {
    const { tool, ran } = refundTool({ when: ({ amount }) => amount > 100 });
    expect(lastWords(await start(createChat(refunds(5), { tools: [tool] })))).toBe('It said: Paid 5 EUR.');
    expect(only(await start(createChat(refunds(500), { tools: [tool] })), 'plugin_elicit_request')).toHaveLength(1);
    expect(ran).toHaveLength(1);
    const throws = () => {
      throw new Error('no rule');
    };
    for (const when of [throws, (async () => throws()) as unknown as typeof throws]) {
      const { tool: throwing } = refundTool({ when });
      expect(only(await start(createChat(refunds(), { tools: [throwing] })), 'plugin_elicit_request')).toHaveLength(1);
    }
  });

  it('goes on in another process, with its question as it was', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const before = createChat(refunds(), { tools: [refundTool().tool], store });
    const question = questionOf(await start(before));
    await before.handler.close();
    const { tool, ran } = refundTool();
    const after = createChat(refunds(), { tools: [tool], store });
    const told = await answer(after, question, { approved: true });
    expect(lastWords(told)).toBe('It said: Paid 5 EUR.');
    expect(ran).toHaveLength(1);
  });

  it('shows the new words of a tool that was deployed meanwhile, and goes on', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const before = createChat(refunds(), { tools: [refundTool().tool], store });
    const asked = await start(before);
    await before.handler.close();
    const { tool, ran } = refundTool();
    const after = createChat(refunds(), { tools: [{ ...tool, description: 'Give money back' }], store });
    const again = questionOf(await approveElsewhere(after, asked));
    expect(contextOf(again)).toMatchObject({ description: 'Give money back' });
    expect(ran).toEqual([]);
    expect(lastWords(await answer(after, again, { approved: true }))).toBe('It said: Paid 5 EUR.');
  });

  it('asks before `before` of a handoff, too', async () => {
    const ran: string[] = [];
    const tool = createMcpTool('refund')
      .description('Pay money back')
      .parameters(parameters)
      .elicits({})
      .approve()
      .handoff({
        *before({ amount }) {
          ran.push('before');
          return { amount };
        },
        *client({ amount }) {
          return amount;
        },
        *after(_, amount) {
          ran.push('after');
          return `Paid ${amount}.`;
        },
      });
    const chat = createChat(refunds(), { tools: [tool] });
    const question = questionOf(await start(chat));
    expect(ran).toEqual([]);
    expect(lastWords(await answer(chat, question, { approved: true }))).toBe('It said: Paid 5.');
    expect(ran).toEqual(['before', 'after']);
  });
});

describe('the tool’s own question', () => {
  it.each<[string, ApprovalOptions<Params>['message'], string]>([
    ['a text', 'Darf ich das Geld zurückzahlen?', 'Darf ich das Geld zurückzahlen?'],
    ['a function of the arguments', ({ amount, to }) => `${amount} € an ${to} zahlen?`, '5 € an Ann zahlen?'],
    ['one of several lines', () => 'Pay?\n\nAmount: 1\u202E', 'Pay? Amount: 1'],
    ['one that is empty', ' ', 'Allow this call of Refund?'],
    ['one that is no text', () => 5 as never, 'Allow this call of Refund?'],
    [
      'one that throws',
      () => {
        throw new Error('no words');
      },
      'Allow this call of Refund?',
    ],
  ])('takes the place of ours, on the card, too: %s', async (_, message, words) => {
    const question = questionOf(await start(createChat(refunds(), { tools: [refundTool({ message }).tool] })));
    expect(question.message).toBe(words);
    expect(contextOf(question)['title']).toBe(words.startsWith('Allow') ? undefined : words);
  });

  it('may change while it waits', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const before = createChat(refunds(), { tools: [refundTool({ message: 'Pay?' }).tool], store });
    const asked = await start(before);
    await before.handler.close();
    const { tool, ran } = refundTool({ message: 'Zahlen?' });
    const after = createChat(refunds(), { tools: [tool], store });
    const again = questionOf(await approveElsewhere(after, asked));
    expect(contextOf(again)).toMatchObject({ title: 'Zahlen?' });
    expect(lastWords(await answer(after, again, { approved: true }))).toBe('It said: Paid 5 EUR.');
    expect(ran).toHaveLength(1);
  });
});

describe('arguments that the person changes', () => {
  it('are parsed by the tool, which runs with them, and the model reads what they are now', async () => {
    const { tool, ran } = refundTool({ edit: true });
    const chat = createChat(refunds(), { tools: [tool] });
    const params = { amount: 7, to: 'Bob' };
    const told = await answer(chat, questionOf(await start(chat)), { approved: true, params });
    expect(ran).toEqual([{ amount: 7, to: 'Bob', currency: 'EUR' }]);
    expect(lastWords(told)).toContain('The person changed the arguments before they approved the call.');
    expect(lastWords(told)).toContain('"amount": 7');
    expect(lastWords(told)).toContain('Paid 7 EUR.');
  });

  it('are refused in words at their field, and asked again', async () => {
    const { tool, ran } = refundTool({ edit: true });
    const chat = createChat(refunds(), { tools: [tool] });
    const params = { amount: 70_000, to: 'Bob', currency: 'EUR' };
    const again = questionOf(await answer(chat, questionOf(await start(chat)), { approved: true, params }));
    expect(again).toMatchObject({ attempt: 2, issues: [{ path: ['params', 'amount'] }] });
    expect(ran).toEqual([]);
  });

  it('count as unchanged if they are the same', async () => {
    const { tool } = refundTool({ edit: true });
    const chat = createChat(refunds(), { tools: [tool] });
    const params = { to: 'Ann', currency: 'EUR', amount: 5 };
    const told = await answer(chat, questionOf(await start(chat)), { approved: true, params });
    expect(lastWords(told)).toBe('It said: Paid 5 EUR.');
  });

  it('are asked about once more if `when` says so', async () => {
    const { tool, ran } = refundTool({ edit: true, when: ({ amount }) => amount > 100 });
    const chat = createChat(refunds(500), { tools: [tool] });
    const params = { amount: 900, to: 'Ann', currency: 'EUR' };
    const again = questionOf(await answer(chat, questionOf(await start(chat)), { approved: true, params }));
    expect(contextOf(again)).toMatchObject({ arguments: params });
    expect(ran).toEqual([]);
    const less = { ...params, amount: 90 };
    const told = await answer(chat, again, { approved: true, params: less });
    expect(ran).toEqual([less]);
    expect(lastWords(told)).toContain('"amount": 90');
  });

  it('are parsed again after a restart if JSON cannot hold what they mean', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const open = () => {
      const tool = createMcpTool('refund')
        .description('Pay money back')
        .parameters(z.object({ at: z.iso.date().transform((text) => new Date(text)) }))
        .elicits({ sure: z.object({}) })
        .approve({ edit: true })
        .execute(function* ({ at }, ctx) {
          yield* ctx.elicit('sure', { message: 'Sure?' });
          return at.getUTCFullYear();
        });
      return createChat(agent([{ name: 'refund', arguments: { at: '2026-01-01' } }]), { tools: [tool], store });
    };
    const before = open();
    const params = { at: '2031-01-01' };
    const sure = questionOf(await answer(before, questionOf(await start(before)), { approved: true, params }));
    await before.handler.close();
    const told = lastWords(await answer(open(), sure, {}));
    expect(told).toContain('"at": "2031-01-01"');
    expect(told).toMatch(/2031$/);
  });

  it('are refused where the tool does not allow it', async () => {
    const { tool, ran } = refundTool();
    const chat = createChat(refunds(), { tools: [tool] });
    const params = { amount: 7, to: 'Bob', currency: 'EUR' };
    const again = questionOf(await answer(chat, questionOf(await start(chat)), { approved: true, params }));
    expect(again.attempt).toBe(2);
    expect(ran).toEqual([]);
  });
});

const key = ({ amount, to }: Params) => `${amount} to ${to}`;
const ann = { 'x-user': 'ann' };

describe('an approval for good', () => {
  it('is offered with its key, and lets the same call run without a question', async () => {
    const { tool, ran } = refundTool({ remember: { key, for: 'chat' } });
    const chat = createChat(refunds(), { tools: [tool] });
    const question = questionOf(await start(chat, 'c', ann));
    expect(contextOf(question)).toMatchObject({ remember: { key: '5 to Ann', for: 'chat' } });
    await answer(chat, question, { approved: true, remember: true }, ann);
    const again = await chat.post({ conversationId: 'c', messages: [{ ...user('Refund again'), id: 'again' }] }, ann);
    expect(only(again, 'plugin_elicit_request')).toEqual([]);
    expect(ran).toHaveLength(2);
  });

  it('outlives the process, and is listed and revoked for its owner', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const { tool } = refundTool({ remember: { key, for: 'owner' } });
    const before = createChat(refunds(), { tools: [tool], store });
    await answer(before, questionOf(await start(before, 'c', ann)), { approved: true, remember: true }, ann);
    await before.handler.close();

    const chat = createChat(refunds(), { tools: [tool], store });
    const [approval] = await chat.handler.approvals.list({ owner: 'ann' });
    expect(approval).toMatchObject({ toolName: 'refund', version: 'v1', key: '5 to Ann', for: 'owner' });
    expect(only(await start(chat, 'other', ann), 'plugin_elicit_request')).toEqual([]);
    expect(await chat.handler.approvals.revoke({ owner: 'bob', id: approval!.id })).toBe(false);
    expect(await chat.handler.approvals.revoke({ owner: 'ann', id: approval!.id })).toBe(true);
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
    expect(only(await start(chat, 'third', ann), 'plugin_elicit_request')).toHaveLength(1);
  });

  it('is forgotten when the person changes that answer', async () => {
    const asking = createMcpTool('refund')
      .description('Pay money back')
      .parameters(parameters)
      .elicits({ sure: z.object({ sure: z.boolean() }) })
      .approve({ remember: { key, for: 'owner' } })
      .execute(function* (_, ctx) {
        const answered = yield* ctx.elicit('sure', { message: 'Really?' });
        return answered.action;
      });
    const chat = createChat(refunds(), { tools: [asking] });
    const question = questionOf(await start(chat, 'c', ann));
    const first = { ...accept(question, { approved: true, remember: true }), answerId: 'a' };
    const sure = questionOf(await chat.post({ conversationId: 'c', pluginElicitResponses: [first] }, ann));
    expect(sure.key).toBe('sure');
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toHaveLength(1);
    const change = { ...accept(question, { approved: false }), answerId: 'b', revises: 'a' };
    const told = await chat.post({ conversationId: 'c', pluginElicitResponses: [change] }, ann);
    expect(lastWords(told)).toContain('did not run');
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
  });

  const people: Record<string, Person> = {
    ann: { id: 'ann' },
    bo: { id: 'bo', roles: ['manager'] },
    eve: { id: 'eve' },
  };
  const identify = (request: Request) => people[request.headers.get('x-user') ?? ''];
  const forGood = { approved: true, remember: true };
  const openedBy = async (chat: Chat, name: string, { callId, elicitId }: ElicitRequest) => {
    const opened = await chat.handler.inbox.open(people[name]!, { callId, elicitId });
    return opened.outcome === 'waits' ? opened.question : undefined;
  };

  it.each([
    ['a manager', { to: { role: 'manager' }, notOwner: true }],
    ['the person who chats', {}],
  ] as const)('that is up to %s is neither offered to a stand-in nor theirs to give', async (_, whom) => {
    const store = { ...memoryStore(), isVolatile: false };
    const { tool, ran } = refundTool({ ...whom, remember: { key, for: 'owner' } });
    const before = createChat(refunds(), { tools: [tool], store, identify });
    const question = questionOf(await start(before, 'c', ann));
    await before.handler.reassign(question, { to: 'eve' });
    expect(contextOf((await openedBy(before, 'eve', question))!)).not.toHaveProperty('remember');
    await before.handler.close();

    const chat = createChat(refunds(), { tools: [tool], store, identify });
    const opened = (await openedBy(chat, 'eve', question))!;
    await chat.handler.inbox.answer('eve', accept(opened, forGood));
    await eventually(() => expect(ran).toHaveLength(1));
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
    expect(only(await start(chat, 'other', ann), 'plugin_elicit_request')).toHaveLength(1);
  });

  it('is theirs again to whom a question comes back, but not to give for those whom a deploy names', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const remember = { key, for: 'owner' } as const;
    const { tool } = refundTool({ to: { role: 'manager' }, remember });
    const before = createChat(refunds(), { tools: [tool], store, identify });
    const back = questionOf(await start(before, 'c', ann));
    await before.handler.reassign(back, { to: 'eve' });
    await before.handler.reassign(back, { to: { role: 'manager' } });
    await before.handler.inbox.answer(people['bo']!, { ...accept(back, forGood), attempt: 3 });
    await eventually(async () => expect(await before.handler.approvals.list({ owner: 'ann' })).toHaveLength(1));
    const [approval] = await before.handler.approvals.list({ owner: 'ann' });
    await before.handler.approvals.revoke({ owner: 'ann', id: approval!.id });
    const question = questionOf(await start(before, 'other', ann));
    await before.handler.close();

    const { tool: deployed, ran } = refundTool({ to: { role: 'boss' }, remember });
    const chat = createChat(refunds(), { tools: [deployed], store, identify });
    await chat.handler.inbox.answer(people['bo']!, accept(question, forGood));
    const again = (await openedBy(chat, 'bo', question))!;
    expect(contextOf(again)).not.toHaveProperty('remember');
    await chat.handler.inbox.answer(people['bo']!, accept(again, forGood));
    await eventually(() => expect(ran).toHaveLength(1));
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
  });

  it('is asked for again while the store of approvals fails, and the call runs', async () => {
    const store = memoryStore();
    const failing: DurableStore = {
      ...store,
      async read(keys) {
        if (keys.some((one) => one.startsWith('approvals/'))) throw new Error('The store is away.');
        return store.read(keys);
      },
    };
    const { tool, ran } = refundTool({ remember: { key, for: 'owner' } });
    const chat = createChat(refunds(), { tools: [tool], store: failing });
    const told = await answer(chat, questionOf(await start(chat, 'c', ann)), { approved: true, remember: true }, ann);
    expect(lastWords(told)).toBe('It said: Paid 5 EUR.');
    expect(ran).toHaveLength(1);
    expect(only(await start(chat, 'other', ann), 'plugin_elicit_request')).toHaveLength(1);
    expect(chat.errors).not.toEqual([]);
  });

  it('keeps the hundred latest of a person', async () => {
    const { memoryOf, host } = createApprovals(memoryStore());
    const memory = memoryOf({ id: callIdOf(newKey()), owner: 'ann' })!;
    for (let nth = 1; nth <= 102; nth += 1) await memory.add({ toolName: 'refund', key: `${nth}`, for: 'owner' });
    const all = await host.list({ owner: 'ann' });
    expect([all.length, all[0]?.key, all.at(-1)?.key]).toEqual([100, '3', '102']);
  });

  it('loses none of those that are allowed at one time', async () => {
    const { memoryOf, host } = createApprovals(memoryStore());
    const memory = memoryOf({ id: callIdOf(newKey()), owner: 'ann' })!;
    await Promise.all(['a', 'b', 'c'].map((name) => memory.add({ toolName: 'refund', key: name, for: 'owner' })));
    expect(await host.list({ owner: 'ann' })).toHaveLength(3);
  });
});

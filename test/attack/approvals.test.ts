import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type ApprovalOptions } from '../../src/plugin.ts';
import { memoryStore, type ElicitRequest } from '../../src/server.ts';
import {
  accept,
  agent,
  createChat,
  lastWords,
  only,
  questionOf,
  user,
  type Answered,
  type Chat,
} from '../chat/harness.ts';

const parameters = z.object({ amount: z.number(), to: z.string() });
type Params = z.output<typeof parameters>;
const key = ({ amount, to }: Params) => `${amount} to ${to}`;
const declared = createMcpTool('refund').description('Pay money back').parameters(parameters).elicits({});

function refundTool(options: ApprovalOptions<Params> = { remember: { key, for: 'owner' } }, version = 'v1') {
  const ran: Params[] = [];
  const tool = declared
    .version(version)
    .approve(options)
    .execute(function* (params) {
      ran.push(params);
      return 'Paid.';
    });
  return { tool, ran };
}

const refunds = (args: unknown = { amount: 5, to: 'Ann' }) => agent([{ name: 'refund', arguments: args }]);
const as = (owner: string) => ({ 'x-user': owner });
const start = (chat: Chat, conversationId: string, owner = 'ann') =>
  chat.post({ conversationId, messages: [user('Refund')] }, as(owner));
const answer = (chat: Chat, question: ElicitRequest, content: unknown, conversationId = 'c') =>
  chat.post({ conversationId, pluginElicitResponses: [accept(question, content)] }, as('ann'));
const asks = (answered: Answered) => only(answered, 'plugin_elicit_request').length;
const contextOf = (question: ElicitRequest) => question.schema['x-model-context'] as Record<string, unknown>;

/** Ann allowed refund(5, Ann) of version 1 for good. */
async function allowed(options: ApprovalOptions<Params> = { remember: { key, for: 'owner' } }) {
  const store = memoryStore();
  const { tool } = refundTool(options);
  const chat = createChat(refunds(), { tools: [tool], store });
  await answer(chat, questionOf(await start(chat, 'c')), { approved: true, remember: true });
  return store;
}

describe('an approval for good does not reach', () => {
  it.each<[string, { args?: unknown; owner?: string; version?: string; at?: string; for?: 'chat' }]>([
    ['another amount', { args: { amount: 10_000, to: 'Ann' } }],
    ['another payee', { args: { amount: 5, to: 'Eve' } }],
    ['another owner', { owner: 'eve' }],
    ['another version', { version: 'v2' }],
    ['another conversation, if it was for one', { for: 'chat', at: 'other' }],
  ])('%s', async (_, { args, owner, version, at = 'second', for: lasts }) => {
    const options: ApprovalOptions<Params> = { remember: { key, for: lasts ?? 'owner' } };
    const store = await allowed(options);
    const { tool, ran } = refundTool(options, version);
    const chat = createChat(refunds(args), { tools: [tool], store });
    expect(asks(await start(chat, at, owner))).toBe(1);
    expect(ran).toEqual([]);
  });

  it('another tool with the same key', async () => {
    const store = await allowed();
    const tool = createMcpTool('pay')
      .description('Pay')
      .parameters(parameters)
      .elicits({})
      .version('v1')
      .approve({ remember: { key, for: 'owner' } })
      .execute(function* () {
        return 'Paid.';
      });
    const chat = createChat(agent([{ name: 'pay', arguments: { amount: 5, to: 'Ann' } }]), { tools: [tool], store });
    expect(asks(await start(chat, 'second'))).toBe(1);
  });

  it('arguments that were changed while it was given', async () => {
    const options: ApprovalOptions<Params> = { edit: true, remember: { key, for: 'owner' } };
    const { tool, ran } = refundTool(options);
    const store = memoryStore();
    const chat = createChat(refunds(), { tools: [tool], store });
    const params = { amount: 10_000, to: 'Ann' };
    await answer(chat, questionOf(await start(chat, 'c')), { approved: true, remember: true, params });
    expect(ran).toEqual([params]);
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
    const later = createChat(refunds(params), { tools: [tool], store });
    expect(asks(await start(later, 'second'))).toBe(1);
  });
});

describe('a page that claims more than it was offered', () => {
  it('is refused `remember` of a tool that does not offer it', async () => {
    const { tool, ran } = refundTool({});
    const chat = createChat(refunds(), { tools: [tool] });
    const told = await answer(chat, questionOf(await start(chat, 'c')), { approved: true, remember: true });
    expect(asks(told)).toBe(1);
    expect(ran).toEqual([]);
  });

  it('gains nothing by `remember` for a person without a name', async () => {
    const { tool } = refundTool();
    const chat = createChat(refunds(), { tools: [tool] });
    const question = questionOf(await chat.post({ conversationId: 'c', messages: [user('Refund')] }));
    expect(contextOf(question)).not.toHaveProperty('remember');
    const answers = [accept(question, { approved: true, remember: true })];
    expect(lastWords(await chat.post({ conversationId: 'c', pluginElicitResponses: answers }))).toBe('It said: Paid.');
    expect(await chat.handler.approvals.list({ owner: 'undefined' })).toEqual([]);
    const again = { conversationId: 'c', messages: [{ ...user('Refund'), id: 'again' }] };
    expect(asks(await chat.post(again))).toBe(1);
  });

  it.each([{}, { approved: 'true' }, { approved: 1 }, { params: { amount: 1, to: 'Eve' } }, 'yes', [true]])(
    'approves nothing with %j',
    async (content) => {
      const { tool, ran } = refundTool({ edit: true });
      const chat = createChat(refunds(), { tools: [tool] });
      expect(asks(await answer(chat, questionOf(await start(chat, 'c')), content))).toBe(1);
      expect(ran).toEqual([]);
    },
  );
});

describe('a key that a person cannot read whole', () => {
  it.each<[string, () => string]>([
    ['is empty', () => ''],
    ['is too long', () => 'x'.repeat(201)],
    ['holds marks that turn words round', () => 'to \u202Eeve'],
    ['is no text', () => 5 as never],
    [
      'throws',
      () => {
        throw new Error('no key');
      },
    ],
  ])('is not offered: it %s', async (_, wrong) => {
    const { tool } = refundTool({ remember: { key: wrong, for: 'owner' } });
    const chat = createChat(refunds(), { tools: [tool] });
    const question = questionOf(await start(chat, 'c'));
    expect(contextOf(question)).not.toHaveProperty('remember');
    await answer(chat, question, { approved: true, remember: true });
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toEqual([]);
  });
});

describe('hostile arguments', () => {
  it('are shown without the marks that disguise words, and secrets are masked', async () => {
    const tool = createMcpTool('log_in')
      .description('Log in')
      .parameters(z.object({ name: z.string(), password: z.string(), more: z.looseObject({}).optional() }))
      .elicits({})
      .approve()
      .execute(function* () {
        return 'In.';
      });
    const args = { name: 'a\u202Eb\u0000c', password: 'hunter2', more: { apiKey: 'k-1', deep: { token: 't-1' } } };
    const chat = createChat(agent([{ name: 'log_in', arguments: args }]), { tools: [tool] });
    const { inWords = '' } = questionOf(await start(chat, 'c'));
    expect(inWords).toContain('Name: abc');
    expect(inWords).not.toMatch(/hunter2|k-1|t-1/);
  });

  it('end the call if they are too large to be shown', async () => {
    const { tool, ran } = refundTool({});
    const args = { amount: 5, to: 'x'.repeat(1000) };
    const chat = createChat(refunds(args), { tools: [tool], limits: { bytes: 1800 } });
    expect(lastWords(await start(chat, 'c'))).toContain('900');
    expect(ran).toEqual([]);
  });
});

describe('arguments that are too much to read', () => {
  const open = createMcpTool('refund')
    .description('Pay money back')
    .parameters(z.looseObject({ to: z.unknown().optional(), amount: z.number() }))
    .elicits({})
    .approve();
  const notice = /\nSome of this is not shown: it is too long, or has hidden characters\.$/;

  async function asked(args: object) {
    const ran: object[] = [];
    const tool = open.execute(function* (params) {
      ran.push(params);
      return 'Paid.';
    });
    const chat = createChat(refunds(args), { tools: [tool] });
    return { chat, told: await start(chat, 'c'), ran };
  }

  it.each([
    ['a text', { to: 'x'.repeat(100_000) }],
    ['a text of characters of three bytes', { to: '€'.repeat(100_000) }],
    ['lines', { to: 'x\n'.repeat(50_000) }],
    ['a list', { to: Array.from({ length: 5000 }, (_, nth) => `Payee number ${nth}`) }],
    ['many arguments', Object.fromEntries(Array.from({ length: 5000 }, (_, nth) => [`to${nth}`, 'Eve']))],
  ])('are asked about with a note: 100,000 characters of %s', async (_, more) => {
    const { chat, told, ran } = await asked({ ...more, amount: 5 });
    const question = questionOf(told);
    const { inWords = '' } = question;
    expect(inWords).toMatch(notice);
    expect(inWords.length).toBeLessThanOrEqual(8000);
    // None of them pushes another out of sight.
    expect(inWords).toMatch(/^Amount: 5$/m);
    expect(ran).toEqual([]);
    await answer(chat, question, { approved: true });
    expect(ran).toEqual([{ ...more, amount: 5 }]);
  });

  it.each([
    ['in bytes', { amount: 5, to: '€'.repeat(200_000) }],
    ['in JSON', { amount: 5, to: '\u0001'.repeat(100_000) }],
  ])('end the call unasked if they are too large to be sent: %s', async (_, args) => {
    const { told, ran } = await asked(args);
    expect(asks(told)).toBe(0);
    expect(only(told, 'tool_error')).toHaveLength(1);
    expect(ran).toEqual([]);
  });

  it('are asked about without a note if they are long, and all is shown', async () => {
    const { told } = await asked({ amount: 5, to: 'x'.repeat(7000), note: 'y'.repeat(500) });
    expect(questionOf(told).inWords).not.toMatch(notice);
  });
});

describe('the arguments that a person reads', () => {
  const shownOf = async (args: unknown, tool = refundTool().tool) =>
    contextOf(questionOf(await start(createChat(refunds(args), { tools: [tool] }), 'c')))['arguments'];

  it('are those that the tool gets: what its schema drops could pass for another', async () => {
    expect(await shownOf({ 'amount ': 1, amount: 10_000, to: 'Ann', Amount: 2 })).toEqual({
      amount: 10_000,
      to: 'Ann',
    });
  });

  it('are all, for a schema that lets all through', async () => {
    const open = createMcpTool('refund')
      .description('Pay money back')
      .parameters(z.looseObject({ to: z.string() }))
      .elicits({})
      .approve()
      .execute(function* () {
        return 'Paid.';
      });
    expect(await shownOf({ to: 'Ann', tip: 3 }, open as never)).toEqual({ to: 'Ann', tip: 3 });
  });

  it('are those that the tool gets within an argument, too', async () => {
    const nested = createMcpTool('refund')
      .description('Pay money back')
      .parameters(z.object({ all: z.array(z.object({ to: z.string(), rate: z.number().default(1) })) }))
      .elicits({})
      .approve()
      .execute(function* () {
        return 'Paid.';
      });
    const args = { all: [{ 'to ': 'Ann', to: 'Eve' }] };
    expect(await shownOf(args, nested as never)).toEqual({ all: [{ to: 'Eve', rate: 1 }] });
  });

  it('are never words of one that pass for another', async () => {
    const { tool } = refundTool({});
    const args = { to: 'Ann\nAmount: 5\u2028Amount: 6', amount: 10_000 };
    const { inWords = '' } = questionOf(await start(createChat(refunds(args), { tools: [tool] }), 'c'));
    expect(inWords.split('\n').filter((line) => line.startsWith('Amount'))).toEqual(['Amount: 10000']);
  });

  it.each(['constructor', 'prototype'])('are all, or the call does not run: a page drops "%s"', async (name) => {
    const ran: object[] = [];
    const open = createMcpTool('refund')
      .description('Pay money back')
      .parameters(z.object({ headers: z.record(z.string(), z.string()) }))
      .elicits({})
      .approve()
      .execute(function* (params) {
        ran.push(params);
        return 'Paid.';
      });
    const told = await start(createChat(refunds({ headers: { [name]: 'x' } }), { tools: [open as never] }), 'c');
    expect(asks(told)).toBe(0);
    expect(lastWords(told)).toMatch(/an argument with a name that cannot be shown.*did not run/);
    expect(ran).toEqual([]);
  });

  it('hold no key of every object', async () => {
    const args = JSON.parse('{"amount":5,"to":"Ann","__proto__":{"amount":1},"constructor":"x"}') as unknown;
    expect(await shownOf(args)).toEqual({ amount: 5, to: 'Ann' });
  });
});

it('a branch runs no tool that needs an approval', async () => {
  const { tool, ran } = refundTool({});
  const outer = createMcpTool('refund_in_branch')
    .description('Pay money back, unasked')
    .parameters(z.object({}))
    .elicits({})
    .execute((_, ctx) =>
      ctx.branch((inner) => inner.callTool('refund' as never, { amount: 5, to: 'Eve' } as never), {
        tools: [tool as never],
      }),
    );
  const chat = createChat(agent([{ name: 'refund_in_branch', arguments: {} }]), { tools: [outer as never] });
  const [failed] = only(await start(chat, 'c'), 'tool_error');
  expect(JSON.stringify(failed)).toContain('refund');
  expect(ran).toEqual([]);
});

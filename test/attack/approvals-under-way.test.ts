import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createPluginClient, type EndedItem, type PluginClient } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin, type ApprovalOptions } from '../../src/plugin.ts';
import { receiptWords } from '../../src/react/receipt-words.ts';
import { memoryStore, type DurableStore, type ElicitRequest } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import { words } from '../../src/ui/receipt/words.ts';
import { accept, agent, createChat, lastWords, only, questionOf, user, type Chat } from '../chat/harness.ts';
import { until } from '../faults/booking.ts';

const parameters = z.object({ amount: z.number(), to: z.string() });
type Params = z.output<typeof parameters>;
const remember = { key: ({ amount, to }: Params) => `${amount} to ${to}`, for: 'owner' as const };
const ann = { 'x-user': 'ann' };
const refunds = agent([{ name: 'refund', arguments: { amount: 5, to: 'Ann' } }]);

/** A tool that holds the money between its approval and a question, and says what it did. */
function holdingTool(options: ApprovalOptions<Params> = { edit: true }, release = () => {}) {
  const ledger: string[] = [];
  const tool = createMcpTool('refund')
    .description('Pay money back')
    .parameters(parameters)
    .elicits({ sure: z.object({}) })
    .approve(options)
    .execute(function* ({ amount, to }, ctx) {
      yield* ctx.step('hold', () => void ledger.push(`hold ${amount}`), {
        undo: () => {
          ledger.push(`release ${amount}`);
          release();
        },
      });
      yield* ctx.elicit('sure', { message: `Pay ${amount}?` });
      return yield* ctx.step('pay', () => {
        ledger.push(`pay ${amount}`);
        return `Paid ${amount} to ${to}.`;
      });
    });
  return { tool, ledger };
}

const post = (chat: Chat, ...pluginElicitResponses: object[]) =>
  chat.post({ conversationId: 'c', pluginElicitResponses: pluginElicitResponses as never }, ann);

/** Approved, with what is held: the second question waits. */
async function approved(chat: Chat, content: object = { approved: true }) {
  const asked = questionOf(await chat.post({ conversationId: 'c', messages: [user('Refund')] }, ann));
  const sure = questionOf(await post(chat, { ...accept(asked, content), answerId: 'a' }));
  expect(sure.key).toBe('sure');
  return { asked, sure };
}

const changed = (asked: ElicitRequest, content: object) => ({ ...accept(asked, content), answerId: 'b', revises: 'a' });

describe('an approval that is changed after its call has done something', () => {
  it('to a denial: all is undone first, and the call ends as denied', async () => {
    const { tool, ledger } = holdingTool();
    const chat = createChat(refunds, { tools: [tool] });
    const { asked } = await approved(chat);
    const told = await post(chat, changed(asked, { approved: false, reason: 'Too much' }));
    expect(ledger).toEqual(['hold 5', 'release 5']);
    expect(lastWords(told)).toMatch(/did not approve.*did not run\. They said: "Too much"/);
  });

  it('to other arguments: the body runs with these alone', async () => {
    const { tool, ledger } = holdingTool();
    const chat = createChat(refunds, { tools: [tool] });
    const { asked } = await approved(chat);
    const params = { amount: 7, to: 'Bob' };
    const sure = questionOf(await post(chat, changed(asked, { approved: true, params })));
    expect(sure.message).toBe('Pay 7?');
    const told = await post(chat, accept(sure, {}));
    expect(ledger).toEqual(['hold 5', 'release 5', 'hold 7', 'pay 7']);
    expect(lastWords(told)).toMatch(/changed the arguments.*"amount": 7.*Paid 7 to Bob\./s);
  });

  it('back to the model’s arguments: the model reads of no change', async () => {
    const { tool, ledger } = holdingTool();
    const chat = createChat(refunds, { tools: [tool] });
    const { asked } = await approved(chat, { approved: true, params: { amount: 7, to: 'Bob' } });
    const sure = questionOf(await post(chat, changed(asked, { approved: true })));
    expect(lastWords(await post(chat, accept(sure, {})))).toBe('It said: Paid 5 to Ann.');
    expect(ledger).toEqual(['hold 7', 'release 7', 'hold 5', 'pay 5']);
  });

  it('in another process: its undo runs there', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const before = createChat(refunds, { tools: [holdingTool().tool], store });
    const { asked } = await approved(before);
    await before.handler.close();
    const { tool, ledger } = holdingTool();
    const after = createChat(refunds, { tools: [tool], store });
    expect(lastWords(await post(after, changed(asked, { approved: false })))).toContain('did not run');
    expect(ledger).toEqual(['release 5']);
  });

  it('stands, and says so, if what was done cannot be undone', async () => {
    const { tool, ledger } = holdingTool({}, () => {
      throw new Error('The bank is closed.');
    });
    const chat = createChat(refunds, { tools: [tool] });
    const { asked } = await approved(chat);
    const told = await post(chat, changed(asked, { approved: false }));
    expect(only(told, 'plugin_elicit_revised').at(-1)).toMatchObject({ answerId: 'a', isStuck: true });
    expect(questionOf(told).message).toBe('Pay 5?');
    expect(ledger).toEqual(['hold 5', 'release 5']);
  });

  it.each(['first', 'last'])('never ends paid and denied, if the other answer comes %s', async (order) => {
    const { tool, ledger } = holdingTool();
    const chat = createChat(refunds, { tools: [tool] });
    const { asked, sure } = await approved(chat);
    const both = [() => post(chat, changed(asked, { approved: false })), () => post(chat, accept(sure, {}))];
    await Promise.all((order === 'first' ? both : both.toReversed()).map((send) => send()));
    const now = await chat.post({ conversationId: 'c', attach: true, revision: 0 }, ann);
    const said = now.state.messages.find(({ role }) => role === 'tool')?.content ?? '';
    expect([['hold 5', 'release 5', 'denied'].join(), ['hold 5', 'pay 5', 'paid'].join()]).toContain(
      [...ledger, said.includes('Paid') ? 'paid' : 'denied'].join(),
    );
  });

  it('is asked about again if `when` says so of the other arguments', async () => {
    const { tool, ledger } = holdingTool({ edit: true, when: ({ amount }) => amount > 2 });
    const chat = createChat(refunds, { tools: [tool] });
    const { asked } = await approved(chat);
    const params = { amount: 900, to: 'Bob' };
    const again = questionOf(await post(chat, changed(asked, { approved: true, params })));
    expect(again).toMatchObject({ key: 'approve', inWords: expect.stringContaining('Amount: 900') });
    expect(ledger).toEqual(['hold 5', 'release 5']);
  });
});

describe('an approval for good', () => {
  it('stands, and says so, if the store cannot forget it when the person takes it back', async () => {
    const store = memoryStore();
    const state = { isFailing: false };
    const failing: DurableStore = {
      ...store,
      commit(change) {
        const isOfApprovals = (change.check ?? []).some(({ key }) => key.startsWith('approvals/'));
        return state.isFailing && isOfApprovals ? Promise.reject(new Error('Full')) : store.commit(change);
      },
    };
    const { tool } = holdingTool({ remember });
    const chat = createChat(refunds, { tools: [tool], store: failing });
    const { asked } = await approved(chat, { approved: true, remember: true });
    state.isFailing = true;
    const told = await post(chat, changed(asked, { approved: false }));
    expect(only(told, 'plugin_elicit_revised').at(-1)).toMatchObject({ answerId: 'a', isStuck: true });
    expect(await chat.handler.approvals.list({ owner: 'ann' })).toHaveLength(1);
  });

  it('that is revoked lets a call go on which it let begin, and no other one begin', async () => {
    const store = { ...memoryStore(), isVolatile: false };
    const { tool, ledger } = holdingTool({ remember });
    const before = createChat(refunds, { tools: [tool], store });
    const { sure } = await approved(before, { approved: true, remember: true });
    await post(before, accept(sure, {}));
    const begun = await before.post({ conversationId: 'second', messages: [user('Refund')] }, ann);
    expect(questionOf(begun).key).toBe('sure');
    await before.handler.close();

    const chat = createChat(refunds, { tools: [tool], store });
    const [approval] = await chat.handler.approvals.list({ owner: 'ann' });
    expect(await chat.handler.approvals.revoke({ owner: 'ann', id: approval!.id })).toBe(true);
    const answers = [accept(questionOf(begun), {})];
    await chat.post({ conversationId: 'second', pluginElicitResponses: answers }, ann);
    expect(ledger.filter((line) => line === 'pay 5')).toHaveLength(2);
    const third = await chat.post({ conversationId: 'third', messages: [user('Refund')] }, ann);
    expect(questionOf(third).key).toBe('approve');
  });

  it('that is given while another one is revoked is listed, and the other is gone', async () => {
    const slow = memoryStore();
    const store: DurableStore = {
      ...slow,
      async commit(change) {
        await new Promise((resolve) => setImmediate(resolve));
        return slow.commit(change);
      },
    };
    const { tool } = holdingTool({ remember });
    const chat = createChat(refunds, { tools: [tool], store });
    await approved(chat, { approved: true, remember: true });
    const [approval] = await chat.handler.approvals.list({ owner: 'ann' });
    const more = agent([{ name: 'refund', arguments: { amount: 6, to: 'Bob' } }]);
    const other = createChat(more, { tools: [tool], store });
    const asked = questionOf(await other.post({ conversationId: 'd', messages: [user('Refund')] }, ann));
    const answers = [accept(asked, { approved: true, remember: true })];
    await Promise.all([
      other.post({ conversationId: 'd', pluginElicitResponses: answers }, ann),
      chat.handler.approvals.revoke({ owner: 'ann', id: approval!.id }),
    ]);
    const left = await chat.handler.approvals.list({ owner: 'ann' });
    expect(left.map((one) => one.key)).toEqual(['6 to Bob']);
  });
});

describe('two tabs that answer one approval differently', () => {
  // Nothing renders in Node: the client only passes it on.
  const Card = (_props: { onRespond: (answer: { approved: boolean }) => void }) => null;
  const Sure = (_props: { onRespond: (answer: Record<string, never>) => void }) => null;
  const lineOf = (client: PluginClient) => {
    const receipt = client.getSnapshot().receipts[0];
    return receipt && Object.values(receiptWords(receipt as EndedItem, words)).join(' – ');
  };

  it.each([
    ['the first allows it', true],
    ['the first denies it', false],
  ])('count one, and only its tab says so: %s', async (_, isFirst) => {
    const { tool, ledger } = holdingTool({});
    const chat = createChat(refunds, { tools: [tool] });
    const plugin = makePlugin(tool)
      .onElicit({ approve: answerWith(Card, () => ({})), sure: answerWith(Sure, () => ({})) })
      .receipts({ approve: ({ approved }) => ({ title: approved ? 'Allowed' : 'Denied' }) })
      .build();
    const transport = memoryTransport(chat.handler);
    const open = () => createPluginClient({ plugins: [plugin], transport, conversationId: 'c', tabs: false });
    const tabs = [open(), open()] as const;
    void tabs[0].send('Refund');
    await until(tabs[0], ({ pending }) => pending.length === 1);
    void tabs[1].attach();
    await until(tabs[1], ({ pending }) => pending.length === 1);
    for (const [nth, tab] of tabs.entries()) {
      const [item] = tab.getSnapshot().pending;
      if (item?.status === 'pending') item.accept({ approved: (nth === 0) === isFirst });
    }
    await Promise.all(tabs.map((tab) => until(tab, ({ receipts }) => receipts.length > 0)));

    const lines = tabs.map(lineOf);
    const [own, ...rest] = lines.toSorted((one) => (one?.endsWith(' – Answered elsewhere') ? 1 : -1));
    expect(rest).toEqual([`${own} – Answered elsewhere`]);
    expect(own).toBe((lines[0] === own) === isFirst ? 'Allowed' : 'Denied');
    await expect.poll(() => ledger).toEqual(own === 'Allowed' ? ['hold 5'] : []);
    await Promise.all(tabs.map((tab) => tab.close()));
  });
});

it('a call that is denied tells nothing of its steps, and asks nothing more', async () => {
  const { tool, ledger } = holdingTool({});
  const chat = createChat(refunds, { tools: [tool] });
  const asked = questionOf(await chat.post({ conversationId: 'c', messages: [user('Refund')] }, ann));
  const told = await post(chat, accept(asked, { approved: false }));
  expect(only(told, 'plugin_elicit_request')).toEqual([]);
  expect(ledger).toEqual([]);
});

import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createPluginClient, type ClientSnapshot, type PluginClient } from '../../src/client.ts';
import { answerWith, createMcpTool, makePlugin, type InjectedProps } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { when } from './harness.ts';
import { createShelf } from './shelf.ts';

const tool = createMcpTool('check_in')
  .description('Check in')
  .parameters(z.object({}))
  .elicits({
    name: z.string().min(2),
    seat: z.object({ row: z.number() }),
    changed: z.object({ row: z.number(), by: z.string() }),
    login: z.object({ user: z.string(), password: z.string() }),
    worded: z.string(),
  });
type Key = 'name' | 'seat' | 'changed' | 'login' | 'worded';

const Name = (_props: InjectedProps<string>) => null;
const Seat = (_props: InjectedProps<{ row: number }>) => null;
const Sure = (_props: InjectedProps<boolean>) => null;
const Login = (_props: InjectedProps<{ user: string; password: string }>) => null;
const own = () => ({});
const plugin = makePlugin(tool)
  .onElicit({
    name: answerWith(Name, own),
    // Of two components, the first has the answer.
    async seat(_request, ctx) {
      const seat = await ctx.render(Seat, {});
      await ctx.render(Sure, {});
      return { action: 'accept', content: seat };
    },
    async changed(_request, ctx) {
      const { row } = await ctx.render(Seat, {});
      return { action: 'accept', content: { row, by: 'Ada' } };
    },
    login: answerWith(Login, own),
    worded: answerWith(Name, own),
  })
  .receipts({ worded: (name) => ({ title: `Dear ${name}` }) })
  .build();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close();
});

/** A page that was asked, and pages that open later. */
async function asked(key: Key, settings: object = {}, check?: (answer: unknown) => string[]) {
  const asking = tool.execute(function* (_params, ctx) {
    const answer = yield* ctx.elicit(key, { message: 'Well?' }, { check });
    return answer.action;
  });
  const handler = createChatHandler({
    provider: createScriptedProvider([{ toolCalls: [{ name: 'check_in', arguments: {} }] }, { text: 'Done.' }]),
    tools: [asking],
    onEvent: () => undefined,
  });
  open.push(handler);
  const connect = (more: object = {}): PluginClient => {
    const transport = memoryTransport(handler);
    const client = createPluginClient({ transport, plugins: [plugin], storage: false, tabs: false, ...more });
    client.subscribe(() => undefined);
    open.push(client);
    return client;
  };
  const client = connect(settings);
  await client.send('Hi');
  return {
    client,
    /** The component that waits responds. */
    async respond(answer: unknown, ...words: unknown[]) {
      const { items } = await when(client, isShown);
      items[0]?.views.find(({ active }) => active)?.answer(answer, ...(words as []));
    },
    async receipt() {
      const { receipts } = await when(client, ({ status }) => status === 'idle');
      return receipts[0]?.receipt;
    },
    /** What the page of another device shows. */
    async later() {
      const later = connect({ conversationId: client.conversationId });
      await later.attach();
      return later.getSnapshot().receipts[0]?.receipt;
    },
  };
}

const isShown = ({ items }: ClientSnapshot) =>
  items[0]?.status === 'pending' && items[0].views.some(({ active }) => active);

const ada = { title: 'Ada Lovelace', detail: 'In the front', amount: '$9' };

describe('what a component says of its answer', () => {
  it('is its receipt, here and on a page that opens later', async () => {
    const page = await asked('name');
    await page.respond('Ada', ada);
    expect([await page.receipt(), await page.later()]).toEqual([ada, ada]);
  });

  it('has the question below it if it says no more', async () => {
    const page = await asked('name');
    await page.respond('Ada', { title: 'Ada Lovelace' });
    expect(await page.receipt()).toEqual({ title: 'Ada Lovelace', detail: 'Well?' });
  });

  it('has the question below it if a host says no more', async () => {
    const { client, receipt } = await asked('name');
    const [item] = (await when(client, isShown)).pending;
    if (item?.status === 'pending') item.accept('Ada', { title: 'Ada Lovelace' });
    expect(await receipt()).toEqual({ title: 'Ada Lovelace', detail: 'Well?' });
  });

  it('gives way to what the plugin says', async () => {
    const page = await asked('worded');
    await page.respond('Ada', ada);
    expect(await page.receipt()).toEqual({ title: 'Dear Ada' });
  });

  it('stays with its answer when the handler asks more before it accepts it', async () => {
    const page = await asked('seat');
    await page.respond({ row: 12 }, { title: 'Row 12', detail: '' });
    await page.respond(true, { title: 'Yes' });
    expect(await page.receipt()).toEqual({ title: 'Row 12', detail: '' });
  });

  it('is not said of another answer that the handler makes of it', async () => {
    const page = await asked('changed');
    await page.respond({ row: 12 }, { title: 'Row 12' });
    expect(await page.receipt()).toBeUndefined();
  });

  it.each([
    ['an event', { type: 'click', target: {} }],
    ['nothing', null],
    ['a text', 'Ada Lovelace'],
    ['a title that is no text', { title: { en: 'Ada' } }],
  ])('is nothing if a control passed on %s of its own', async (_what, given) => {
    const page = await asked('name');
    await page.respond('Ada', given);
    expect([await page.receipt(), await page.later()]).toEqual([undefined, undefined]);
  });

  it('is cut, and converted to text', async () => {
    const page = await asked('name');
    await page.respond('Ada', { title: 'A'.repeat(2000), detail: '', amount: 9, others: ['kept by nobody'] });
    const cut = { title: 'A'.repeat(1000), detail: '', amount: '9' };
    expect([await page.receipt(), await page.later()]).toEqual([cut, cut]);
  });
});

describe('an answer that does not count', () => {
  it('takes its words with it if it does not fit', async () => {
    const page = await asked('name');
    await page.respond('A', { title: 'Only A' });
    await when(page.client, ({ items }) => (items[0]?.issues?.length ?? 0) > 0);
    await page.respond('Ada');
    expect([await page.receipt(), await page.later()]).toEqual([undefined, undefined]);
  });

  it('takes its words with it if the tool refuses it', async () => {
    const page = await asked('name', {}, (answer) => (answer === 'Bob' ? ['Not Bob.'] : []));
    await page.respond('Bob', { title: 'Bob' });
    await when(page.client, ({ items }) => items[0]?.attempt === 2);
    await page.respond('Ada');
    expect([await page.receipt(), await page.later()]).toEqual([undefined, undefined]);
  });
});

it('the words of an answer that holds a secret stay on the page that was asked', async () => {
  const storage = createShelf();
  const page = await asked('login', { storage });
  const words = { title: 'ada', detail: 'hunter2' };
  await page.respond({ user: 'ada', password: 'hunter2' }, words);
  expect([await page.receipt(), await page.later()]).toEqual([words, undefined]);
  await page.client.close();
  expect([...storage.items.values()].join()).not.toContain('hunter2');
});

import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { connectAgUi } from '../../src/ag-ui-client.ts';
import { createPluginClient } from '../../src/client.ts';
import { pageParts } from '../../src/client/plugin-client.ts';
import { createMcpTool } from '../../src/plugin.ts';
import type { WriteTurn } from '../../src/testing.ts';
import { eventually } from '../eventually.ts';
import { openApp, type App } from './agent.ts';

// As on a page that has been open for a moment: the parts that it loads are there.
await pageParts.load();

/** An app whose model calls two tools at once, each of which asks for a number. */
async function openTwo() {
  const ran: [string, unknown][] = [];
  const asking = (name: string) =>
    createMcpTool(name)
      .description(name)
      .parameters(z.object({}))
      .elicits({ ask: z.object({ n: z.number() }) })
      .execute(function* (_, ctx) {
        const result = yield* ctx.elicit('ask', { message: `${name}?` });
        ran.push([name, result.action === 'accept' ? result.content.n : (result.reason ?? result.action)]);
        return `${name} ${result.action}`;
      });
  const says: WriteTurn = (messages) => {
    const last = messages.at(-1);
    if (last?.role === 'user' && last.content === 'Go') {
      return { text: 'Two.', toolCalls: ['meal', 'seat'].map((name) => ({ name, arguments: {} })) };
    }
    return { text: 'Done.' };
  };
  const app = await openApp({ says, tools: [asking('meal'), asking('seat')] });
  return { app, ran };
}

type Told = Awaited<ReturnType<App['events']>>;
const open = (events: Told) =>
  (events.at(-1)?.['outcome'] as { interrupts?: { id: string; message: string }[] } | undefined)?.interrupts ?? [];
const messagesOf = (events: Told) => open(events).map(({ message }) => message);
const resolved = (interruptId: string, n: number) => ({ interruptId, status: 'resolved', payload: { n } });
const go = { id: 'm1', role: 'user', content: 'Go' };

async function begin(app: App, threadId: string) {
  const events = await app.events({ threadId, messages: [go] });
  expect(messagesOf(events)).toEqual(['meal?', 'seat?']);
  const [meal = '', seat = ''] = open(events).map(({ id }) => id);
  return { meal, seat, resume: (...resume: object[]) => app.events({ threadId, resume }) };
}

describe('two interrupts of one run', () => {
  it.each([
    ['the first', 0],
    ['the second', 1],
  ])('are answered one by one, %s of them first', async (_name, at) => {
    const { app, ran } = await openTwo();
    const { meal, seat, resume } = await begin(app, 't');
    const order = at === 0 ? [meal, seat] : [seat, meal];
    const first = await resume(resolved(order[0]!, 1));
    expect(messagesOf(first)).toEqual([at === 0 ? 'seat?' : 'meal?']);
    expect(ran).toEqual([[at === 0 ? 'meal' : 'seat', 1]]);
    // Another answer to the same question is not one to the other.
    expect(messagesOf(await resume(resolved(order[0]!, 9)))).toEqual([at === 0 ? 'seat?' : 'meal?']);
    const last = await resume(resolved(order[1]!, 2), resolved('nope', 3));
    expect(last.at(-1)).toMatchObject({ outcome: { type: 'success' } });
    expect(Object.fromEntries(ran)).toEqual(at === 0 ? { meal: 1, seat: 2 } : { meal: 2, seat: 1 });
    expect(ran).toHaveLength(2);
    expect(app.ledger.model).toBe(2);
  });

  it('are answered by two requests that cross, and by both several times', async () => {
    const { app, ran } = await openTwo();
    const { meal, seat, resume } = await begin(app, 't');
    await Promise.all([1, 2, 3].flatMap(() => [resume(resolved(meal, 1)), resume(resolved(seat, 2))]));
    expect(Object.fromEntries(ran)).toEqual({ meal: 1, seat: 2 });
    expect(ran).toHaveLength(2);
    expect((await resume()).at(-1)).toMatchObject({ outcome: { type: 'success' } });
    expect(app.ledger.model).toBe(2);
  });

  it('with an answer that does not fit: the other counts', async () => {
    const { app, ran } = await openTwo();
    const { meal, seat, resume } = await begin(app, 't');
    const events = await resume({ interruptId: meal, status: 'resolved', payload: 'text' }, resolved(seat, 2));
    expect(messagesOf(events)).toEqual([expect.stringMatching(/^meal\?\n/)]);
    expect(ran).toEqual([['seat', 2]]);
    // The refused question is asked again as another interrupt.
    expect(messagesOf(await resume(resolved(meal, 1)))).toHaveLength(1);
    expect(ran).toHaveLength(1);
    await resume(resolved(open(events)[0]!.id, 1));
    expect(ran.at(-1)).toEqual(['meal', 1]);
  });

  it('with a message beside one answer: that answer counts, and the other question ends', async () => {
    const { app, ran } = await openTwo();
    const { seat } = await begin(app, 't');
    const hurry = { id: 'm2', role: 'user', content: 'And hurry' };
    const events = await app.events({ threadId: 't', messages: [go, hurry], resume: [resolved(seat, 2)] });
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'success' } });
    expect(Object.fromEntries(ran)).toEqual({ seat: 2, meal: 'interrupted' });
  });

  it('with a message beside all answers: all count', async () => {
    const { app, ran } = await openTwo();
    const { meal, seat } = await begin(app, 't');
    const hurry = { id: 'm2', role: 'user', content: 'And hurry' };
    const resume = [resolved(seat, 2), resolved(meal, 1)];
    const events = await app.events({ threadId: 't', messages: [go, hurry], resume });
    expect(events.at(-1)).toMatchObject({ outcome: { type: 'success' } });
    expect(Object.fromEntries(ran)).toEqual({ seat: 2, meal: 1 });
  });

  it("of another thread: one's answer reaches only its own", async () => {
    const { app, ran } = await openTwo();
    const one = await begin(app, 'one');
    const two = await begin(app, 'two');
    expect(messagesOf(await two.resume(resolved(one.meal, 1)))).toEqual(['meal?', 'seat?']);
    expect(ran).toEqual([]);
    await two.resume(resolved(two.seat, 2), resolved(one.seat, 5));
    expect(ran).toEqual([['seat', 2]]);
    expect(messagesOf(await one.resume())).toEqual(['meal?', 'seat?']);
  });

  it('twice in one resume: the first entry counts', async () => {
    const { app, ran } = await openTwo();
    const { meal, resume } = await begin(app, 't');
    expect(messagesOf(await resume(resolved(meal, 1), resolved(meal, 9)))).toEqual(['seat?']);
    expect(ran).toEqual([['meal', 1]]);
  });
});

describe('two questions on a page', () => {
  it.each([
    ['one after the other', ['settled']],
    ['before the first is through', ['pending', 'sending', 'settled']],
  ])('are answered by themselves, %s', async (_name, statuses) => {
    const { app, ran } = await openTwo();
    const client = createPluginClient({
      plugins: [],
      storage: false,
      tabs: false,
      capabilities: { genericForm: true },
    });
    onTestFinished(() => client.close());
    const agent = app.agent();
    connectAgUi(client, agent, { name: 'Agent' });
    await agent.say('Go');
    const itemOf = (message: string) => client.getSnapshot().items.find((item) => item.message === message);
    const answer = (message: string, n: number) => {
      const item = itemOf(message);
      expect(item?.status).toBe('pending');
      if (item?.status === 'pending') item.accept({ n });
    };
    answer('seat?', 2);
    await eventually(() => expect(statuses).toContain(itemOf('seat?')?.status));
    answer('meal?', 1);
    await eventually(() => expect(agent.lines().at(-1)).toBe('assistant: Done.'));
    expect(Object.fromEntries(ran)).toEqual({ meal: 1, seat: 2 });
    expect(client.getSnapshot().items).toMatchObject([
      { status: 'settled', elsewhere: false },
      { status: 'settled', elsewhere: false },
    ]);
  });
});

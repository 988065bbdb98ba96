import { beforeEach, describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { decide } from '../../docs/examples/embassy.ts';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import type { JsonObject } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import '../../src/styles.css';
import type { AnyMcpTool } from '../../src/tool/tool-facts.ts';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { ada } from './person.ts';
import { modelSays } from './provider.ts';
import { refusal, refuseOnce } from './refused.ts';
import { tools } from './tools.ts';
import { toolsIn, unfinished } from './tools-in.ts';

/** By name: with all of docs/examples, Vite would look for packages that only servers have. */
const modules = import.meta.glob<Record<string, unknown>>([
  '../../docs/examples/{apply-for-visa,check-in-tool,compare-cities,from-generator,greet,hello,hold-a-seat,pay-deposit}.ts',
  '../../docs/examples/{pay-once,pick-card,quiz,refund,reserve,seat-and-meal,send-mail,sign-up,tool,two-versions,weather}.ts',
  '../../examples/{ask,cloudflare,cluster,mcp-server,serverless}/{tool,kitchen-sink}.ts',
]);
const documented = (
  await Promise.all(
    Object.entries(modules).map(async ([file, load]) => toolsIn(file.replace('../../', ''), await load())),
  )
).flat();
const all = [...tools.map(({ tool, params }) => ({ name: tool.name, tool, params })), ...documented];
await decide('visa-London', 'granted');

beforeEach(emptyLedger);

it('is about the tools of documents and examples', () => {
  expect(documented.length).toBeGreaterThan(15);
});

describe('on a page that has no plugin', () => {
  it.each(tools)('$tool.name comes to its end', async ({ tool, params, end }) => {
    const chat = await openChat(tool as never, params);
    await chat.finish();
    expect(chat.said()).toMatch(end);
    await chat.close();
  });

  it.each(documented)('$name comes to its end', async ({ tool, params }) => {
    const chat = await openChat(tool, params);
    await chat.finish();
    expect(chat.said()).not.toMatch(unfinished);
    await chat.close();
  });

  // The runtime asks for approvals, so a tool that asks nothing else refuses nothing.
  const refusable = all.filter(({ tool }) => tool.approval === undefined);
  it.each(refusable)('a refused answer of $name is still filled in', async ({ tool, params }) => {
    const refusing = refuseOnce(tool as never);
    const chat = await openChat(refusing.tool, params as JsonObject);
    await chat.finish();
    expect(refusing.changed).toEqual([]);
    expect([...refusing.again]).toEqual([]);
    expect(refusing.refused() > 0).toBe(chat.asked() > 0);
    await chat.close();
  });

  it('a refused seat is told at its passenger, and a changed answer begins with the earlier one', async () => {
    const [, trip] = tools;
    const { tool } = refuseOnce(trip.tool);
    const party = [
      { name: 'Ann', type: 'adult' },
      { name: 'Bob', type: 'adult' },
    ];
    const chat = await openChat(tool, { ...trip.params, travellers: party });
    while (!(await chat.next())?.startsWith('Who sits where')) await chat.answer();
    const question = (await chat.next()) ?? '';
    await chat.answer();
    const fields = () => [...document.querySelectorAll('[data-field]')];
    const chosen = () => fields().map((field) => field.querySelector<HTMLInputElement>('input:checked, select')?.value);
    await expect.poll(() => fields().map((field) => field.textContent.includes(refusal))).toEqual([false, true]);
    const before = chosen();
    await chat.answer();
    await expect.poll(chat.next).not.toBe(question);
    const line = page.getByRole('group', { name: /^Answered/ }).filter({ hasText: question });
    await userEvent.click(line.getByRole('button'));
    await expect.poll(() => chosen().slice(0, 2)).toEqual(before);
    await chat.close();
  });
});

/** A chat whose model calls the tool once, on a page without plugins, and somebody who answers. */
async function openChat(tool: AnyMcpTool, params: JsonObject | object) {
  const handler = createChatHandler({
    tools: [tool],
    provider: {
      async *stream(messages) {
        const last = messages.at(-1);
        if (last?.role === 'tool') return { text: last.content, toolCalls: [] };
        if (last?.content !== 'Go') return { text: modelSays(last?.content ?? ''), toolCalls: [] };
        return { text: '', toolCalls: [{ name: tool.name, arguments: params as JsonObject }] };
      },
    },
  });
  const client = createPluginClient({ plugins: [], transport: memoryTransport(handler), storage: false });
  const shown = await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  void client.send('Go');
  const now = () => client.getSnapshot();
  const isOver = () => now().messages.some(({ role }) => role === 'tool') && now().pending.length === 0;
  const open = () => now().pending.find(({ status }) => status === 'pending');
  const nameOf = () => `${open()?.elicitId} ${open()?.attempt}`;
  let asked = 0;
  const chat = {
    said: () => now().messages.findLast(({ role }) => role === 'tool')?.content ?? '',
    asked: () => asked,
    /** The words of the next question. Undefined if none comes any more. */
    async next() {
      await expect.poll(() => open() !== undefined || isOver(), { timeout: 10_000 }).toBe(true);
      return open()?.message;
    },
    /** Choose in each field of its form, no option twice, and send it. A refused one is sent as it is. */
    async answer() {
      const item = open();
      const place = () => now().pending.findIndex(({ elicitId }) => elicitId === item?.elicitId);
      const form = () => document.querySelectorAll('[data-elicit="schema-form"]')[place()];
      await expect.poll(form, { timeout: 10_000 }).not.toBeUndefined();
      expect(document.body.innerText).toContain(item?.request.inWords ?? '');
      asked += 1;
      const before = nameOf();
      const fields = item?.attempt === 1 ? form()!.querySelectorAll('[data-field]') : [];
      for (const [nth, field] of [...fields].entries()) await fill(field, asked + nth, item?.message ?? '');
      await userEvent.click([...form()!.querySelectorAll('button')].at(-1)!);
      await expect.poll(nameOf, { timeout: 10_000 }).not.toBe(before);
    },
    async finish() {
      while ((await chat.next()) !== undefined) await chat.answer();
    },
    async close() {
      await shown.unmount();
      await client.close();
      await handler.close();
    },
  };
  return chat;
}

async function fill(field: Element, nth: number, message: string): Promise<void> {
  const list = field.querySelector('select');
  const choices = [...field.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')];
  if (list !== null) {
    const options = [...list.options].filter(({ value }) => value !== '');
    await userEvent.selectOptions(list, options[nth % options.length]!);
  } else if (choices.length > 0) {
    const isYesOrNo = field.getAttribute('data-kind') === 'boolean';
    const one = choices[isYesOrNo ? 0 : nth % choices.length]!;
    if (!one.checked) await userEvent.click(one);
  } else {
    const input = field.querySelector<HTMLInputElement>('input, textarea')!;
    const words = `${message}\n${field.textContent}`;
    const about = input.inputMode !== '' && input.type === 'text' ? { type: 'number' } : { format: input.type };
    await userEvent.fill(
      input,
      String(ada(words, { type: 'string', ...about, minimum: Number(/at least (\d+)/i.exec(words)?.[1] ?? 2) })),
    );
  }
}

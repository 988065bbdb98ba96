import { beforeEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { userEvent } from 'vitest/browser';
import { createPluginClient, ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { createChatHandler } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';
import '../../src/styles.css';
import { emptyLedger } from '../demo/empty-ledger.ts';
import { tools } from './tools.ts';

beforeEach(emptyLedger);

it.each(tools)('on a page that has no plugin, $tool.name comes to its end', async ({ tool, params, end }) => {
  const handler = createChatHandler({
    tools: [tool],
    provider: {
      async *stream(messages) {
        const last = messages.at(-1);
        if (last?.role === 'tool') return { text: last.content, toolCalls: [] };
        if (last?.content !== 'Go') return { text: 'Walk.', toolCalls: [] };
        return { text: '', toolCalls: [{ name: tool.name, arguments: params }] };
      },
    },
  });
  const client = createPluginClient({ plugins: [], transport: memoryTransport(handler), storage: false });
  await render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
  void client.send('Go');
  const said = () => client.getSnapshot().messages.at(-1)?.content ?? '';
  const open = () => client.getSnapshot().pending[0]?.elicitId;
  // Each question is a form: they choose in each field, no option twice, and send it.
  let asked = 0;
  while (!end.test(said())) {
    await expect.poll(() => open() !== undefined || end.test(said()), { timeout: 10_000 }).toBe(true);
    const question = open();
    if (question === undefined) break;
    const words = client.getSnapshot().pending[0]?.request.inWords ?? '';
    const fields = '[data-elicit="fields"]';
    await expect.poll(() => document.querySelector(fields), { timeout: 10_000 }).not.toBeNull();
    expect(document.body.innerText).toContain(words);
    for (const field of document.querySelectorAll(`:is(${fields}, ${fields} > fieldset) > [data-kind]`)) {
      asked += 1;
      await choose(field.querySelector('select') ?? field, asked);
    }
    await userEvent.click([...document.querySelectorAll('[data-elicit="schema-form"] button')].at(-1)!);
    await expect.poll(() => open() !== question, { timeout: 10_000 }).toBe(true);
  }

  expect(said()).toMatch(end);
  await client.close();
  await handler.close();
});

async function choose(field: Element, nth: number): Promise<void> {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options].filter(({ value }) => value !== '');
    await userEvent.selectOptions(field, options[nth % options.length]!);
  } else {
    const choices = [...field.querySelectorAll<HTMLInputElement>('input[type=radio], input[type=checkbox]')];
    const one = choices[nth % choices.length];
    if (one !== undefined && !one.checked) await userEvent.click(one);
  }
}

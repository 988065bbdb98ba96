import { afterEach, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import * as z from 'zod';
import { createPluginClient, ElicitOutlet, PluginSessionProvider, type PluginClient } from '../../src/index.ts';
import { answerWith, createMcpTool, makePlugin } from '../../src/plugin.ts';
import { createChatHandler } from '../../src/server.ts';
import { createScriptedProvider, memoryTransport } from '../../src/testing.ts';
import { when } from '../client/harness.ts';

const declaration = createMcpTool('greet')
  .description('Greet')
  .parameters(z.object({}))
  .elicits({ name: z.object({ name: z.string() }) });

let greeted = 0;
const tool = declaration.execute(function* (_params, ctx) {
  const answer = yield* ctx.elicit('name', { message: 'What is your name?' });
  return yield* ctx.step('greet', () => {
    greeted += 1;
    return answer.action === 'accept' ? `Hello ${answer.content.name}` : 'Nobody';
  });
});

interface NameProps {
  onRespond: (answer: { name: string }) => void;
  draft?: string;
  onDraftChange?: (draft: string) => void;
}
function Name({ onRespond, draft = '', onDraftChange }: NameProps) {
  return (
    <>
      <input aria-label="Name" value={draft} onChange={(event) => onDraftChange?.(event.target.value)} />
      <button type="button" onClick={() => onRespond({ name: draft })}>
        Answer
      </button>
    </>
  );
}
const plugin = makePlugin(declaration)
  .onElicit({ name: answerWith(Name, () => ({})) })
  .receipts({ name: ({ name }) => ({ title: `I am ${name}` }) })
  .build();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  sessionStorage.clear();
});

async function show(client: PluginClient) {
  return render(
    <PluginSessionProvider client={client}>
      <ElicitOutlet />
    </PluginSessionProvider>,
  );
}

it('keeps a half-written answer over a reload, and the tool gets it once', async () => {
  greeted = 0;
  const handler = createChatHandler({
    provider: createScriptedProvider([
      { toolCalls: [{ name: 'greet', arguments: {} }] },
      (messages) => ({ text: `${messages.at(-1)?.content}!` }),
    ]),
    tools: [tool],
    onEvent: () => undefined,
  });
  const connect = () => createPluginClient({ transport: memoryTransport(handler), plugins: [plugin] });
  const before = connect();
  open.push(before);
  await before.send('Hi');
  const page1 = await show(before);
  await userEvent.fill(page.getByLabelText('Name'), 'Ann');
  await page1.unmount();
  await before.close();

  const after = connect();
  open.push(after, handler);
  expect(after.conversationId).toBe(before.conversationId);
  await show(after);
  await expect.element(page.getByLabelText('Name')).toHaveValue('Ann');
  await userEvent.click(page.getByRole('button', { name: 'Answer' }));
  await expect.element(page.getByText('I am Ann')).toBeVisible();
  await when(after, ({ status }) => status === 'idle');

  expect(greeted).toBe(1);
  expect(after.getSnapshot().messages.at(-1)?.content).toBe('Hello Ann!');
  expect(after.getSnapshot().messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
});

it('shows a page on another device what was answered on the first', async () => {
  const handler = createChatHandler({
    provider: createScriptedProvider([{ toolCalls: [{ name: 'greet', arguments: {} }] }, { text: 'Done.' }]),
    tools: [tool],
    onEvent: () => undefined,
  });
  const transport = memoryTransport(handler);
  const connect = (conversationId?: string) =>
    createPluginClient({ transport, plugins: [plugin], conversationId, storage: false, tabs: false });
  const phone = connect();
  open.push(phone);
  await phone.send('Hi');
  const item = phone.getSnapshot().pending[0];
  if (item?.status === 'pending') item.accept({ name: 'Bea' });
  await when(phone, ({ status }) => status === 'idle');

  const desk = connect(phone.conversationId);
  open.push(desk, handler);
  await show(desk);
  await desk.attach();
  await expect.element(page.getByRole('group', { name: 'Answered: I am Bea' })).toBeVisible();
});

it('sends an answer again that was on its way when the page was left, and it counts once', async () => {
  greeted = 0;
  const handler = createChatHandler({
    provider: createScriptedProvider([{ toolCalls: [{ name: 'greet', arguments: {} }] }, { text: 'Done.' }]),
    tools: [tool],
    onEvent: () => undefined,
  });
  const real = memoryTransport(handler);
  const before = createPluginClient({
    // The server gets the answer, and its word never comes back.
    transport: async (request) => {
      if (request.body.pluginElicitResponses === undefined) return real(request);
      await real({ ...request, signal: new AbortController().signal });
      return new Promise(() => undefined);
    },
    plugins: [plugin],
  });
  open.push(before);
  await before.send('Hi');
  const item = before.getSnapshot().pending[0];
  if (item?.status === 'pending') item.accept({ name: 'Bea' });
  await before.close();

  const after = createPluginClient({ transport: real, plugins: [plugin] });
  open.push(after, handler);
  await when(after, ({ status, receipts }) => status === 'idle' && receipts.length === 1);

  expect(greeted).toBe(1);
  expect(after.getSnapshot().receipts).toMatchObject([{ action: 'accept', receipt: { title: 'I am Bea' } }]);
  expect(after.getSnapshot().messages.map(({ content }) => content)).toEqual(['Hi', '', 'Hello Bea', 'Done.']);
});

import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses, type UIMessage } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { StrictMode, useEffect, type ReactNode } from 'react';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import * as z from 'zod';
import { useElicitChat } from '../../src/ai-sdk-react.ts';
import { createPluginClient, type ClientStorage, type PluginClient } from '../../src/client.ts';
import { ElicitOutlet, PluginSessionProvider, usePluginSession } from '../../src/index.ts';
import { memoryTransport } from '../../src/testing.ts';
import { declaration } from '../chat/harness.ts';
import { createShelf } from '../client/shelf.ts';
import { openApp, type MockModel, type Said } from './app.ts';

const mockModel: MockModel = (answer) =>
  new MockLanguageModelV3({ doStream: async (call) => ({ stream: answer(call) as never }) });
const call = (id = 'call-1'): Said => [{ id, name: 'book_flight' }];
type App = ReturnType<typeof openApp>;

afterEach(cleanup);

/** A page with `useChat`, as a reload makes it: with the messages that the app has saved. */
async function openTab(
  app: App,
  saved: UIMessage[] = [],
  carry = memoryTransport(app.elicit.handler),
  storage: ClientStorage | false = false,
  /** What is left of the last response, as an app with resumable streams tells it after a reload. */
  resumed?: string,
) {
  const client = createPluginClient({
    transport: carry,
    conversationId: 'c',
    plugins: [],
    storage,
    tabs: false,
    news: true,
    retry: false,
    onError: () => undefined,
  });
  onTestFinished(() => client.close());
  const current: { chat?: ReturnType<typeof useChat> } = {};
  const posts: string[] = [];
  const transport = new DefaultChatTransport<UIMessage>({
    api: '/api/chat',
    fetch: async (_, init) => {
      if (init?.method === 'GET') return new Response(resumed, { headers: { 'content-type': 'text/event-stream' } });
      posts.push(typeof init?.body === 'string' ? init.body : '');
      return app.chatRoute(new Request('http://app.test/api/chat', init));
    },
  });

  function Chat(): ReactNode {
    const chat = useChat({
      id: 'c',
      messages: saved,
      transport,
      resume: resumed !== undefined,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    });
    useElicitChat(client, chat);
    useEffect(() => {
      current.chat = chat;
    });
    const lastParts = new Map(
      chat.messages.flatMap(({ parts }) =>
        parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, part]] : [])),
      ),
    );
    return (
      <>
        <Doing />
        {chat.messages.flatMap(({ id, parts }) =>
          parts.map((part, index) => {
            if (part.type === 'text') return <p key={id + index}>{part.text}</p>;
            // A model may use an id again: the last call with it has the outlet.
            const isShown = 'toolCallId' in part && lastParts.get(part.toolCallId) === part;
            return isShown ? <ElicitOutlet key={id + index} callId={part.toolCallId} /> : null;
          }),
        )}
      </>
    );
  }

  const screen = await render(
    <StrictMode>
      <PluginSessionProvider client={client}>
        <Chat />
      </PluginSessionProvider>
    </StrictMode>,
  );
  return {
    client,
    posts,
    screen,
    chat: () => current.chat!,
    say: (text: string) => void current.chat?.sendMessage({ text }),
    messages: () => structuredClone(current.chat?.messages ?? []),
    states: () =>
      (current.chat?.messages ?? []).flatMap(({ parts }) =>
        parts.flatMap((part) => ('toolCallId' in part ? [part.state] : [])),
      ),
    /** Waits for a question and answers it. */
    async answer(message: string, content: object, callId?: string) {
      const item = await asked(client, message, callId);
      item.accept(content);
    },
    close: () => screen.unmount(),
  };
}

/** What our calls do, in their words. */
function Doing(): ReactNode {
  const doing = usePluginSession(({ calls }) =>
    calls.flatMap(({ status, progress }) => (status === 'running' && progress ? [progress.message] : [])).join(),
  );
  return doing === '' ? null : <output>{doing}</output>;
}

type Tab = Awaited<ReturnType<typeof openTab>>;

async function asked(client: PluginClient, message: string, callId?: string) {
  const find = () =>
    client
      .getSnapshot()
      .pending.find((item) => item.message === message && (callId === undefined || item.callId === callId));
  await expect.poll(() => find()?.status).toBe('pending');
  const item = find();
  if (item?.status !== 'pending') throw new Error(`${message} does not wait.`);
  return item;
}

async function book(tab: Tab, callId?: string) {
  await tab.answer('Which flight?', { flightId: 'FL001' }, callId);
  await tab.answer('Which seat?', { row: 12, seat: 'A' }, callId);
}

it('asks two questions with a reload between them, and the model goes on by itself', async () => {
  const app = openApp(mockModel, [call(), 'Booked.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await expect.element(tab.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  await tab.answer('Which flight?', { flightId: 'FL001' });
  await expect.element(tab.screen.getByRole('heading', { name: 'Which seat?' })).toBeVisible();
  expect(tab.states()).toEqual(['approval-requested']);
  await tab.close();

  const reloaded = await openTab(app, tab.messages());
  await expect.element(reloaded.screen.getByRole('heading', { name: 'Which seat?' })).toBeVisible();
  await reloaded.answer('Which seat?', { row: 12, seat: 'A' });
  await expect.element(reloaded.screen.getByText('Booked.')).toBeVisible();
  expect(reloaded.states()).toEqual(['output-available']);
  expect([app.counts, app.prompts.length, reloaded.posts.length, app.errors]).toEqual([
    { search: 1, book: 1 },
    2,
    1,
    [],
  ]);
});

it('says what a tool waits for until the value is there, and then the model goes on by itself', async () => {
  const tokens: string[] = [];
  const sign = declaration.execute(function* (_, ctx) {
    tokens.push(yield* ctx.waitFor.token('signed'));
    const options = { schema: z.object({ by: z.string() }), timeout: 60_000, message: 'Waiting for DocuSign' };
    const signed = yield* ctx.waitFor('signed', options);
    return signed.action === 'accept' ? `Signed by ${signed.content.by}` : signed.action;
  });
  const app = openApp(mockModel, [call(), 'Thank you.'], { tools: [sign] });
  const tab = await openTab(app);
  tab.say('Have it signed');
  await expect.element(tab.screen.getByRole('status')).toHaveTextContent('Waiting for DocuSign');
  expect(await app.elicit.handler.resolve(tokens[0]!, { by: 'Ada' })).toEqual({ outcome: 'recorded' });
  await expect.element(tab.screen.getByText('Thank you.')).toBeVisible();
  await expect.element(tab.screen.getByText('Waiting for DocuSign')).not.toBeInTheDocument();
  expect([tab.states(), app.prompts.length, app.errors]).toEqual([['output-available'], 2, []]);
  expect(JSON.stringify(app.prompts[1])).toContain('Signed by Ada');
});

it('lets the card go when a message comes instead of an answer', async () => {
  const app = openApp(mockModel, [call(), 'As you like.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await asked(tab.client, 'Which flight?');
  tab.say('Never mind');
  await expect.element(tab.screen.getByText('As you like.')).toBeVisible();
  await expect.poll(() => tab.client.getSnapshot().pending).toEqual([]);
  expect(tab.states()).toEqual(['approval-requested']);
  expect(app.counts).toEqual({ search: 1, book: 0 });
});

it.each([
  ['regenerate', (tab: Tab) => tab.chat().regenerate()],
  ['an edit', (tab: Tab) => tab.chat().sendMessage({ text: 'Book me a seat', messageId: tab.messages()[0]?.id ?? '' })],
])('stops a call that %s drops with its message', async (_, drop) => {
  const app = openApp(mockModel, [call('first'), call('second'), 'Booked.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await asked(tab.client, 'Which flight?', 'first');
  await drop(tab);
  await asked(tab.client, 'Which flight?', 'second');
  await expect.poll(() => tab.client.getSnapshot().pending.map(({ callId }) => callId)).toEqual(['second']);
  expect(
    await app.elicit.handler.outcome({ conversationId: 'c', owner: undefined, toolCallId: 'first' }),
  ).toMatchObject({
    isError: true,
  });
  await book(tab);
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  expect(app.counts).toEqual({ search: 2, book: 1 });
});

it('lets a call go on whose message is missing for a moment', async () => {
  const app = openApp(mockModel, [call(), 'Booked.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await asked(tab.client, 'Which flight?');
  const messages = tab.messages();
  tab.chat().setMessages([]);
  await expect.poll(tab.messages).toEqual([]);
  tab.chat().setMessages(messages);
  await book(tab);
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
});

it('takes the app’s own tool and two of ours in one step', async () => {
  const both: Said = [
    { id: 'a', name: 'book_flight' },
    { id: 'w', name: 'weather', input: {} },
    { id: 'b', name: 'book_flight' },
  ];
  const app = openApp(mockModel, [both, 'All booked.']);
  const tab = await openTab(app);
  tab.say('Book me two flights');
  await book(tab, 'b');
  await book(tab, 'a');
  await expect.element(tab.screen.getByText('All booked.')).toBeVisible();
  expect(tab.states()).toEqual(Array(3).fill('output-available'));
  expect([app.counts, app.prompts.length, tab.posts.length]).toEqual([{ search: 2, book: 2 }, 2, 2]);
});

it('asks anew when the model uses an id again', async () => {
  const app = openApp(mockModel, [call('f:0'), 'Booked.', call('f:0'), 'Booked again.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await book(tab);
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  tab.say('One more');
  await book(tab);
  await expect.element(tab.screen.getByText('Booked again.')).toBeVisible();
  expect([app.counts, app.prompts.length]).toEqual([{ search: 2, book: 2 }, 4]);
});

it.each([
  ['in a tab that kept its question', createShelf],
  ['in a tab that has the messages alone', () => false as const],
])('tells the model at once when the server has forgotten the call, %s', async (_, openStorage) => {
  const storage = openStorage();
  // Waiting for the call would take longer than the test may.
  const limits = { patience: 6_000_000 };
  const app = openApp(mockModel, [call()], { limits });
  const tab = await openTab(app, [], undefined, storage);
  tab.say('Book me a flight');
  await asked(tab.client, 'Which flight?');
  await tab.close();
  await tab.client.close();
  const after = openApp(mockModel, ['I do not know.'], { limits });
  const reloaded = await openTab(after, tab.messages(), undefined, storage);
  await expect.element(reloaded.screen.getByText('I do not know.')).toBeVisible();
  await expect.poll(() => reloaded.client.getSnapshot().pending).toEqual([]);
  expect(JSON.stringify(after.prompts)).toContain('Outcome unknown');
  expect(after.counts).toEqual({ search: 0, book: 0 });
});

it('goes on with a call that ended while the page was away', async () => {
  const app = openApp(mockModel, [call(), 'It is over.']);
  const tab = await openTab(app);
  tab.say('Book me a flight');
  await asked(tab.client, 'Which flight?');
  await tab.close();
  await app.elicit.handler.abort({ conversationId: 'c', owner: undefined, toolCallId: 'call-1', reason: 'Late.' });
  await app.elicit.handler.outcome({ conversationId: 'c', owner: undefined, toolCallId: 'call-1' });
  const reloaded = await openTab(app, tab.messages());
  await expect.element(reloaded.screen.getByText('It is over.')).toBeVisible();
  expect(reloaded.states()).toEqual(['output-error']);
});

it('asks again for a call when the network is back', async () => {
  const app = openApp(mockModel, [call(), 'Booked.']);
  const through = memoryTransport(app.elicit.handler);
  let isAway = true;
  const tab = await openTab(app, [], (request) => {
    if (isAway) throw new TypeError('Failed to fetch');
    return through(request);
  });
  tab.say('Book me a flight');
  await expect.poll(() => tab.client.getSnapshot().problem?.code).toBe('NETWORK_FAILED');
  await expect.poll(tab.states).toEqual(['approval-requested']);
  isAway = false;
  await tab.client.retry();
  await book(tab);
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  expect([app.counts, app.prompts.length]).toEqual([{ search: 1, book: 1 }, 2]);
});

it('goes on from a resumed stream, which tells the whole answer again', async () => {
  const app = openApp(mockModel, [call(), 'Booked.']);
  const page = app.page();
  const said: UIMessage = { id: 'm0', role: 'user', parts: [{ type: 'text', text: 'Book me a flight' }] };
  const told = await (await page.request([said])).text();
  expect(told).toContain('tool-approval-request');
  const tab = await openTab(app, [said], undefined, false, told);
  await book(tab);
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  expect(tab.states()).toEqual(['output-available']);
  expect([app.counts, app.prompts.length, tab.posts.length]).toEqual([{ search: 1, book: 1 }, 2, 1]);
});

import { useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { StrictMode, useEffect, useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { cleanup, render } from 'vitest-browser-react';
import { elicitChatTransport, uiMessagesOf, useElicitResume } from '../../src/ai-sdk-react.ts';
import { ElicitOutlet, PluginSessionProvider } from '../../src/index.ts';
import { memoryTransport, type ScriptedTurn } from '../../src/testing.ts';
import { answer, calls, openClient, openEngine, rests, ticket } from './engine-behaviour.ts';

afterEach(cleanup);

type Engine = ReturnType<typeof openEngine>;

/** A page with `useChat` over a client, as a reload makes it. */
async function openTab(engine: Engine, more: Parameters<typeof openClient>[1] = {}) {
  const client = openClient(engine, { tabs: undefined, ...more });
  const current: { chat?: ReturnType<typeof useChat> } = {};

  function Chat(): ReactNode {
    const [transport] = useState(() => elicitChatTransport(client));
    const chat = useChat({ id: client.conversationId, transport });
    useElicitResume(client, chat);
    useEffect(() => {
      current.chat = chat;
    });
    return chat.messages.map(({ id, role, parts }) => (
      <section key={id} data-role={role}>
        {parts.map((part, index) => {
          if (part.type === 'text') return <p key={id + index}>{part.text}</p>;
          return 'toolCallId' in part ? <ElicitOutlet key={id + index} callId={part.toolCallId} /> : null;
        })}
      </section>
    ));
  }

  const screen = await render(
    <StrictMode>
      <PluginSessionProvider client={client}>
        <Chat />
      </PluginSessionProvider>
    </StrictMode>,
  );
  const chat = () => current.chat!;
  const messages = () => JSON.parse(JSON.stringify(chat().messages)) as UIMessage[];
  return {
    client,
    chat,
    screen,
    messages,
    say: (text: string) => void chat().sendMessage({ text }),
    /** Waits until `useChat` has what the client has, and nothing else. */
    async agrees() {
      await rests(client);
      await expect.poll(() => chat().status).toMatch(/ready|error/);
      await expect.poll(messages).toEqual(uiMessagesOf(client));
    },
    async close() {
      await screen.unmount();
      await client.close();
    },
  };
}

const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
};

const texts = (messages: readonly UIMessage[]) =>
  messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));

it('asks two questions with a reload between them, and useChat has what the client has', async () => {
  const engine = openEngine([calls, { text: 'Booked.' }]);
  const kept = storage();
  const tab = await openTab(engine, { storage: kept });
  tab.say('Book me a flight');
  await answer(tab.client, 'Which flight?', { flightId: 'FL001' });
  await expect.element(tab.screen.getByRole('heading', { name: 'Which seat?' })).toBeVisible();
  await tab.agrees();
  const before = tab.messages();
  await tab.close();

  const reloaded = await openTab(engine, { storage: kept });
  await expect.element(reloaded.screen.getByRole('heading', { name: 'Which seat?' })).toBeVisible();
  await reloaded.agrees();
  expect(reloaded.messages()).toEqual(before);
  await answer(reloaded.client, 'Which seat?', { row: 12, seat: 'A' });
  await expect.element(reloaded.screen.getByText('Booked.')).toBeVisible();
  await reloaded.agrees();
  expect(reloaded.messages()).toMatchObject([
    { role: 'user', parts: [{ text: 'Book me a flight' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { text: 'One moment.' },
        { type: 'tool-book_flight', state: 'output-available', output: ticket },
        { type: 'step-start' },
        { text: 'Booked.' },
      ],
    },
  ]);
  expect(engine.counts).toEqual({ search: 1, book: 1, model: 2 });
});

it('keeps the card in its place while the model goes on', async () => {
  const engine = openEngine([calls, { text: 'Booked.' }]);
  const tab = await openTab(engine);
  tab.say('Book me a flight');
  await expect.element(tab.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  await tab.agrees();
  const places = () => [...tab.screen.container.querySelectorAll('[data-role="assistant"] > *')];
  const [said, card] = places();
  await answer(tab.client, 'Which flight?', { flightId: 'FL001' });
  await answer(tab.client, 'Which seat?', { row: 12, seat: 'A' });
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  await tab.agrees();
  expect(places()[0]).toBe(said);
  expect(places()[1]).toBe(card);
});

it('takes a message instead of an answer', async () => {
  const engine = openEngine([calls, { text: 'As you like.' }, { text: 'Yes?' }]);
  const tab = await openTab(engine);
  tab.say('Book me a flight');
  await expect.element(tab.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  await tab.agrees();
  tab.say('Never mind');
  await expect.element(tab.screen.getByText('As you like.')).toBeVisible();
  await tab.agrees();
  expect(tab.messages()[1]?.parts[2]).toMatchObject({ state: 'output-available', output: 'Not booked: cancel.' });
  expect(tab.messages().map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  expect([tab.client.getSnapshot().pending, engine.counts.book]).toEqual([[], 0]);
});

it('shows in one tab what another says and answers', async () => {
  const engine = openEngine([calls, { text: 'Booked.' }, { text: 'Any time.' }]);
  const one = await openTab(engine);
  one.say('Book me a flight');
  await expect.element(one.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  const two = await openTab(engine);
  await two.client.attach();
  await answer(two.client, 'Which flight?', { flightId: 'FL001' });
  await answer(one.client, 'Which seat?', { row: 12, seat: 'A' });
  await expect
    .poll(() => [texts(one.messages()), texts(two.messages())].map((all) => all.at(-1)))
    .toEqual(['Booked.', 'Booked.']);
  await Promise.all([one.agrees(), two.agrees()]);
  two.say('Thanks');
  await expect.poll(() => texts(two.messages()).at(-1)).toBe('Any time.');
  await one.client.attach();
  await Promise.all([one.agrees(), two.agrees()]);
  expect(one.messages()).toEqual(two.messages());
  expect(engine.counts).toEqual({ search: 1, book: 1, model: 3 });
});

it('shows the rest of an answer after a reload in the middle of it', async () => {
  let finish: (turn: ScriptedTurn) => void = () => {};
  const engine = openEngine([() => new Promise((resolve) => (finish = resolve))]);
  const kept = storage();
  const tab = await openTab(engine, { storage: kept });
  tab.say('Hello');
  await expect.poll(() => engine.counts.model).toBe(1);
  await tab.close();
  const reloaded = await openTab(engine, { storage: kept });
  await expect.poll(() => reloaded.chat().status).toMatch(/submitted|streaming/);
  finish({ text: 'Good morning to you.' });
  await expect.element(reloaded.screen.getByText('Good morning to you.')).toBeVisible();
  await reloaded.agrees();
  expect([reloaded.messages().length, engine.counts.model]).toEqual([2, 1]);
});

it('stops the call, and the model does not go on', async () => {
  const engine = openEngine([calls, { text: 'Never said.' }]);
  const through = memoryTransport(engine.handler);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const tab = await openTab(engine, {
    carry: async (request) => {
      if (JSON.stringify(request.body).includes('pluginElicitResponses')) await held;
      return through(request);
    },
  });
  tab.say('Book me a flight');
  await expect.element(tab.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  // The card is there before the turn's stream has ended.
  await tab.agrees();
  await answer(tab.client, 'Which flight?', { flightId: 'FL001' });
  // The answer is on its way, and so the chat is busy.
  await expect.poll(() => tab.chat().status).toBe('submitted');
  await tab.chat().stop();
  letGo();
  await tab.agrees();
  await expect.poll(() => tab.client.getSnapshot().calls).toMatchObject([{ status: 'aborted' }]);
  await tab.agrees();
  expect(tab.messages()[1]?.parts[2]).toMatchObject({ state: 'output-error' });
  expect(engine.counts).toMatchObject({ book: 0, model: 1 });
});

it('says why a turn failed, and goes on when the client is told to try again', async () => {
  const engine = openEngine([{ error: new Error('Out of tokens.') }, { text: 'Here I am.' }]);
  const tab = await openTab(engine);
  tab.say('Hello');
  await expect.poll(() => tab.chat().status).toBe('error');
  expect(tab.chat().error?.message).toBe(tab.client.getSnapshot().problem?.message);
  await tab.agrees();
  await tab.client.retry();
  await expect.element(tab.screen.getByText('Here I am.')).toBeVisible();
  await tab.agrees();
  expect([tab.chat().status, tab.messages().length]).toEqual(['ready', 2]);
});

it('answers again and edits, and both agree', async () => {
  const engine = openEngine([calls, { text: 'One.' }, { text: 'Two.' }, { text: 'Three.' }]);
  const tab = await openTab(engine);
  tab.say('Book me a flight');
  await expect.element(tab.screen.getByRole('heading', { name: 'Which flight?' })).toBeVisible();
  await tab.agrees();
  tab.say('Count');
  await expect.element(tab.screen.getByText('One.')).toBeVisible();
  await tab.agrees();
  await tab.chat().regenerate();
  await tab.agrees();
  expect(texts(tab.messages())).toEqual(['Book me a flight', 'One moment.', 'Count', 'Two.']);
  const [first] = tab.messages();
  await tab.chat().sendMessage({ text: 'Hello', messageId: first!.id });
  await tab.agrees();
  // What the tool has done stays.
  expect(texts(tab.messages())).toEqual(['Hello', 'One moment.', 'Three.']);
  expect(engine.counts).toMatchObject({ book: 0, model: 4 });
});

it('lets the person change an answer, and useChat has what the client has', async () => {
  const engine = openEngine([calls, { text: 'Booked.' }]);
  const tab = await openTab(engine);
  tab.say('Book me a flight');
  await answer(tab.client, 'Which flight?', { flightId: 'FL001' });
  await expect.element(tab.screen.getByRole('heading', { name: 'Which seat?' })).toBeVisible();
  await tab.screen.getByRole('button', { name: /^Change/ }).click();
  await answer(tab.client, 'Which flight?', { flightId: 'FL002' });
  await answer(tab.client, 'Which seat?', { row: 12, seat: 'A' });
  await expect.element(tab.screen.getByText('Booked.')).toBeVisible();
  await tab.agrees();
  expect(tab.messages()[1]?.parts[2]).toMatchObject({ state: 'output-available', output: ticket });
  expect(engine.counts).toEqual({ search: 1, book: 1, model: 2 });
});

import { expect, it, onTestFinished, vi } from 'vitest';
import type { ChatHandlerOptions, ChatProvider } from '../../src/server.ts';
import type { DurableStore } from '../../src/store/durable-store.ts';
import {
  accept,
  agent,
  createChat,
  createModel,
  declaration,
  lastWords,
  messagesOf,
  only,
  user,
} from '../chat/harness.ts';
import { sharedStore } from '../mcp/harness.ts';
import { eventually } from '../eventually.ts';
import { createGate } from './gate.ts';
import { holding } from './held-commit.ts';
import { mortal } from './mortal-store.ts';

const conversationId = 'c';

it('two processes that begin one conversation at once have one, and the host hears of no loss', async () => {
  const store = sharedStore();
  const slow = holding(store, () => true);
  const model = createModel(() => 'Hello.');
  const [here, there] = [createChat(model, { store: slow }), createChat(model, { store })];
  const body = { conversationId, messages: [{ ...user('hello'), id: 'm1' }] };
  const late = here.post(body);
  await slow.holds;
  const told = await there.post(body);
  slow.release();

  expect(lastWords(await late)).toBe('Hello.');
  expect(messagesOf(await late)).toEqual(messagesOf(told));
  expect(model.asked).toHaveLength(1);
  expect([...here.errors, ...there.errors]).toEqual([]);
});

it('a process that closes while it takes a conversation over leaves how a call ended to the next one', async () => {
  const store = sharedStore();
  const booked: string[] = [];
  const tool = declaration.execute(function* ({ destination }, ctx) {
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights: [] });
    if (flight.action === 'accept') yield* ctx.step('book', () => void booked.push(destination));
    return `Booked to ${destination}.`;
  });
  const calls = ['LAX', 'SFO'].map((destination) => ({
    name: 'book_flight',
    arguments: { from: 'NYC', destination },
  }));
  const limits = { leaseTime: 200, sweepEvery: Infinity };
  const options = { tools: [tool], limits };
  // The first process dies as it is to record that the call has ended.
  const dying = mortal(store);
  const commit: DurableStore['commit'] = (change) => {
    if (change.remove?.some((key) => key.startsWith('call/'))) void dying.die();
    return dying.commit(change);
  };
  const first = createChat(agent(calls), {
    ...options,
    store: { ...dying, commit },
    limits: { ...limits, cleanupTime: 1 },
  });
  const asked = await first.post({ conversationId, messages: [user('Book')] });
  const [question, other] = only(asked, 'plugin_elicit_request');
  void first.open({ conversationId, pluginElicitResponses: [accept(question!, { flightId: 'FL001' })] });
  await eventually(() => expect(booked).toEqual(['LAX']));

  // The second one closes before it has read the other call.
  const reading = createGate();
  const mayRead = createGate();
  const resumed: string[] = [];
  const second = createChat(agent(calls), {
    ...options,
    store: {
      ...store,
      async read(keys) {
        if (keys.includes(`call/${other!.sessionId}`)) {
          reading.open();
          await mayRead.opened;
        }
        return store.read(keys);
      },
    },
    onEvent: (event) => {
      if (event.type === 'session_resumed') resumed.push(event.sessionId);
    },
  });
  void second.open({ conversationId, attach: true, revision: 0 });
  await reading.opened;
  expect(resumed).toEqual([question!.sessionId]);
  for (let turns = 0; turns < 50; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  const closed = second.handler.close();
  for (let turns = 0; turns < 50; turns += 1) await new Promise<void>((resolve) => setImmediate(resolve));
  mayRead.open();
  await closed;

  const third = createChat(agent(calls), { ...options, store });
  await eventually(async () => {
    const { state } = await third.post({ conversationId, attach: true, revision: 0 });
    const ends = state.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(ends).toContain('Booked to LAX.');
  });
  expect(booked).toEqual(['LAX']);
});

it('a page elsewhere follows a turn that was silent for longer than its response is kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = sharedStore();
  const mayGoOn = createGate();
  const tool = declaration.execute(function* (_params, ctx) {
    yield* ctx.step('work', () => mayGoOn.opened);
    return 'Done.';
  });
  const provider: ChatProvider = {
    async *stream(messages) {
      const call = { id: '1', name: 'book_flight', arguments: { from: 'NYC', destination: 'LAX' } };
      if (messages.at(-1)?.role !== 'tool') return { text: 'One ', toolCalls: [call] };
      yield { type: 'text', content: 'two ' };
      await new Promise((resolve) => setTimeout(resolve, 1000));
      yield { type: 'text', content: 'three' };
      return await new Promise<never>(() => undefined);
    },
  };
  const options = { store, provider, tools: [tool] };
  const [here, there] = [createChat(agent(), options), createChat(agent(), options)];
  const response = await there.open({ conversationId, messages: [user('hello')] });
  void response.body?.cancel();
  const elsewhere = here.open({ conversationId, attach: true, revision: 0 });
  await vi.advanceTimersByTimeAsync(1000);
  const reader = (await elsewhere).body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  void (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value;
  })();
  await vi.advanceTimersByTimeAsync(1000);
  expect(text).toContain('One ');

  await vi.advanceTimersByTimeAsync(700_000);
  mayGoOn.open();
  await vi.advanceTimersByTimeAsync(5000);
  expect(text).toContain('two ');
  expect(text).toContain('three');
  await reader.cancel();
});

it('a page that stops a call is not kept waiting by a look that the process at work has no news for', async () => {
  const store = sharedStore();
  const began = createGate();
  const tool = declaration.execute(function* (_params, ctx) {
    yield* ctx.step('work', async () => {
      began.open();
      await new Promise(() => undefined);
    });
    return 'Done.';
  });
  const ids: string[] = [];
  const ends: string[] = [];
  const options: Partial<ChatHandlerOptions> = {
    tools: [tool],
    limits: { keepAlive: 60_000, cleanupTime: 100 },
    onEvent: (event) => {
      if (event.type === 'session_created') ids.push(event.sessionId);
      if (event.type === 'session_ended') ends.push(event.status);
    },
  };
  let mails = 0;
  const counting: DurableStore['commit'] = (change) => {
    if (change.append?.some(({ key }) => key.endsWith('/mailbox'))) mails += 1;
    return store.commit(change);
  };
  const there = createChat(agent(), { ...options, store });
  const here = createChat(agent(), { ...options, store: { ...store, commit: counting } });
  const working = await there.open({ conversationId, messages: [user('Book')] });
  await began.opened;
  const reader = working.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (!text.includes('tool_calls')) text += (await reader.read()).value ?? '';
  const revision = Number([...text.matchAll(/^\{"revision":(\d+)/gm)].at(-1)?.[1]);
  const look = here.open({ conversationId, attach: true, revision });
  await eventually(() => expect(mails).toBe(1));
  const stop = here.open({ conversationId, revision, pluginAbort: { sessionId: ids[0]! } });

  await eventually(() => expect(ends).toEqual(['aborted']));
  for (const response of await Promise.all([look, stop])) await response.text();
});

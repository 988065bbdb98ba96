import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { DurableStore } from '../../src/store/durable-store.ts';
import { fileStore } from '../../src/store/file-store.ts';
import { createGate } from '../faults/gate.ts';
import { eventsIn, openApp } from './agent.ts';

const seat = { row: 6, seat: 'A' };

/** One process has the file, so its handlers share the store. The example's test restarts a whole process. */
function newStore(): DurableStore {
  const folder = mkdtempSync(join(tmpdir(), 'elicit-ag-ui-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return fileStore(folder);
}

it('a question outlives its server, with the same interrupt, and its answer counts once', async () => {
  const store = newStore();
  const ledger = { search: 0, book: 0, model: 0 };
  const first = await openApp({ ledger, store });
  const agent = first.agent();
  await agent.say('Book');
  await agent.answer({ flightId: 'FL002' });
  const [asked] = agent.pendingInterrupts;
  const before = agent.lines();
  await first.chat.close();

  const second = await openApp({ ledger, store });
  agent.url = second.url;
  agent.pendingInterrupts = [];
  await agent.runAgent();
  expect(agent.pendingInterrupts).toEqual([asked]);
  expect(agent.lines()).toEqual(before);
  await agent.answer(seat);
  const body = agent.bodies.at(-1);
  await second.chat.close();

  const third = await openApp({ ledger, store });
  expect((await third.events(body)).at(-1)).toMatchObject({ outcome: { type: 'success' } });
  expect(ledger).toEqual({ search: 1, book: 1, model: 2 });
  expect(agent.lines().at(-1)).toContain('TKT-1');
});

it('a run that its server cuts off ends with an error, and the next one catches up', async () => {
  const [begun, held] = [createGate(), createGate()];
  const store = newStore();
  const first = await openApp({
    store,
    async says() {
      begun.open();
      await held.opened;
      return { text: 'Too late.' };
    },
  });
  const body = { threadId: 't', messages: [{ id: 'u', role: 'user', content: 'Hi' }] };
  const cut = first.events(body);
  await begun.opened;
  await first.chat.close();
  expect((await cut).at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'STREAM_CUT' });
  expect((await first.post(body)).status).toBe(503);

  const second = await openApp({ store, says: () => ({ text: 'Here.' }) });
  const agent = second.agent();
  await agent.runAgent();
  expect(agent.lines()).toEqual(['user: Hi', 'assistant: Here.']);
});

it('a page that comes in the middle of the words hears them from their beginning', async () => {
  let say: ((text: string) => void) | undefined;
  const app = await openApp({
    provider: {
      async *stream() {
        yield { type: 'text', content: 'One ' };
        yield { type: 'text', content: await new Promise<string>((resolve) => (say = resolve)) };
        return { text: 'One two.', toolCalls: [] };
      },
    },
    limits: { keepAlive: 5 },
  });
  const first = app.agent();
  const running = first.say('Count');
  await expect.poll(() => first.lines().at(-1)).toBe('assistant: One ');
  const second = app.agent();
  const following = second.runAgent();
  await expect.poll(() => second.lines()).toEqual(['user: Count', 'assistant: One ']);
  const third = await app.post({ threadId: 't' });
  const reader = third.body!.pipeThrough(new TextDecoderStream()).getReader();
  let raw = '';
  while (!raw.includes(': alive\n\n')) raw += (await reader.read()).value ?? '';
  say?.('two.');
  await Promise.all([running, following]);
  expect(second.lines()).toEqual(first.lines());
  expect(first.lines()).toEqual(['user: Count', 'assistant: One two.']);
  for (let next = await reader.read(); !next.done; next = await reader.read()) raw += next.value;
  expect(eventsIn(raw).at(-1)).toMatchObject({ type: 'RUN_FINISHED' });
  expect(app.ledger.model).toBe(0);
});

it('words between thoughts are one message', async () => {
  const app = await openApp({
    provider: {
      async *stream() {
        yield { type: 'thinking', content: 'Hm. ' };
        yield { type: 'text', content: 'One ' };
        yield { type: 'thinking', content: 'And? ' };
        yield { type: 'text', content: 'two.' };
        return { text: 'One two.', toolCalls: [] };
      },
    },
  });
  const agent = app.agent();
  await agent.say('Count');
  expect(agent.lines()).toEqual(['user: Count', 'reasoning: Hm. ', 'assistant: One two.', 'reasoning: And? ']);
  expect(agent.types().filter((type) => type === 'TEXT_MESSAGE_START')).toHaveLength(1);
});

it('sources and files of the model are metadata, and a reload brings them and its thoughts back', async () => {
  const sources = [{ type: 'url', url: 'https://a.test/', title: 'A' }] as const;
  const files = [{ url: 'data:text/plain;base64,aGk=', mediaType: 'text/plain' }] as const;
  const app = await openApp({
    provider: {
      async *stream() {
        yield { type: 'thinking', content: 'Hm. ' };
        yield { type: 'text', content: 'So.' };
        return { text: 'So.', toolCalls: [], reasoning: [{ text: 'Hm. ' }], sources, files };
      },
    },
  });
  const first = app.agent();
  await first.say('Why?');
  expect(first.messages.at(-1)?.metadata).toEqual({ elicitkit: { sources, files } });
  const second = app.agent();
  await second.runAgent();
  expect(second.lines()).toEqual(['user: Why?', 'reasoning: Hm. ', 'assistant: So.']);
  expect(second.lines()).toEqual(first.lines());
  second.types();
  expect(second.messages.at(-1)?.metadata).toEqual({ elicitkit: { sources, files } });
  await second.say('Why?');
  expect(second.types()).not.toContain('MESSAGES_SNAPSHOT');
});

it('what a client leaves keeps running', async () => {
  const [begun, held] = [createGate(), createGate()];
  const app = await openApp({
    async says() {
      begun.open();
      await held.opened;
      return { text: 'Done.' };
    },
  });
  const agent = app.agent();
  const running = agent.say('Go').catch(() => undefined);
  await begun.opened;
  agent.abortRun();
  await running;
  held.open();
  const after = app.agent();
  await after.runAgent();
  expect(after.lines()).toEqual(['user: Go', 'assistant: Done.']);
  expect(app.ledger.model).toBe(1);
});

import { askHere } from '../../src/client/ask-here.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AskedQuestion, ElicitIssue, OutsideQuestion, PluginClient } from '../../src/client.ts';
import { ask, askFirst, closeAll, createHarness, info, isStatus, settled, state } from './harness.ts';
import { createShelf } from './shelf.ts';

const server = { name: 'Acme', origin: 'https://acme.example' };
const question: OutsideQuestion = {
  server,
  message: 'Which colour?',
  schema: { type: 'object', properties: { colour: { type: 'string' } } },
};
const flights: OutsideQuestion = {
  server,
  toolName: 'book_flight',
  key: 'pickFlight',
  message: 'Which flight?',
  schema: { type: 'object', 'x-model-context': { flights: [{ id: 'FL1' }] } },
};

function itemOf(client: PluginClient, { elicitId }: AskedQuestion) {
  const item = client.getSnapshot().items.find((candidate) => candidate.elicitId === elicitId);
  if (item === undefined) throw new Error('no such item');
  return item;
}

function acceptOf(client: PluginClient, asked: AskedQuestion) {
  const item = itemOf(client, asked);
  if (item.status !== 'pending') throw new Error(`it is ${item.status}`);
  return item.accept;
}

afterEach(async () => {
  vi.useRealTimers();
  await closeAll();
});

describe('a question from outside', () => {
  it('is an item that says who asks', () => {
    const { client } = createHarness();
    const asked = askHere(client, question);
    expect(itemOf(client, asked)).toMatchObject({ status: 'pending', server, message: 'Which colour?', toolName: '' });
  });

  it('gives the answer to whoever asked, and posts nothing', async () => {
    const { client, server: chat } = createHarness();
    const asked = askHere(client, question);
    acceptOf(client, asked)({ colour: 'red' });
    expect(await asked.answer).toEqual({ action: 'accept', content: { colour: 'red' } });
    expect(itemOf(client, asked)).toMatchObject({ status: 'settled', action: 'accept', elsewhere: false });
    expect(chat.requests).toEqual([]);
  });

  it('is declined and cancelled like any other', async () => {
    const { client } = createHarness();
    const [first, second] = [askHere(client, question), askHere(client, question)];
    const item = itemOf(client, first);
    if (item.status === 'pending') item.decline('no');
    const other = itemOf(client, second);
    if (other.status === 'pending') other.cancel();
    expect(await first.answer).toEqual({ action: 'decline', reason: 'no' });
    expect(await second.answer).toEqual({ action: 'cancel', reason: 'dismissed' });
  });

  it('is answered by the plugin of its tool and key, with the words of its receipt', async () => {
    const { client } = createHarness();
    const asked = askHere(client, flights);
    const [view] = itemOf(client, asked).views;
    expect(view?.props).toMatchObject({ flights: [{ id: 'FL1' }] });
    view?.answer({ flightId: 'FL1' });
    expect(await asked.answer).toEqual({ action: 'accept', content: { flightId: 'FL1' } });
    expect(itemOf(client, asked)).toMatchObject({ receipt: { title: 'Flight FL1' } });
  });

  it('starts with an earlier answer, in its component or its form', async () => {
    const { client } = createHarness();
    const [shown, form] = [askHere(client, { ...flights, draft: { flightId: 'FL1' } }), askHere(client, question)];
    const filled = askHere(client, { ...question, draft: { colour: 'red' } });

    expect(itemOf(client, shown).views[0]?.draft).toEqual({ flightId: 'FL1' });
    expect([form, filled].map((asked) => itemOf(client, asked).answer)).toEqual([undefined, { colour: 'red' }]);
  });

  it('is asked again where whoever asked finds the answer wrong', async () => {
    const { client, when } = createHarness();
    const issue = { path: ['colour'], message: 'is no colour' };
    const check = vi.fn<(content: unknown) => ElicitIssue[]>((content) =>
      (content as { colour: string }).colour === 'x' ? [issue] : [],
    );
    const asked = askHere(client, { ...question, check });
    acceptOf(client, asked)({ colour: 'x' });
    await when(({ items }) => items[0]?.issues !== undefined);
    expect(itemOf(client, asked)).toMatchObject({ status: 'pending', issues: [issue] });
    acceptOf(client, asked)({ colour: 'red' });
    expect(await asked.answer).toMatchObject({ action: 'accept' });
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('ends as a cancel when its signal aborts', async () => {
    const { client } = createHarness();
    const stop = new AbortController();
    const asked = askHere(client, { ...question, signal: stop.signal });
    stop.abort();
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(itemOf(client, asked)).toMatchObject({ status: 'aborted', by: 'server' });
  });

  it('is not asked where its signal has aborted', async () => {
    const { client } = createHarness();
    const asked = askHere(client, { ...question, signal: AbortSignal.abort() });
    expect(await asked.answer).toMatchObject({ action: 'cancel' });
    expect(client.getSnapshot().items).toEqual([]);
  });

  it('ends as a cancel at its deadline, by the clock of this client', async () => {
    vi.useFakeTimers();
    const { client, server: chat } = createHarness();
    const asked = askHere(client, { ...question, expiresAt: Date.now() + 1_000 });
    await vi.advanceTimersByTimeAsync(999);
    expect(itemOf(client, asked).status).toBe('pending');
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'expired' });
    expect(itemOf(client, asked).status).toBe('expired');
    expect(chat.requests).toEqual([]);
  });

  it('ends as a cancel when the client closes, and is none after that', async () => {
    const { client } = createHarness();
    const asked = askHere(client, question);
    await client.close();
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(itemOf(client, asked).status).toBe('aborted');
    expect(await askHere(client, question).answer).toEqual({ action: 'cancel', reason: 'interrupted' });
  });

  it('ends as a cancel where there is no room for it', async () => {
    const { client } = createHarness({ maxItems: 1 });
    askHere(client, question);
    expect(await askHere(client, question).answer).toEqual({ action: 'cancel', reason: 'failed' });
  });

  it('can be settled from outside, which counts where the person has not answered', async () => {
    const { client } = createHarness();
    const asked = askHere(client, question);
    asked.settle({ action: 'accept', content: {} });
    asked.settle({ action: 'decline' });
    expect(await asked.answer).toEqual({ action: 'accept', content: {} });
    asked.note({ title: 'Done' });
    expect(itemOf(client, asked)).toMatchObject({ receipt: { title: 'Done' } });
  });

  it('is stopped with its call, without a word to the chat server', async () => {
    const { client, server: chat } = createHarness();
    const asked = askHere(client, { ...question, callId: 'mcp_1' });
    await client.abort({ callId: 'mcp_1' });
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(itemOf(client, asked)).toMatchObject({ status: 'aborted', by: 'user' });
    expect(chat.requests).toEqual([]);
  });

  it('that has ended already is a line, and bothers nobody', async () => {
    const { client, errors } = createHarness();
    const asked = askHere(client, { ...question, ended: { title: 'Stopped', detail: 'Asked too often.' } });
    expect(await asked.answer).toEqual({ action: 'cancel', reason: 'interrupted' });
    expect(itemOf(client, asked)).toMatchObject({ status: 'aborted', receipt: { title: 'Stopped' } });
    expect(errors).toEqual([]);
  });

  it('does not make the conversation wait', () => {
    const { client } = createHarness();
    askHere(client, question);
    expect(client.getSnapshot()).toMatchObject({ status: 'idle', pending: [{ message: 'Which colour?' }] });
  });
});

describe('a chat server', () => {
  it('can neither settle, end nor ask again what it did not ask', async () => {
    const harness = createHarness();
    const asked = askHere(harness.client, { ...flights, callId: 'call_1' });
    const mine = { elicitId: asked.elicitId };
    const sent = harness.client.send('Book a flight');
    const stream = await harness.server.accept();
    stream.end(
      info,
      settled('accept', mine),
      ask({ ...mine, attempt: 2 }),
      { type: 'tool_result', id: 'call_1', name: 'book_flight', content: 'done' },
      { type: 'plugin_session_status', sessionId: 'call_1', callId: 'call_1', toolName: 'x', status: 'aborted' },
      state(),
    );
    await sent;
    expect(itemOf(harness.client, asked)).toMatchObject({ status: 'pending', attempt: 1 });
  });

  it('still rests on its own question while another one is open', async () => {
    const harness = createHarness();
    askHere(harness.client, question);
    await askFirst(harness);
    expect(harness.snapshot().status).toBe('waiting');
    const item = harness.item('call_1:0');
    if (item.status === 'pending') item.accept({ flightId: 'FL1' });
    await harness.when(isStatus('sending'));
    expect(harness.snapshot().pending).toHaveLength(2);
  });
});

describe('a reload', () => {
  it('keeps the line of a question that ended, and not one that was open', async () => {
    const storage = createShelf();
    const before = createHarness({ storage, conversationId: 'c1' });
    const asked = askHere(before.client, question);
    askHere(before.client, { ...question, message: 'And which size?' });
    acceptOf(before.client, asked)({ colour: 'red' });
    await asked.answer;
    await before.client.close();
    const after = createHarness({ storage, conversationId: 'c1' });
    expect(after.snapshot().items).toMatchObject([{ status: 'settled', message: 'Which colour?', server }]);
  });
});

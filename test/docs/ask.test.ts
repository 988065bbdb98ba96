import { afterEach, expect, it } from 'vitest';
import { answerRun, type Reply, type Run, type SendAnswer } from '../../docs/examples/answer-run.ts';
import { closeAll, createHarness, type Harness } from '../client/harness.ts';
import { createShelf } from '../client/shelf.ts';

afterEach(closeAll);

/** The server of a run that asks twice, and may lose a response. */
function playServer() {
  const taken = new Map<string, unknown>();
  const heard: unknown[] = [];
  let losses = 0;
  const questions = ['Which sources?', 'How long?'];
  const run = (): Run => {
    const message = questions[taken.size];
    const schema = { type: 'object', properties: { text: { type: 'string' } } };
    if (message === undefined) return { output: 'done' };
    return { waitsFor: [{ id: `interrupt${taken.size}`, key: 'ask', callId: 'run_1', message, schema }] };
  };
  const resume: SendAnswer = async ({ answerId, result }) => {
    if (!taken.has(answerId)) heard.push(result);
    taken.set(answerId, result);
    losses -= 1;
    if (losses >= 0) throw new TypeError('Failed to fetch');
    return { run: run() };
  };
  return { run, resume, heard, lose: (count: number) => (losses = count) };
}

async function answer({ when }: Harness, message: string, text: string): Promise<void> {
  const { pending } = await when((snapshot) => snapshot.pending.some((item) => item.message === message));
  const item = pending.find((one) => one.message === message);
  if (item?.status === 'pending') item.accept({ text });
}

it('a run is answered, with a response lost on its way, and each answer counts once', async () => {
  const page = createHarness();
  const server = playServer();
  const result = answerRun(page.client, server.run(), server.resume);
  server.lose(1);
  await answer(page, 'Which sources?', 'Books');
  const { pending } = await page.when((snapshot) => snapshot.pending[0]?.status === 'failed');
  if (pending[0]?.status === 'failed') pending[0].retry();
  await answer(page, 'How long?', 'A page');
  expect(await result).toEqual({ output: 'done' });
  expect(server.heard).toMatchObject([{ content: { text: 'Books' } }, { content: { text: 'A page' } }]);
});

it('a run goes on after a reload, with the answer that was on its way', async () => {
  const storage = createShelf();
  const server = playServer();
  const before = createHarness({ storage, conversationId: 'c' });
  server.lose(1);
  void answerRun(before.client, server.run(), async (given, signal) => {
    await server.resume(given, signal).catch(() => undefined);
    return new Promise(() => undefined);
  });
  await answer(before, 'Which sources?', 'Books');
  await expect.poll(() => server.heard.length).toBe(1);
  await before.client.close();

  const after = createHarness({ storage, conversationId: 'c' });
  const result = answerRun(after.client, server.run(), server.resume);
  await answer(after, 'How long?', 'A page');
  expect(await result).toEqual({ output: 'done' });
  expect(server.heard).toHaveLength(2);
});

it('a run that the person stops is left waiting', async () => {
  const page = createHarness();
  const server = playServer();
  const result = answerRun(page.client, server.run(), server.resume);
  await page.client.abort({ callId: 'run_1' });
  expect((await result).waitsFor).toMatchObject([{ message: 'Which sources?' }]);
  expect(server.heard).toEqual([]);
});

/** The server of a run with two questions at once. A test decides when it answers a request, and with what. */
function playBusyServer() {
  const waiting: { answer: Parameters<SendAnswer>[0]; reply: (reply: Reply) => void }[] = [];
  const send: SendAnswer = (answer) => new Promise((reply) => waiting.push({ answer, reply }));
  const next = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    return waiting.shift()!;
  };
  return { send, next, waiting };
}

const both = (...ids: string[]): Run => ({
  waitsFor: ids.map((id) => ({
    id,
    callId: 'run_1',
    message: id,
    schema: { type: 'object', properties: { text: { type: 'string' } } },
  })),
});

it('two questions are asked at once, and their answers go one after another', async () => {
  const page = createHarness();
  const server = playBusyServer();
  const result = answerRun(page.client, both('Meal?', 'Seat?'), server.send);
  await answer(page, 'Seat?', 'A');
  await answer(page, 'Meal?', 'Fish');
  const first = await server.next();
  expect(first.answer).toMatchObject({ id: 'Seat?', result: { content: { text: 'A' } } });
  first.reply({ run: both('Meal?') });
  const second = await server.next();
  expect(second.answer).toMatchObject({ id: 'Meal?', result: { content: { text: 'Fish' } } });
  second.reply({ run: both('Bill?') });
  await answer(page, 'Bill?', 'Mine');
  (await server.next()).reply({ run: { output: 'done' } });
  expect(await result).toEqual({ output: 'done' });
});

it('a question that the run asks no longer is ended, and not as answered', async () => {
  const page = createHarness();
  const server = playBusyServer();
  const result = answerRun(page.client, both('Meal?', 'Seat?', 'Wine?'), server.send);
  await answer(page, 'Meal?', 'Fish');
  await answer(page, 'Seat?', 'A');
  // The run has ended elsewhere: of the answer on its way, its own reply tells.
  (await server.next()).reply({ run: { output: 'done' } });
  await page.when(({ items }) => items.find(({ message }) => message === 'Wine?')?.status === 'aborted');
  const counted = { action: 'cancel', reason: 'interrupted' } as const;
  (await server.next()).reply({ run: { output: 'done' }, counted });
  expect(await result).toEqual({ output: 'done' });
  const ended = { status: 'aborted', receipt: { title: 'No longer asked' } };
  expect(page.snapshot().items).toMatchObject([{ action: 'accept' }, ended, ended]);
});

it('a refused answer is asked again, while the other question waits', async () => {
  const page = createHarness();
  const server = playBusyServer();
  const result = answerRun(page.client, both('Meal?', 'Seat?'), server.send);
  await answer(page, 'Meal?', 'Stone');
  const issues = [{ path: ['text'], message: 'Not edible.' }];
  (await server.next()).reply({ run: both('Meal?', 'Seat?'), issues });
  await page.when(({ pending }) => pending.some((item) => item.issues?.length === 1));
  await answer(page, 'Seat?', 'A');
  (await server.next()).reply({ run: both('Meal?') });
  await answer(page, 'Meal?', 'Fish');
  (await server.next()).reply({ run: { output: 'done' } });
  expect(await result).toEqual({ output: 'done' });
});

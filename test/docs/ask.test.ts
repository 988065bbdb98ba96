import { afterEach, expect, it } from 'vitest';
import { answerRun, type Run, type SendAnswer } from '../../docs/examples/answer-run.ts';
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
    return { waitsFor: { id: 'interrupt', key: `q${taken.size}`, callId: 'run_1', message, schema } };
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
  expect((await result).waitsFor?.message).toBe('Which sources?');
  expect(server.heard).toEqual([]);
});

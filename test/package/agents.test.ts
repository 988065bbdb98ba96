import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { answerRun, type Reply, type Run, type SendAnswer } from '../../docs/examples/answer-run.ts';
import { closeAll, createHarness, type Harness } from '../client/harness.ts';
import { createShelf } from '../client/shelf.ts';
import { openAirline, type Airline } from './airline.ts';
import { root, run, temporaryFolder } from './project.ts';
import { start, type Running } from './recipes.ts';

// Installed here and not with everything else: two of them ask for a newer Node than the package does.
const folder = join(root, 'test/agents');
run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
const node22 = run('npx', ['-y', '-p', 'node@22', 'node', '-p', 'process.execPath'], root).trim();
const program = join(folder, 'node_modules/.built/server.js');
buildSync({
  entryPoints: [join(folder, 'server.ts')],
  outdir: join(program, '..'),
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});

afterEach(closeAll);

const flight = { action: 'accept', content: { flightId: 'SH420' } };
const seat = { action: 'accept', content: { row: 12, seat: 'A' } };

describe.each([
  ['LangGraph', 'langgraph', process.execPath],
  ['OpenAI Agents', 'openai', node22],
  ['Mastra', 'mastra', node22],
])('a run of %s', (_name, AGENT, execPath) => {
  const DATA = temporaryFolder();
  let airline: Airline;
  let server: Running;
  const restart = async () => {
    await server?.stop();
    server = start(folder, [program], { AGENT, DATA, AIRLINE: airline.url }, { execPath, onEnd: () => undefined });
    await server.until(/listens on \d+/);
  };
  beforeAll(async () => {
    airline = await openAirline();
    await restart();
  });
  afterAll(async () => {
    await server.stop();
    await airline.close();
  });

  const call = async <T>(path: string, init?: RequestInit): Promise<T> => {
    const port = /listens on (\d+)/.exec(server.printed())?.[1];
    const response = await fetch(`http://127.0.0.1:${port}/runs/${path}`, init);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const post = <T>(path: string, body: unknown, signal: AbortSignal | null = null) =>
    call<T>(path, { method: 'POST', body: JSON.stringify(body), signal });
  const begin = (runId: string) => post<Run>(runId, {});
  const sender =
    (runId: string): SendAnswer =>
    (answer, signal) =>
      post<Reply>(`${runId}/answers`, answer, signal);

  it('is answered over a reload and a restart, with two questions, and books once', async () => {
    const storage = createShelf();
    const before = createHarness({ storage, conversationId: 'c' });
    void answerRun(before.client, await begin('reload'), sender('reload'));
    await answer(before, 'Which flight?', flight.content);
    await before.when((snapshot) => snapshot.pending[0]?.message === 'Which seat?');
    await before.client.close();
    await restart();

    const after = createHarness({ storage, conversationId: 'c' });
    const result = answerRun(after.client, await call<Run>('reload'), sender('reload'));
    await answer(after, 'Which seat?', seat.content);
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    expect(airline.asked('reload')).toBe(1);
  });

  it('counts an answer once, however often and late it comes', async () => {
    const send = (body: unknown) => post<Reply>('often/answers', body);
    const { waitsFor: first } = await begin('often');
    const one = { id: first!.id, answerId: 'a', result: flight };
    const [taken, again] = await Promise.all([send(one), send(one)]);
    expect(taken).toMatchObject({ run: { waitsFor: { message: 'Which seat?' } } });
    expect(again).toEqual(taken);
    // It does not answer the second question.
    expect(await send(one)).toEqual(taken);

    const two = { id: taken.run.waitsFor!.id, answerId: 'b', result: seat };
    const other = { ...two, answerId: 'c', result: { action: 'decline' } };
    const run = { output: 'Booked SH420, 12A' };
    expect(await Promise.all([send(two), send(other)])).toEqual([{ run }, { run, counted: seat }]);
    expect(await send(two)).toEqual({ run });
    expect(airline.asked('often')).toBe(1);
  });

  it.each([
    ['fails', 'fails'],
    ['hangs and the server is killed', 'hangs'],
  ] as const)('goes on under the same answer after the airline %s', async (_name, how) => {
    airline.next(how);
    const page = createHarness();
    const result = answerRun(page.client, await begin(how), sender(how));
    await answer(page, 'Which flight?', flight.content);
    await answer(page, 'Which seat?', seat.content);
    if (how === 'hangs') {
      await vi.waitUntil(() => airline.asked(how) === 1, { timeout: 20_000 });
      await restart();
    }
    const { pending } = await page.when((snapshot) => snapshot.pending[0]?.status === 'failed');
    if (pending[0]?.status === 'failed') pending[0].retry();
    expect(await result).toEqual({ output: 'Booked SH420, 12A' });
    // The framework asks again, with the same key.
    expect(airline.asked(how)).toBe(2);
  });

  it('takes no answer that is made up', async () => {
    const { waitsFor } = await begin('forged');
    const { id } = waitsFor!;
    const send = (body: object, runId = 'forged') => post<Reply>(`${runId}/answers`, { id, answerId: 'a', ...body });
    const over = { action: 'cancel', reason: 'interrupted' };
    const refused = await send({ result: { action: 'accept', content: { flightId: 'X' } } });
    expect(refused.issues).toMatchObject([{ path: ['flightId'] }]);
    expect(await send({ id: 'other', result: flight })).toEqual({ run: { waitsFor }, counted: over });
    // A server that has forgotten the run says so.
    expect(await send({ result: flight }, 'unknown')).toEqual({ run: {}, counted: over });
    await expect(call('unknown')).rejects.toThrow('404');
    await expect(send({ result: { action: 'approve' } })).rejects.toThrow('400');
    expect(await call('forged')).toEqual({ waitsFor });
  });

  it('hears that the person declines', async () => {
    const page = createHarness();
    const result = answerRun(page.client, await begin('declined'), sender('declined'));
    await answer(page, 'Which flight?', flight.content);
    const { pending } = await page.when((snapshot) => snapshot.pending[0]?.message === 'Which seat?');
    if (pending[0]?.status === 'pending') pending[0].decline();
    expect(await result).toEqual({ output: 'Nothing was booked.' });
    expect(airline.asked('declined')).toBe(0);
  });
});

it('the three loops compile', () => {
  expect(run('npx', ['tsc', '-p', folder], root)).toBe('');
});

async function answer({ when }: Harness, message: string, content: unknown): Promise<void> {
  const { pending } = await when((snapshot) => snapshot.pending.some((item) => item.message === message));
  const item = pending.find((one) => one.message === message);
  if (item?.status === 'pending') item.accept(content);
}

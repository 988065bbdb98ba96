import { run } from 'effection';
import { expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createPluginClient } from '../../src/client.ts';
import { createMcpTool } from '../../src/plugin.ts';
import {
  createChatHandler,
  createPluginSessionManager,
  type ChatProvider,
  type ChatStreamEvent,
} from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';

type Stream = () => AsyncGenerator<unknown, unknown>;

/** What the host hears, and what the page shows, of a model that somebody wrote without types. */
async function ask(stream: Stream, onEvent?: (event: ChatStreamEvent) => void) {
  const errors: { code?: unknown; message: string }[] = [];
  const chat = createChatHandler({
    provider: { stream } as unknown as ChatProvider,
    tools: [],
    onEvent: (event) => event.type === 'error' && errors.push(event.error as Error),
  });
  const pageErrors: string[] = [];
  const onError = ({ code }: { code: string }) => pageErrors.push(code);
  const client = createPluginClient({ transport: memoryTransport(chat), retry: false, onError, onEvent });
  onTestFinished(async () => {
    await client.close();
    await chat.close();
  });
  await client.send('Hello');
  return { errors, pageErrors, problem: client.getSnapshot().problem?.code };
}

it.each<[string, Stream, string]>([
  [
    'forgets to return its answer',
    async function* () {
      yield { type: 'text', content: 'hi' };
    },
    'did not return { text, toolCalls } at its end',
  ],
  [
    'returns no list of calls',
    async function* () {
      return { text: 'hi' };
    },
    'Without calls, toolCalls is []',
  ],
  [
    'returns its text alone',
    async function* () {
      return 'hi';
    },
    'did not return { text, toolCalls } at its end',
  ],
  [
    'yields its words as texts',
    async function* () {
      yield 'hi';
      return { text: 'hi', toolCalls: [] };
    },
    "yielded something other than { type: 'text' | 'thinking', content }",
  ],
  [
    "passes on another API's call",
    async function* () {
      const call = { id: '1', type: 'function', function: { name: 'search', arguments: '{}' } };
      return { text: '', toolCalls: [call] };
    },
    'returned a tool call that is not { name, arguments }',
  ],
])('a model that %s is told so, and the page that the model failed', async (_, stream, message) => {
  const { errors, pageErrors, problem } = await ask(stream);
  expect(errors).toEqual([
    expect.objectContaining({ code: 'PROVIDER_INVALID', message: expect.stringContaining(message) as string }),
  ]);
  expect(problem).toBe('PROVIDER_FAILED');
  expect(pageErrors.filter((code) => code === 'BAD_EVENT')).toEqual([]);
});

const cycle: Record<string, unknown> = {};
cycle['self'] = cycle;

it.each<[string, unknown, object]>([
  ['does not know', { inputTokens: Number.NaN, outputTokens: 2 }, { outputTokens: 2 }],
  ['counts in bigints', { inputTokens: 1n, outputTokens: 2 }, { outputTokens: 2 }],
  ['passes on with a cycle', { outputTokens: 2, raw: cycle }, { outputTokens: 2 }],
])('answers the person whatever tokens the model %s', async (_, usage, kept) => {
  const told: unknown[] = [];
  const { errors, problem } = await ask(
    async function* () {
      return { text: 'Hi.', toolCalls: [], usage };
    },
    (event) => event.type === 'complete' && told.push(event.usage),
  );
  expect(errors).toEqual([]);
  expect(problem).toBeUndefined();
  expect(told).toEqual([kept]);
});

it('gives a tool the text of a model that does not know its tokens, and an estimate of them', async () => {
  const think = createMcpTool('think')
    .description('Think')
    .parameters(z.object({}))
    .elicits({})
    .execute((__, ctx) => ctx.sample({ prompt: 'Think.' }));
  const provider: ChatProvider = {
    async *stream() {
      return { text: 'Done.', toolCalls: [], usage: { inputTokens: Number.NaN, outputTokens: Number.NaN } };
    },
  };
  const ended = await run(function* () {
    const manager = createPluginSessionManager({ provider });
    const session = yield* manager.create({ tool: think, params: {}, callId: 'call_1' });
    const { event } = (yield* session.getEvents().next()).value;
    yield* manager.close();
    return event;
  });
  const content = JSON.stringify({ text: 'Done.', usage: { inputTokens: 2, outputTokens: 2, estimated: true } });
  expect(ended).toMatchObject({ outcome: { status: 'completed', content } });
});

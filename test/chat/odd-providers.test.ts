import { expect, it, onTestFinished } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { createChatHandler, type ChatProvider } from '../../src/server.ts';
import { memoryTransport } from '../../src/testing.ts';

type Stream = () => AsyncGenerator<unknown, unknown>;

/** What the host hears, and what the page shows, of a model that somebody wrote without types. */
async function ask(stream: Stream) {
  const errors: { code?: unknown; message: string }[] = [];
  const chat = createChatHandler({
    provider: { stream } as unknown as ChatProvider,
    tools: [],
    onEvent: (event) => event.type === 'error' && errors.push(event.error as Error),
  });
  const pageErrors: string[] = [];
  const onError = ({ code }: { code: string }) => pageErrors.push(code);
  const client = createPluginClient({ transport: memoryTransport(chat), retry: false, onError });
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

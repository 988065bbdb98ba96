import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { run } from 'effection';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { aiSdkProvider, type AiSdkSettings } from '../../src/ai-sdk.ts';
import { createMcpTool } from '../../src/plugin.ts';
import type { ChatDelta, ChatProviderOptions, ChatProviderResult } from '../../src/protocol/chat-provider.ts';
import { createPluginSessionManager, type ChatMessage, type ChatProvider } from '../../src/server.ts';
import { nextEvent } from '../session/next-event.ts';
import { begin, refuse, say, serveOpenAi, usage, type Answer } from './openai-server.ts';

async function connect(answer: Answer, settings: AiSdkSettings = { maxRetries: 0 }, schemas = true) {
  const { baseURL, requests } = await serveOpenAi(answer);
  const models = createOpenAICompatible({
    name: 'test',
    baseURL,
    apiKey: 'key-1',
    includeUsage: true,
    supportsStructuredOutputs: schemas,
  });
  return { provider: aiSdkProvider(models('small'), settings), requests };
}

const user = (content: string): ChatMessage => ({ role: 'user', content });
const weather = {
  name: 'weather',
  description: 'The weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

/** Read an answer to its end. */
async function read(
  provider: ChatProvider,
  messages: readonly ChatMessage[] = [user('Hi')],
  options: Partial<ChatProviderOptions> = {},
): Promise<{ deltas: ChatDelta[]; result: ChatProviderResult }> {
  const deltas: ChatDelta[] = [];
  const stream = provider.stream(messages, { tools: [], signal: new AbortController().signal, ...options });
  const iterator = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return { deltas, result: next.value };
    deltas.push(next.value);
  }
}

describe('a model behind an OpenAI-compatible API', () => {
  it('streams its text and thinking, and tells its tokens', async () => {
    const { provider, requests } = await connect((_, response) =>
      say(response, [{ reasoning_content: 'Hm.' }, { content: 'Hel' }, { content: 'lo.' }]),
    );
    const { deltas, result } = await read(provider, [user('Hi')], { systemPrompt: 'Be brief.' });
    expect(deltas).toEqual([
      { type: 'thinking', content: 'Hm.' },
      { type: 'text', content: 'Hel' },
      { type: 'text', content: 'lo.' },
    ]);
    expect(result).toMatchObject({ text: 'Hello.', toolCalls: [] });
    expect(result.usage).toMatchObject({ inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens });
    expect(requests[0]?.headers.authorization).toBe('Bearer key-1');
    expect(requests[0]?.body).toMatchObject({
      model: 'small',
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    expect(requests[0]?.body.tools).toBeUndefined();
  });

  it('calls tools, also in pieces and several at once', async () => {
    const { provider, requests } = await connect((_, response) =>
      say(
        response,
        [
          { content: 'Let me look.' },
          { tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }] },
          { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
          { tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] },
          {
            tool_calls: [
              { index: 1, id: 'b', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
            ],
          },
        ],
        'tool_calls',
      ),
    );
    const { result } = await read(provider, [user('Rome or Oslo?')], { tools: [weather] });
    expect(result).toMatchObject({
      text: 'Let me look.',
      toolCalls: [
        { id: 'a', name: 'weather', arguments: { city: 'Rome' } },
        { id: 'b', name: 'weather', arguments: { city: 'Oslo' } },
      ],
    });
    expect(requests[0]?.body.tools).toMatchObject([
      { type: 'function', function: { name: 'weather', parameters: weather.parameters } },
    ]);
  });

  it('sees images and files, and the server opens no address for it', async () => {
    const { provider, requests } = await connect((_, response) => say(response, [{ content: 'A seat.' }]));
    const message: ChatMessage = {
      ...user('What is this?'),
      files: [
        { url: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' },
        // Nothing answers there: a server that fetched it would fail.
        { url: 'https://127.0.0.1:9/seat.jpg', mediaType: 'image/jpeg' },
      ],
    };
    expect((await read(provider, [message])).result.text).toBe('A seat.');
    expect(requests[0]?.body.messages[0]?.content).toEqual([
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      { type: 'image_url', image_url: { url: 'https://127.0.0.1:9/seat.jpg' } },
    ]);
  });

  it('reads its calls and their results in the messages', async () => {
    const { provider, requests } = await connect((_, response) => say(response, [{ content: 'Rome.' }]));
    const call = (id: string, city: string) => ({
      id,
      type: 'function' as const,
      function: { name: 'weather', arguments: JSON.stringify({ city }) },
    });
    await read(
      provider,
      [
        user('Rome or Oslo?'),
        { role: 'assistant', content: '', tool_calls: [call('a', 'Rome'), call('b', 'Oslo')] },
        { role: 'tool', tool_call_id: 'a', content: 'sun' },
        { role: 'tool', tool_call_id: 'b', content: 'Error: no such city' },
      ],
      { tools: [weather] },
    );
    expect(requests[0]?.body.messages.slice(1)).toMatchObject([
      {
        role: 'assistant',
        tool_calls: [
          { id: 'a', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
          { id: 'b', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'a', content: 'sun' },
      { role: 'tool', tool_call_id: 'b', content: 'Error: no such city' },
    ]);
  });

  it('is held to a schema where it can be, and to the tokens that are left', async () => {
    const schema = { type: 'object', properties: { euros: { type: 'number' } }, required: ['euros'] };
    // The SDK warns of models that cannot be held to a schema.
    vi.stubGlobal('AI_SDK_LOG_WARNINGS', false);
    onTestFinished(() => void vi.unstubAllGlobals());
    const asked = async (schemas: boolean) => {
      const { provider, requests } = await connect(
        (_, response) => say(response, [{ content: '{"euros":12}' }]),
        {},
        schemas,
      );
      const { result } = await read(provider, [user('Price?')], { schema, maxTokens: 50 });
      expect(result.text).toBe('{"euros":12}');
      return requests[0]?.body;
    };
    expect(await asked(true)).toMatchObject({
      max_tokens: 50,
      response_format: { type: 'json_schema', json_schema: { schema: { properties: schema.properties } } },
    });
    expect((await asked(false))?.response_format).toEqual({ type: 'json_object' });
  });

  it('is left at once when the answer is not needed any more', async () => {
    const { provider, requests } = await connect((_, response) => begin(response, [{ content: 'Once upon' }]));
    const stop = new AbortController();
    const stream = provider.stream([user('Hi')], { tools: [], signal: stop.signal })[Symbol.asyncIterator]();
    expect((await stream.next()).value).toEqual({ type: 'text', content: 'Once upon' });
    stop.abort(new Error('not needed'));
    await expect(stream.next()).rejects.toThrow('not needed');
    await requests[0]?.left;
  });

  it.each([
    [401, 'Incorrect API key'],
    [429, 'Too many requests'],
    [500, 'Overloaded'],
  ])('throws what the API says with %i', async (status, message) => {
    const { provider, requests } = await connect((_, response) => refuse(response, status, message));
    await expect(read(provider)).rejects.toMatchObject({ message, statusCode: status });
    expect(requests).toHaveLength(1);
  });

  it('is asked again as often as the settings say', async () => {
    let refusals = 1;
    const { provider, requests } = await connect(
      (_, response) => {
        if (refusals > 0) {
          refusals -= 1;
          response.setHeader('retry-after-ms', '1');
          refuse(response, 429, 'Too many requests');
        } else say(response, [{ content: 'Hello.' }]);
      },
      { maxRetries: 1 },
    );
    expect((await read(provider)).result.text).toBe('Hello.');
    expect(requests).toHaveLength(2);
  });

  it.each<[how: string, says: string, answer: Answer]>([
    [
      'is cut',
      'Cannot connect',
      (_, response) => {
        begin(response, [{ content: 'Hel' }]);
        response.destroy();
      },
    ],
    [
      'ends without a word of why',
      'without a finish reason',
      (_, response) => {
        begin(response, [{ content: 'Hel' }]);
        response.end();
      },
    ],
    [
      'turns into nonsense',
      'Type validation failed',
      (_, response) => {
        begin(response, [{ content: 'Hel' }]);
        response.end('data: {"choices":7}\n\ndata: nonsense\n\n');
      },
    ],
    [
      'is no stream',
      'without a finish reason',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hi</h1>'),
    ],
  ])('throws when its answer %s', async (_, says, answer) => {
    const { provider } = await connect(answer);
    await expect(read(provider)).rejects.toThrow(says);
  });

  it('answers a tool’s sample: with tools, in JSON, counted against the tool’s tokens', async () => {
    const price = createMcpTool('price')
      .description('The price of a city')
      .parameters(z.object({ city: z.string() }))
      .elicits({})
      .execute(function* ({ city }) {
        return { euros: city.length };
      });
    const tool = createMcpTool('trip')
      .description('Plan a trip')
      .parameters(z.object({}))
      .elicits({})
      .limits({ maxTokens: 100 })
      .execute((_, ctx) =>
        ctx.branch(
          function* (inner) {
            const schema = z.object({ euros: z.number() });
            const { value, usage: used } = yield* inner.sample({ prompt: 'Rome?', tools: true, schema });
            return { value, tokens: (used?.inputTokens ?? 0) + (used?.outputTokens ?? 0) };
          },
          { tools: [price] },
        ),
      );
    const { provider, requests } = await connect(({ body }, response) => {
      if (body.messages.at(-1)?.role === 'tool') return say(response, [{ content: '{"euros":4}' }]);
      const name = { name: 'price', arguments: '{"city":"Rome"}' };
      return say(response, [{ tool_calls: [{ index: 0, id: 'x', type: 'function', function: name }] }], 'tool_calls');
    });
    const outcome = await run(function* () {
      const manager = createPluginSessionManager({ provider, tools: [tool] });
      const session = yield* manager.create({ tool, params: {}, callId: 'call_1' });
      for (;;) {
        const event = yield* nextEvent(session);
        if (event.type === 'ended') return event.outcome;
      }
    });
    expect(outcome).toEqual({ status: 'completed', content: '{"value":{"euros":4},"tokens":36}' });
    expect(requests.map(({ body }) => body.max_tokens)).toEqual([100, 82]);
    expect(requests[1]?.body.messages.slice(-2)).toMatchObject([
      { role: 'assistant', tool_calls: [{ function: { name: 'price' } }] },
      { role: 'tool', content: '{"euros":4}' },
    ]);
  });
});

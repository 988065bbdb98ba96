import type { LanguageModel } from 'ai';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { aiSdkProvider, type AiSdkSettings } from '../../src/ai-sdk.ts';
import type { ChatMessage } from '../../src/protocol/chat-message.ts';
import type { ChatDelta, ChatProviderOptions, ChatProviderResult } from '../../src/protocol/chat-provider.ts';

/** A request to a mock model, in terms that all versions of the SDK share. */
export interface ModelCall {
  prompt: readonly unknown[];
  tools?: readonly { type: string; name: string; description?: string; inputSchema?: unknown }[] | undefined;
  temperature?: number | undefined;
  maxOutputTokens?: number | undefined;
  responseFormat?: { type: string; schema?: unknown } | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** Creates a mock model of the SDK. Each call streams the parts that `answer` returns. */
export type MockModel = (answer: (call: ModelCall) => ReadableStream<unknown>) => LanguageModel;

const usage = {
  inputTokens: { total: 3, noCache: 3, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
};
const finish = (unified = 'stop') => ({ type: 'finish', finishReason: { unified, raw: unified }, usage });
const text = (...deltas: string[]) => [
  { type: 'text-start', id: 't' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
];
const reasoning = (id: string, delta: string, more = {}) => [
  { type: 'reasoning-start', id },
  { type: 'reasoning-delta', id, delta },
  { type: 'reasoning-end', id, ...more },
];
const toolCall = (toolCallId: string, toolName: string, input: string, more = {}) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
  ...more,
});
const streamOf = (...parts: object[]) =>
  new ReadableStream({
    start(controller) {
      for (const part of [{ type: 'stream-start', warnings: [] }, ...parts]) controller.enqueue(part);
      controller.close();
    },
  });

const user: ChatMessage = { role: 'user', content: 'Book me a flight' };
const bookFlight = {
  name: 'book_flight',
  description: 'Book a flight',
  parameters: z.toJSONSchema(z.object({ from: z.string() })),
};

/**
 * Tests that hold for the provider with every version of the SDK.
 *
 * @param fileData - how a model of this version gives the bytes of a file
 */
export function describeAiSdkProvider(
  version: string,
  mockModel: MockModel,
  fileData: (base64: string) => unknown = (base64) => base64,
): void {
  const image = { type: 'file', mediaType: 'image/png', data: fileData('iVBORw0KGgo=') };

  async function read(
    answer: ReadableStream<unknown> | ((call: ModelCall) => ReadableStream<unknown>),
    {
      messages = [user],
      settings,
      onDelta,
      ...options
    }: Partial<ChatProviderOptions> & {
      messages?: readonly ChatMessage[];
      settings?: AiSdkSettings;
      onDelta?: () => void;
    } = {},
  ) {
    const calls: ModelCall[] = [];
    const model = mockModel((call) => {
      calls.push(call);
      return typeof answer === 'function' ? answer(call) : answer;
    });
    const all = { tools: [bookFlight], signal: new AbortController().signal, ...options };
    const stream = aiSdkProvider(model, { maxRetries: 0, ...settings })
      .stream(messages, all)
      [Symbol.asyncIterator]();
    const deltas: ChatDelta[] = [];
    let result: ChatProviderResult | undefined;
    let error: unknown;
    try {
      for (let next = await stream.next(); ; next = await stream.next()) {
        if (next.done) {
          result = next.value;
          break;
        }
        deltas.push(next.value);
        onDelta?.();
      }
    } catch (thrown) {
      error = thrown;
    }
    return { deltas, result, error, calls };
  }

  describe(`aiSdkProvider on ${version}`, () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    afterEach(() => {
      expect(printed).not.toHaveBeenCalled();
    });

    it('streams thinking and text as they come, and gives the whole with its usage', async () => {
      const thinking = [
        { type: 'reasoning-start', id: 'r' },
        { type: 'reasoning-delta', id: 'r', delta: 'Hm.' },
        { type: 'reasoning-end', id: 'r' },
      ];
      const { deltas, result, error } = await read(streamOf(...thinking, ...text('Which ', '', 'flight?'), finish()));
      expect(error).toBeUndefined();
      expect(deltas).toEqual([
        { type: 'thinking', content: 'Hm.' },
        { type: 'text', content: 'Which ' },
        { type: 'text', content: 'flight?' },
      ]);
      expect(result).toMatchObject({
        text: 'Which flight?',
        toolCalls: [],
        usage: { inputTokens: 3, outputTokens: 10, totalTokens: 13 },
      });
      expect(JSON.parse(JSON.stringify(result))).toEqual(result);
    });

    it('gives the calls that the model makes, in order, and runs none', async () => {
      const { result } = await read(
        streamOf(
          ...text('Let me see.'),
          toolCall('c1', 'book_flight', '{"from":"NYC"}'),
          toolCall('c2', 'book_flight', '{"from":"BOS"}'),
          finish('tool-calls'),
        ),
      );
      expect(result).toMatchObject({
        text: 'Let me see.',
        toolCalls: [
          { id: 'c1', name: 'book_flight', arguments: { from: 'NYC' } },
          { id: 'c2', name: 'book_flight', arguments: { from: 'BOS' } },
        ],
      });
    });

    it('gives a call that cannot be made as well: the server answers it', async () => {
      const { result, error } = await read(
        streamOf(toolCall('c1', 'book_flight', '{"from":'), toolCall('c2', 'book_hotel', '{}'), finish('tool-calls')),
      );
      expect(error).toBeUndefined();
      expect(result?.toolCalls).toEqual([
        { id: 'c1', name: 'book_flight', arguments: '{"from":' },
        { id: 'c2', name: 'book_hotel', arguments: {} },
      ]);
    });

    it("leaves out the calls that the model's own provider runs", async () => {
      const { result } = await read(
        streamOf(
          toolCall('c1', 'web_search', '{}', { providerExecuted: true, dynamic: true }),
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'web_search',
            result: 'LAX',
            providerExecuted: true,
            dynamic: true,
          },
          ...text('It is LAX.'),
          finish(),
        ),
      );
      expect(result).toMatchObject({ text: 'It is LAX.', toolCalls: [] });
    });

    it('gives what the answer holds besides its words, each with its place', async () => {
      const { result } = await read(
        streamOf(
          ...reasoning('r1', 'First.'),
          ...text('One'),
          { type: 'source', sourceType: 'url', id: 's1', url: 'https://a.example/', title: 'A' },
          ...reasoning('r2', 'Then.'),
          ...text('Two'),
          { type: 'source', sourceType: 'document', id: 's2', mediaType: 'application/pdf', title: 'Fares' },
          image,
          finish(),
        ),
      );
      expect(result).toMatchObject({
        text: 'OneTwo',
        reasoning: [{ text: 'First.' }, { text: 'Then.', at: 3 }],
        sources: [
          { type: 'url', url: 'https://a.example/', title: 'A', id: 's1', at: 3 },
          { type: 'document', mediaType: 'application/pdf', title: 'Fares', id: 's2' },
        ],
        files: [{ url: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' }],
      });
      expect(result?.providerData, 'nothing was noted on it').toBeUndefined();
    });

    it('gives the model back what its provider signed, as it was, in this turn and in later ones', async () => {
      const noted = (provider: string, value: string) => ({ providerMetadata: { [provider]: { signature: value } } });
      const { result } = await read(
        streamOf(
          ...reasoning('sealed', '', noted('mock', 'seal')),
          ...reasoning('r1', 'Hm.', noted('mock', 'sig')),
          ...text('Let me ', 'see.'),
          toolCall('w1', 'web_search', '{}', { providerExecuted: true, dynamic: true }),
          { type: 'tool-result', toolCallId: 'w1', toolName: 'web_search', result: { hits: 1 }, dynamic: true },
          ...reasoning('r2', 'So.', noted('mock', 'sig2')),
          { ...image, ...noted('mock', 'pixel') },
          toolCall('c1', 'book_flight', '{"from":"NYC"}', noted('mock', 'thought')),
          finish('tool-calls'),
        ),
      );
      const { text: content, toolCalls: _calls, usage: _usage, ...extras } = result!;
      const tool_calls = [
        { id: 'ours', type: 'function' as const, function: { name: 'book_flight', arguments: '{"from":"NYC"}' } },
      ];
      const answer: ChatMessage = { role: 'assistant', content, ...extras, tool_calls };
      const turn: ChatMessage[] = [user, answer, { role: 'tool', content: 'Booked.', tool_call_id: 'ours' }];
      const stored = JSON.parse(JSON.stringify(turn)) as ChatMessage[];
      for (const messages of [stored, [...stored, user]]) {
        const { calls, error } = await read(() => streamOf(finish()), { messages });
        expect(error).toBeUndefined();
        const options = (value: string) => ({ providerOptions: { mock: { signature: value } } });
        expect(calls[0]!.prompt[1]).toMatchObject({
          role: 'assistant',
          content: [
            { type: 'reasoning', text: '', ...options('seal') },
            { type: 'reasoning', text: 'Hm.', ...options('sig') },
            { type: 'text', text: 'Let me see.' },
            { type: 'tool-call', toolCallId: 'w1', toolName: 'web_search', providerExecuted: true },
            { type: 'tool-result', toolCallId: 'w1', output: { type: 'json', value: { hits: 1 } } },
            { type: 'reasoning', text: 'So.', ...options('sig2') },
            { type: 'file', mediaType: 'image/png', ...options('pixel') },
            { type: 'tool-call', toolCallId: 'ours', input: { from: 'NYC' }, ...options('thought') },
          ],
        });
      }
    });

    it('gives bare reasoning back within the turn alone, and the bytes of files, but no address of the host', async () => {
      const answer: ChatMessage = {
        role: 'assistant',
        content: 'Here.',
        reasoning: [{ text: 'Hm.' }],
        files: [
          { url: 'data:image/png;base64,iVBORw0KGgo=', mediaType: 'image/png' },
          { url: 'https://files.example/1.png', mediaType: 'image/png' },
        ],
      };
      const said = [
        { type: 'text', text: 'Here.' },
        { type: 'file', mediaType: 'image/png' },
      ];
      const within = await read(() => streamOf(finish()), { messages: [user, answer] });
      expect(within.calls[0]!.prompt[1]).toMatchObject({ content: [{ type: 'reasoning', text: 'Hm.' }, ...said] });
      const later = await read(() => streamOf(finish()), { messages: [user, answer, user] });
      expect(later.calls[0]!.prompt[1]).toMatchObject({ content: said });
      expect((later.calls[0]!.prompt[1] as { content: unknown[] }).content).toHaveLength(2);
    });

    it.each([
      ['of another message', { aiSdk: [{ type: 'text', length: 99 }] }],
      ['of another provider', { signature: 'x' }],
      ['of no shape', { aiSdk: 'x' }],
    ])('does without provider data %s', async (_, providerData) => {
      const messages: ChatMessage[] = [user, { role: 'assistant', content: 'Hi', providerData }, user];
      const { calls, error } = await read(() => streamOf(finish()), { messages });
      expect(error).toBeUndefined();
      expect(calls[0]!.prompt[1]).toMatchObject({ role: 'assistant', content: [{ type: 'text', text: 'Hi' }] });
    });

    it('tells the model of its tools, its instructions and its settings', async () => {
      const { calls } = await read(streamOf(finish()), { systemPrompt: 'Be brief.', settings: { temperature: 0.5 } });
      expect(calls).toHaveLength(1);
      expect(calls[0]!.prompt[0]).toMatchObject({ role: 'system', content: 'Be brief.' });
      expect(calls[0]!.temperature).toBe(0.5);
      expect(calls[0]!.tools).toMatchObject([
        { type: 'function', name: 'book_flight', description: 'Book a flight', inputSchema: bookFlight.parameters },
      ]);
    });

    it('holds the model to a schema, and to the tokens that are left', async () => {
      const schema = z.toJSONSchema(z.object({ amount: z.number() }));
      const { calls, result } = await read(() => streamOf(...text('{"amount":', '1}'), finish()), {
        tools: [],
        schema,
        maxTokens: 100.5,
        settings: { maxOutputTokens: 1000 },
      });
      expect(result).toMatchObject({ text: '{"amount":1}', usage: { inputTokens: 3, outputTokens: 10 } });
      expect(calls[0]).toMatchObject({ maxOutputTokens: 100, responseFormat: { type: 'json', schema } });
    });

    it('gives an answer that does not fit the schema as it is', async () => {
      const schema = z.toJSONSchema(z.object({ amount: z.number() }));
      const { result, error } = await read(() => streamOf(...text('About one.'), finish()), { tools: [], schema });
      expect(error).toBeUndefined();
      expect(result?.text).toBe('About one.');
    });

    it('tells the model of no tools where there are none', async () => {
      const { calls, error } = await read(streamOf(...text('Hi'), finish()), { tools: [] });
      expect(error).toBeUndefined();
      expect(calls[0]!.tools ?? []).toEqual([]);
    });

    it('tells the model the conversation, the results of its calls at their calls', async () => {
      const call = (id: string, args: string) => ({
        id,
        type: 'function' as const,
        function: { name: 'book_flight', arguments: args },
      });
      const { calls, error } = await read(streamOf(finish()), {
        messages: [
          user,
          { role: 'assistant', content: 'Two of them.', tool_calls: [call('c1', '{"from":"NYC"}'), call('c2', 'cut')] },
          { role: 'tool', content: 'Booked.', tool_call_id: 'c1' },
          { role: 'tool', content: 'No flights.', tool_call_id: 'c2' },
          { role: 'assistant', content: '' },
          { role: 'user', content: 'Thanks' },
        ],
      });
      expect(error).toBeUndefined();
      const result = (id: string, value: string) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: 'book_flight',
        output: { type: 'text', value },
      });
      expect(calls[0]!.prompt).toMatchObject([
        { role: 'user', content: [{ type: 'text', text: 'Book me a flight' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Two of them.' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'book_flight', input: { from: 'NYC' } },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'book_flight', input: {} },
          ],
        },
        { role: 'tool', content: [result('c1', 'Booked.'), result('c2', 'No flights.')] },
        { role: 'user', content: [{ type: 'text', text: 'Thanks' }] },
      ]);
    });

    it('throws what the model throws before it begins', async () => {
      const overloaded = new Error('Overloaded');
      const { deltas, error } = await read(() => {
        throw overloaded;
      });
      expect(deltas).toEqual([]);
      expect(error).toBe(overloaded);
    });

    it('throws what fails in the middle, after what came before it', async () => {
      const cut = new Error('Connection reset');
      const { deltas, result, error } = await read(
        streamOf(...text('Half').slice(0, 2), { type: 'error', error: cut }, finish('error')),
      );
      expect(deltas).toEqual([{ type: 'text', content: 'Half' }]);
      expect(result).toBeUndefined();
      expect(error).toBe(cut);
    });

    it('throws when the model ends in an error that nobody words', async () => {
      const { error } = await read(streamOf(...text('Half'), finish('error')));
      expect(error).toMatchObject({ code: 'MODEL_STREAM' });
    });

    it.for([
      ['before it begins', [], { name: 'AI_NoOutputGeneratedError' }],
      ['in the middle', text('Half'), { code: 'MODEL_STREAM' }],
    ] as const)('throws when the stream is cut %s', async ([, parts, failure]) => {
      const { result, error } = await read(streamOf(...parts));
      expect(result).toBeUndefined();
      expect(error).toMatchObject(failure);
    });

    it('takes an answer that ended for a reason of its own, or for none that was given', async () => {
      expect((await read(streamOf(...text('Done'), finish('other')))).result?.text).toBe('Done');
      const unexplained = { ...finish(), finishReason: { unified: 'other', raw: undefined } };
      expect((await read(streamOf(...text('Done'), unexplained))).result?.text).toBe('Done');
    });

    it('never calls a model for a request that is over', async () => {
      const reason = new Error('Nobody listens');
      const { calls, error } = await read(streamOf(finish()), { signal: AbortSignal.abort(reason) });
      expect(error).toBe(reason);
      expect(calls).toEqual([]);
    });

    it('throws the reason of an abort, and lets the model know', async () => {
      const reason = new Error('Nobody listens');
      const controller = new AbortController();
      const { calls, error } = await read(endless, {
        signal: controller.signal,
        onDelta: () => controller.abort(reason),
      });
      expect(error).toBe(reason);
      expect(calls[0]!.abortSignal?.aborted).toBe(true);
    });

    it('lets the model know when its reader goes away', async () => {
      const calls: ModelCall[] = [];
      const provider = aiSdkProvider(
        mockModel((call) => {
          calls.push(call);
          return endless(call);
        }),
      );
      const options = { tools: [], signal: new AbortController().signal };
      for await (const delta of provider.stream([user], options)) {
        expect(delta.content).toBe('word ');
        break;
      }
      expect(calls[0]!.abortSignal?.aborted).toBe(true);
    });
  });
}

/** A model that repeats a word until it is stopped, like a provider's fetch. */
function endless({ abortSignal }: ModelCall): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: 'stream-start', warnings: [] });
      controller.enqueue({ type: 'text-start', id: 't' });
      abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason));
    },
    pull: (controller) => controller.enqueue({ type: 'text-delta', id: 't', delta: 'word ' }),
  });
}

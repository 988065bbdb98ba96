import { generateId, simulateReadableStream } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';

/** Stands for a model: it books flights, and understands nothing else. Put a model of the AI SDK in its place. */
export const model = new MockLanguageModelV4({
  modelId: 'scripted',
  doStream: async ({ prompt }) => {
    const last = prompt.at(-1);
    const parts = typeof last?.content === 'string' ? [] : (last?.content ?? []);
    const [result] = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
    if (result !== undefined) return says(tell('value' in result.output ? result.output.value : undefined));
    const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    if (/\b(book|fly)\b/i.test(said)) return books();
    return says('As you like. I can book you a flight.');
  },
});

type Result = Awaited<ReturnType<typeof model.doStream>>;
type Chunk = Result['stream'] extends ReadableStream<infer C> ? C : never;

function tell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  const [, flight] = /"flight":"([\w ]+)"/.exec(text) ?? [];
  const [, seat] = /"seat":"(\w+)"/.exec(text) ?? [];
  return flight === undefined || seat === undefined ? text : `You fly ${flight} in seat ${seat}. Have a good trip!`;
}

const says = (text: string): Result =>
  stream('stop', [
    { type: 'text-start', id: 'text' },
    ...text.split(/(?<= )/).map((delta): Chunk => ({ type: 'text-delta', id: 'text', delta })),
    { type: 'text-end', id: 'text' },
  ]);

function books(): Result {
  const input = JSON.stringify({ from: 'NYC', destination: 'LAX' });
  return stream('tool-calls', [
    { type: 'tool-call', toolCallId: `call_${generateId()}`, toolName: 'book_flight', input },
  ]);
}

function stream(unified: 'stop' | 'tool-calls', chunks: Chunk[]): Result {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  return {
    stream: simulateReadableStream<Chunk>({
      chunks: [
        { type: 'stream-start', warnings: [] },
        ...chunks,
        { type: 'finish', finishReason: { unified, raw: unified }, usage },
      ],
      chunkDelayInMs: 10,
    }),
  };
}

import { generateId, simulateReadableStream } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { ticketSchema } from './book-flight';

/** Stands for a model: it books flights, tells the weather, and understands nothing else. */
export const scriptedModel = new MockLanguageModelV3({
  modelId: 'scripted',
  doStream: async ({ prompt, tools = [] }) => {
    const last = prompt.at(-1);
    const parts: readonly Part[] = typeof last?.content === 'string' ? [] : (last?.content ?? []);
    const results = parts.flatMap((part) => (part.type === 'tool-result' ? [part] : []));
    if (results.length > 0) return says(results.map(tell).join(' '));

    const said = parts.map((part) => (part.type === 'text' ? part.text : '')).join(' ');
    const [, from = 'NYC', destination = 'LAX'] = /from (\w+) to (\w+)/i.exec(said) ?? [];
    const calls = [
      ...(/\b(book|fly)\b/i.test(said) ? [{ toolName: 'book_flight', input: { from, destination } }] : []),
      ...(/\bweather\b/i.test(said) ? [{ toolName: 'weather', input: { city: destination } }] : []),
    ];
    const made = calls.filter(({ toolName }) => tools.some(({ name }) => name === toolName));
    if (made.length > 0) return makes(made);
    return says('As you like. I can book you a flight, or tell you the weather.');
  },
});

type Result = Awaited<ReturnType<MockLanguageModelV3['doStream']>>;
type Chunk = Result['stream'] extends ReadableStream<infer C> ? C : never;
type Prompt = Parameters<MockLanguageModelV3['doStream']>[0]['prompt'];
type Part = Exclude<Prompt[number]['content'], string>[number];

function tell({ toolName, output }: Extract<Part, { type: 'tool-result' }>): string {
  const value = 'value' in output ? output.value : '';
  // Our engine gives a model the text of what a tool returned.
  const isJson = typeof value === 'string' && value.startsWith('{');
  const ticket = ticketSchema.safeParse(isJson ? JSON.parse(value) : value).data;
  if (ticket !== undefined) return `You fly ${ticket.flight} in seat ${ticket.seat}. Have a good trip!`;
  if (toolName === 'weather') return 'That is the weather there now.';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const says = (text: string): Result =>
  stream('stop', [
    { type: 'text-start', id: 'text' },
    ...text.split(/(?<= )/).map((delta): Chunk => ({ type: 'text-delta', id: 'text', delta })),
    { type: 'text-end', id: 'text' },
  ]);

const makes = (calls: { toolName: string; input: object }[]): Result =>
  stream(
    'tool-calls',
    calls.map(({ toolName, input }): Chunk => ({
      type: 'tool-call',
      toolCallId: `call_${generateId()}`,
      toolName,
      input: JSON.stringify(input),
    })),
  );

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
      chunkDelayInMs: 20,
    }),
  };
}

import type { Operation } from 'effection';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { createMcpTool, type AnyMcpTool, type McpToolContext } from '../../src/plugin.ts';
import {
  createChatHandler,
  type ChatHandler,
  type ChatHandlerOptions,
  type ChatMessage,
  type ChatProvider,
  type ChatProviderResult,
  type ChatRequestBody,
  type ChatStreamEvent,
  type ChatStreamLine,
  type PluginElicitResponse,
} from '../../src/server.ts';

export const declaration = createMcpTool('book_flight')
  .description('Book a flight')
  .parameters(z.object({ from: z.string(), destination: z.string() }))
  .elicits({
    pickFlight: { response: z.object({ flightId: z.string() }), context: z.object({ flights: z.array(z.string()) }) },
    pickSeat: z.object({ row: z.int(), seat: z.string() }),
  });
export type Body = (
  params: { from: string; destination: string },
  ctx: McpToolContext<typeof declaration.elicits>,
) => Operation<unknown>;

const offered = ['FL001', 'FL002'];

export const bookFlight = declaration.execute(function* ({ destination }, ctx) {
  const flights = yield* ctx.step('search', () => offered);
  const flight = yield* ctx.elicit(
    'pickFlight',
    { message: 'Which flight?', flights },
    { check: ({ flightId }) => (flights.includes(flightId) ? undefined : ['That flight was not offered.']) },
  );
  if (flight.action !== 'accept') return `Not booked: ${flight.action}.`;
  const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
  if (seat.action !== 'accept') return `Not booked: no seat (${seat.action}).`;
  const tip = yield* ctx.sample({ prompt: `A tip for ${destination}?` });
  return {
    ticket: 'TKT-1',
    flight: flight.content.flightId,
    seat: `${seat.content.row}${seat.content.seat}`,
    tip: tip.text,
  };
});

/** One answer of the scripted model. */
export type Said = string | { text?: string; calls?: { name: string; arguments: unknown }[] } | Error;

/** What the model was asked, each time. */
export interface Asked {
  messages: readonly ChatMessage[];
  tools: string[];
}

/** A model that says what `answer` says to the conversation. */
export function createModel(answer: (messages: readonly ChatMessage[]) => Said | Promise<Said>) {
  const asked: Asked[] = [];
  const provider: ChatProvider = {
    async *stream(messages, { tools }): AsyncGenerator<{ type: 'text'; content: string }, ChatProviderResult> {
      asked.push({ messages: structuredClone(messages) as ChatMessage[], tools: tools.map(({ name }) => name) });
      const said = await answer(messages);
      if (said instanceof Error) throw said;
      const { text = '', calls = [] } = typeof said === 'string' ? { text: said } : said;
      for (const content of text.split(/(?<= )/)) yield { type: 'text', content };
      return { text, toolCalls: calls, usage: { total_tokens: 1 } };
    },
  };
  return { provider, asked };
}

export const route = { from: 'NYC', destination: 'LAX' };

/** Calls tools when the person spoke last, and tells what they returned. */
export function agent(calls: { name: string; arguments: unknown }[] = [{ name: 'book_flight', arguments: route }]) {
  return createModel((messages) => {
    const last = messages.at(-1);
    if (last?.content.startsWith('A tip')) return 'Take the train.';
    if (last?.role === 'tool') return `It said: ${last.content}`;
    return last?.content === 'hello' ? 'Hello.' : { text: 'One moment. ', calls };
  });
}

export interface Answered {
  status: number;
  headers: Headers;
  events: ChatStreamEvent[];
  types: string[];
  raw: string;
}

export interface Chat {
  handler: ChatHandler;
  asked: Asked[];
  errors: unknown[];
  /** POST a body and read its stream to the end. */
  post(body: Partial<ChatRequestBody>, headers?: Record<string, string>): Promise<Answered>;
  /** POST a body and give the response as it is. */
  open(body: Partial<ChatRequestBody>, headers?: Record<string, string>): Promise<Response>;
}

export function createChat(
  model = agent(),
  options: Partial<ChatHandlerOptions> & { tools?: readonly AnyMcpTool[] } = {},
): Chat {
  const errors: unknown[] = [];
  const handler = createChatHandler({
    provider: model.provider,
    tools: [bookFlight],
    identify: (request) => request.headers.get('x-user') ?? undefined,
    onEvent: (event) => {
      if (event.type === 'error') errors.push(event.error);
    },
    ...options,
  });
  onTestFinished(() => handler.close());
  const open: Chat['open'] = (body, headers = {}) =>
    handler(
      new Request('http://chat.test/api/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ messages: [], ...body }),
      }),
    );
  return { handler, asked: model.asked, errors, open, post: async (body, headers) => read(await open(body, headers)) };
}

export async function read(response: Response): Promise<Answered> {
  const raw = await response.text();
  const lines =
    response.headers.get('content-type') === 'application/x-ndjson'
      ? raw
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as ChatStreamLine)
      : [];
  const events = lines.map(({ event }) => event);
  return { status: response.status, headers: response.headers, events, types: typesOf(events), raw };
}

/** The kinds of events in order, a run of deltas as one. */
export function typesOf(events: readonly ChatStreamEvent[]): string[] {
  return events.map(({ type }) => type).filter((type, index, all) => type !== 'text' || all[index - 1] !== 'text');
}

export const user = (content: string): ChatMessage => ({ role: 'user', content });

export function only<T extends ChatStreamEvent['type']>(
  { events }: Pick<Answered, 'events'>,
  type: T,
): Extract<ChatStreamEvent, { type: T }>[] {
  return events.filter((event): event is Extract<ChatStreamEvent, { type: T }> => event.type === type);
}

/** The one event of a kind. */
export function the<T extends ChatStreamEvent['type']>(answered: Pick<Answered, 'events'>, type: T) {
  const [event, ...more] = only(answered, type);
  if (event === undefined || more.length > 0) throw new Error(`${more.length + (event ? 1 : 0)} events ${type}`);
  return event;
}

/** The question a stream asks. */
export const questionOf = (answered: Pick<Answered, 'events'>) => the(answered, 'plugin_elicit_request');

export function accept(
  question: { sessionId: string; callId: string; elicitId: string; attempt: number },
  content: unknown,
): PluginElicitResponse {
  return respond(question, { action: 'accept', content });
}

export function respond(
  { sessionId, callId, elicitId, attempt }: { sessionId: string; callId: string; elicitId: string; attempt: number },
  result: PluginElicitResponse['result'],
): PluginElicitResponse {
  return { sessionId, callId, elicitId, attempt, result };
}

/** The conversation as the server told it last. */
export function messagesOf(answered: Pick<Answered, 'events'>): ChatMessage[] {
  const state = only(answered, 'conversation_state').at(-1);
  if (state === undefined) throw new Error('The stream told no conversation.');
  return [...state.conversationState.messages];
}

/** Every tool call has exactly one tool message, right behind its assistant message and in the order of the calls. */
export function isWhole(messages: readonly ChatMessage[]): boolean {
  let expected: string[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      if (expected.shift() !== message.tool_call_id) return false;
      continue;
    }
    if (expected.length > 0) return false;
    expected = (message.tool_calls ?? []).map(({ id }) => id);
  }
  return expected.length === 0;
}

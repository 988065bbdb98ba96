import type { Operation } from 'effection';
import { onTestFinished } from 'vitest';
import type { AnyMcpTool, McpToolContext } from '../../src/plugin.ts';
import { idleState, type ClientState } from '../../src/client/state/client-state.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import { createLineReader } from '../../src/client/wire/read-line.ts';
import { lineBounds } from '../../src/protocol/bounds.ts';
import {
  createChatHandler,
  type ChatHandler,
  type ChatHandlerOptions,
  type ChatMessage,
  type ChatRequestBody,
  type ChatStreamEvent,
  type PluginElicitResponse,
} from '../../src/server.ts';
import { createModel, declaration, withoutIds, type Asked } from './harness-model.ts';

export { createModel, declaration, type Asked, type Said } from './harness-model.ts';
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

export const route = { from: 'NYC', destination: 'LAX' };

/** A model that calls tools after the person's message, and reports their results. */
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
  /** A client's state after reading this. */
  state: ClientState;
}

export interface Chat {
  handler: ChatHandler;
  asked: Asked[];
  errors: unknown[];
  /** POSTs a body and reads the stream to its end. */
  post(body: Partial<ChatRequestBody>, headers?: Record<string, string>): Promise<Answered>;
  /** POSTs a body and returns the response unread. */
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
  const known = new Map<string, ClientState>();
  const keyOf = ({ conversationId }: Partial<ChatRequestBody>, headers: Record<string, string>) =>
    JSON.stringify([conversationId, headers['x-user']]);
  const open: Chat['open'] = (body, headers = {}) => {
    const state = body.conversationId === undefined ? undefined : known.get(keyOf(body, headers));
    return handler(
      new Request('http://chat.test/api/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(asClient({ messages: [], ...body }, state?.revision)),
      }),
    );
  };
  const post: Chat['post'] = async (body, headers = {}) => {
    const response = await open(body, headers);
    const key = keyOf(body, headers);
    const isOwnHistory = 'revision' in body && body.revision === undefined;
    const answered = await read(response, (isOwnHistory ? undefined : known.get(key)) ?? idleState(historyOf(body)));
    known.set(key, answered.state);
    return answered;
  };
  return { handler, asked: model.asked, errors, open, post };
}

/** The messages that a client already knew if this is its first request. */
function historyOf({ messages = [], attach }: Partial<ChatRequestBody>): readonly ChatMessage[] {
  return attach === true ? messages : messages.slice(0, messages.findLastIndex(({ role }) => role !== 'user') + 1);
}

/** The body of a client that knows the conversation up to a revision: only new messages, each with an id. */
function asClient(body: ChatRequestBody, revision: number | undefined): ChatRequestBody {
  let nth = 0;
  const messages = body.messages.map((message) =>
    message.role === 'user' ? { ...message, id: message.id ?? `user ${(nth += 1)}` } : message,
  );
  if (revision === undefined || 'revision' in body) return { ...body, messages };
  const said = messages.slice(messages.findLastIndex(({ role }) => role !== 'user') + 1);
  return { ...body, revision, messages: body.attach === true ? [] : said };
}

/**
 * Reads a stream to its end, as a client does.
 *
 * @param state - the client's state before
 */
export async function read(response: Response, state: ClientState = idleState()): Promise<Answered> {
  const raw = await response.text();
  const lines =
    response.headers.get('content-type') === 'application/x-ndjson'
      ? raw.split('\n').filter((line) => line !== '')
      : [];
  const reader = createLineReader(lineBounds());
  const events: ChatStreamEvent[] = [];
  let told = state;
  for (const line of lines) {
    const one = reader.read(line);
    if (one.type === 'bad_line' || one.type === 'bad_event') throw new Error(`${one.type}: ${one.problem}: ${line}`);
    if (one.type !== 'event' && one.type !== 'snapshot') continue;
    events.push(...(one.type === 'event' ? [one.event] : one.events));
    // If an event names a call, treat it as one that this request names.
    const names = one.type === 'event' && 'sessionId' in one.event ? [one.event.sessionId] : undefined;
    told = reduce({ ...told, posts: [{ id: '', phase: 'open', names }] }, { ...one, post: '', at: 0 });
  }
  return { status: response.status, headers: response.headers, events, types: typesOf(events), raw, state: told };
}

/** The types of events in order, with a run of text deltas as one. */
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

/** The only event of a type. Throws if there are more, or none. */
export function the<T extends ChatStreamEvent['type']>(answered: Pick<Answered, 'events'>, type: T) {
  const [event, ...more] = only(answered, type);
  if (event === undefined || more.length > 0) throw new Error(`${more.length + (event ? 1 : 0)} events ${type}`);
  return event;
}

/** The only question of a stream. */
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

/** The messages that the server has sent so far. */
export function messagesOf({ state }: Pick<Answered, 'state'>): ChatMessage[] {
  return withoutIds(state.messages);
}

/** The text of the last message. */
export function lastWords(answered: Pick<Answered, 'state'>): string | undefined {
  return messagesOf(answered).at(-1)?.content;
}

/** Every tool call has exactly one tool message, directly after its assistant message and in the order of the calls. */
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

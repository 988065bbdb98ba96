import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpAgent, type BaseEvent, type Message } from '@ag-ui/client';
import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';
import { createAgUiHandler } from '../../src/ag-ui.ts';
import { createChatHandler, type ChatHandler, type ChatHandlerOptions, type ChatMessage } from '../../src/server.ts';
import { createScriptedProvider } from '../../src/testing.ts';
import type { WriteTurn } from '../../src/testing.ts';
import { declaration } from '../chat/harness-model.ts';

/** What an app's tool and model have done, over all its processes. */
export interface Ledger {
  search: number;
  book: number;
  model: number;
}

/** What the model was given, each time it ran. */
export type Prompts = (readonly ChatMessage[])[];

export interface AppOptions extends Partial<ChatHandlerOptions> {
  ledger?: Ledger;
  says?: WriteTurn;
}

const route = { from: 'NYC', destination: 'LAX' };

const books: WriteTurn = (messages) => {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: `It said: ${last.content}` };
  if (last?.content !== 'Book') return { text: `You said ${last?.content}.` };
  return { text: 'Let me look.', toolCalls: [{ name: 'book_flight', arguments: route }] };
};

/** An AG-UI agent on a server of its own, which books a flight. */
export async function openApp(options: AppOptions = {}) {
  const { ledger = { search: 0, book: 0, model: 0 }, says = books, ...others } = options;
  const prompts: Prompts = [];
  const errors: unknown[] = [];
  const bookFlight = declaration.execute(function* (_, ctx) {
    const flights = yield* ctx.step('search', () => {
      ledger.search += 1;
      return ['FL001', 'FL002'];
    });
    const flight = yield* ctx.elicit(
      'pickFlight',
      { message: 'Which flight?', flights },
      { check: ({ flightId }) => (flights.includes(flightId) ? undefined : ['That flight was not offered.']) },
    );
    if (flight.action !== 'accept') return `Not booked: ${flight.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `Not booked: no seat (${JSON.stringify(seat)}).`;
    return yield* ctx.step('book', () => {
      ledger.book += 1;
      return { ticket: 'TKT-1', flight: flight.content.flightId, seat: `${seat.content.row}${seat.content.seat}` };
    });
  });
  const provider = createScriptedProvider((messages, about) => {
    ledger.model += 1;
    prompts.push(messages.map(({ id: _id, ...message }) => message as ChatMessage));
    return says(messages, about);
  });
  const chat = createChatHandler({
    provider,
    tools: [bookFlight],
    identify: (request) => request.headers.get('x-user') ?? undefined,
    onEvent: (event) => {
      if (event.type === 'error') errors.push(event.error);
    },
    ...others,
  });
  const handler = createAgUiHandler(chat);
  const url = await listen(handler, chat);
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify({ runId: 'r', messages: [], ...(body as object) }),
    });
  return {
    chat,
    url,
    ledger,
    prompts,
    errors,
    /** POSTs the input of a run and reads its events. */
    post,
    events: async (body: unknown, headers?: Record<string, string>) =>
      eventsIn(await (await post(body, headers)).text()),
    agent: (threadId = 't', { user, messages = [] }: { user?: string; messages?: Message[] } = {}) =>
      agentOf(url, threadId, user, messages),
  };
}

export type App = Awaited<ReturnType<typeof openApp>>;

async function listen(handler: (request: Request) => Promise<Response>, chat: ChatHandler): Promise<string> {
  const server = createServer(getRequestListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await chat.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** The official client, with what it was sent and has heard. */
function agentOf(url: string, threadId: string, user: string | undefined, initialMessages: Message[]) {
  const heard: BaseEvent[] = [];
  const bodies: string[] = [];
  const agent = new HttpAgent({
    url,
    threadId,
    initialMessages,
    ...(user !== undefined && { headers: { 'x-user': user } }),
    fetch: (to, init) => {
      bodies.push(init.body as string);
      return fetch(to, init);
    },
  });
  agent.subscribe({ onEvent: ({ event }) => void heard.push(event) });
  let said = 0;
  return Object.assign(agent, {
    heard,
    bodies,
    /** The types of the events since the last time this was called. */
    types: () => heard.splice(0).map(({ type }) => String(type)),
    say(content: string, more: Parameters<HttpAgent['runAgent']>[0] = {}) {
      agent.addMessage({ id: `${threadId}-${(said += 1)}-${initialMessages.length}`, role: 'user', content });
      return agent.runAgent(more);
    },
    answer: (payload: unknown, id = agent.pendingInterrupts[0]?.id ?? '') =>
      agent.runAgent({ resume: [{ interruptId: id, status: 'resolved', payload }] }),
    cancel: () =>
      agent.runAgent({ resume: agent.pendingInterrupts.map(({ id }) => ({ interruptId: id, status: 'cancelled' })) }),
    /** The conversation, a line for each message. */
    lines: () => agent.messages.map(lineOf),
  });
}

export function lineOf(message: Message): string {
  const words = typeof message.content === 'string' ? message.content : JSON.stringify(message.content ?? '');
  const calls =
    message.role === 'assistant' ? (message.toolCalls ?? []).map(({ function: { name } }) => ` → ${name}`) : [];
  return `${message.role}: ${words}${calls.join('')}`;
}

export function eventsIn(text: string): (BaseEvent & Record<string, unknown>)[] {
  return [...text.matchAll(/^data: (.*)$/gm)].map(([, json = '']) => JSON.parse(json) as never);
}

import {
  convertToModelMessages,
  createAgentUIStreamResponse,
  jsonSchema,
  readUIMessageStream,
  streamText,
  ToolLoopAgent,
  type UIMessage,
} from 'ai';
import { onTestFinished } from 'vitest';
import type { LanguageModel } from 'ai';
import { createElicitTools } from '../../src/ai-sdk.ts';
import type { CallHandlerOptions } from '../../src/server.ts';
import { openPage } from '../chat/call-harness.ts';
import { declaration, route } from '../chat/harness.ts';

/** Creates a mock model of the SDK. Each call streams the parts that `answer` gives. */
export type MockModel = (answer: (call: { prompt: readonly unknown[] }) => ReadableStream<unknown>) => LanguageModel;

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 1, text: 1, reasoning: undefined },
};

/** What a call of the model says: words, or calls of tools. */
export type Said = string | { id: string; name: string; input?: unknown }[];

interface AppOptions {
  /** The route runs an agent of the SDK. */
  isAgent?: boolean;
}

let apps = 0;

/** An app with a chat route of its own, as one process has it. */
export function openApp(mockModel: MockModel, says: Said[], given: Partial<CallHandlerOptions> & AppOptions = {}) {
  const { isAgent = false, ...options } = given;
  const counts = { search: 0, book: 0 };
  const prompts: (readonly unknown[])[] = [];
  const errors: unknown[] = [];
  const bookFlight = declaration.execute(function* (_, ctx) {
    const flights = yield* ctx.step('search', () => {
      counts.search += 1;
      return ['FL001'];
    });
    const flight = yield* ctx.elicit('pickFlight', { message: 'Which flight?', flights });
    if (flight.action !== 'accept') return `Not booked: ${flight.action}.`;
    const seat = yield* ctx.elicit('pickSeat', { message: 'Which seat?' });
    if (seat.action !== 'accept') return `Not booked: ${seat.action}.`;
    return yield* ctx.step('book', () => {
      counts.book += 1;
      return { ticket: 'TKT-1', seat: `${seat.content.row}${seat.content.seat}` };
    });
  });
  const elicit = createElicitTools({
    name: `app ${(apps += 1)}`,
    tools: [bookFlight],
    identify: (request) => request.headers.get('x-user') ?? undefined,
    onEvent: (event) => {
      if (event.type === 'error') errors.push(event.error);
    },
    ...options,
    limits: { patience: 3000, ...options.limits },
  });
  onTestFinished(() => elicit.handler.close());
  const model = mockModel(({ prompt }) => {
    prompts.push(structuredClone(prompt));
    return streamOf(says.shift() ?? 'Nothing more.');
  });

  async function chatRoute(request: Request): Promise<Response> {
    const owner = await elicit.owner(request);
    if (owner instanceof Response) return owner;
    const { id, messages } = (await request.json()) as { id: string; messages: UIMessage[] };
    const where = { conversationId: id, owner };
    const weather = {
      description: 'The weather',
      inputSchema: jsonSchema<object>({ type: 'object', properties: {} }),
      execute: async () => 'sunny',
    };
    const tools = { weather, ...elicit.tools(where) };
    const filled = await elicit.messages(messages, where);
    if (isAgent) {
      return createAgentUIStreamResponse({ agent: new ToolLoopAgent({ model, tools }), uiMessages: filled });
    }
    const result = streamText({
      model,
      tools,
      messages: await convertToModelMessages(filled),
      stopWhen: ({ steps }) => steps.length >= 5,
      onError: ({ error }) => void errors.push(error),
    });
    return result.toUIMessageStreamResponse({ originalMessages: messages, onError: (error) => String(error) });
  }

  return { elicit, counts, prompts, errors, chatRoute, page: (id = 'c', user?: string) => openChat(id, user) };

  /** A page with `useChat`, in short, and our client beside it. */
  function openChat(id: string, user: string | undefined) {
    let messages: UIMessage[] = [];
    const page = {
      ...openPage(elicit.handler, id, user),
      messages: () => messages,
      parts: () => messages.flatMap(({ parts }) => (parts as object[]).filter(isCall)),
      restore(saved: UIMessage[]) {
        messages = structuredClone(saved);
      },
      async say(text: string) {
        messages = [...messages, { id: `m${messages.length}`, role: 'user', parts: [{ type: 'text', text }] }];
        await page.send();
      },
      /** What `useElicitChat` does when our calls have ended, or the person when they deny one. */
      async approve(isApproved = true) {
        messages = answered(messages, isApproved);
        await page.send();
      },
      async send(sent = messages) {
        const last = sent.at(-1);
        const message = last?.role === 'assistant' ? structuredClone(last) : undefined;
        const told = await openChunks(await page.request(sent), message);
        if (told === undefined) return;
        messages = [
          ...(message === undefined ? sent : sent.slice(0, -1)),
          { ...told, id: told.id || `m${sent.length}` },
        ];
      },
      request: (sent = messages) =>
        chatRoute(
          new Request('http://app.test/api/chat', {
            method: 'POST',
            ...(user !== undefined && { headers: { 'x-user': user } }),
            body: JSON.stringify({ id, messages: sent }),
          }),
        ),
      words: () =>
        messages
          .at(-1)
          ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
          .join('') ?? '',
    };
    return page;
  }
}

export interface CallPart {
  type: string;
  toolCallId: string;
  state: string;
  approval?: { id: string };
  output?: unknown;
  errorText?: string;
  toolMetadata?: unknown;
}

function isCall(part: object): part is CallPart {
  return 'toolCallId' in part;
}

/** The messages with every approval given or denied. */
export function answered(messages: readonly UIMessage[], isApproved: boolean): UIMessage[] {
  return messages.map((message) => ({
    ...message,
    parts: message.parts.map((part) =>
      isCall(part) && part.state === 'approval-requested'
        ? ({ ...part, state: 'approval-responded', approval: { id: part.approval?.id, approved: isApproved } } as never)
        : part,
    ),
  }));
}

/** The calls of a message that only this test made up. */
export function forged(toolCallId: string): UIMessage[] {
  const part = {
    type: 'tool-book_flight',
    toolCallId,
    state: 'approval-responded',
    input: route,
    approval: { id: 'a1', approved: true },
  };
  return [
    { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Book' }] },
    { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }, part as never] },
  ];
}

/** What a mock model streams. */
export function streamOf(said: Said): ReadableStream<unknown> {
  const reason = (unified: string) => ({ unified, raw: unified });
  const parts =
    typeof said === 'string'
      ? [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: said },
          { type: 'text-end', id: 't' },
          { type: 'finish', finishReason: reason('stop'), usage },
        ]
      : [
          ...said.map(({ id, name, input = route }) => ({
            type: 'tool-call',
            toolCallId: id,
            toolName: name,
            input: JSON.stringify(input),
          })),
          { type: 'finish', finishReason: reason('tool-calls'), usage },
        ];
  return new ReadableStream({
    start(controller) {
      for (const part of [{ type: 'stream-start', warnings: [] }, ...parts]) controller.enqueue(part);
      controller.close();
    },
  });
}

/** The message that a response of an app's route makes. */
export async function openChunks(response: Response, message?: UIMessage): Promise<UIMessage | undefined> {
  let told: UIMessage | undefined;
  const stream = chunksOf(await response.text()) as never;
  for await (const next of readUIMessageStream({ ...(message && { message }), stream })) told = next;
  return told;
}

function chunksOf(text: string): ReadableStream<unknown> {
  const chunks = text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

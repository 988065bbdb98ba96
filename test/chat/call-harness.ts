import { onTestFinished } from 'vitest';
import type { ClientState } from '../../src/client/state/client-state.ts';
import {
  createCallHandler,
  type CallHandler,
  type CallHandlerOptions,
  type ChatRequestBody,
} from '../../src/server.ts';
import { agent, bookFlight, read, route, type Answered } from './harness.ts';

/** A server whose host runs its own model, and a page that reads it as a client does. */
export function openCalls(options: Partial<CallHandlerOptions> = {}) {
  const errors: unknown[] = [];
  const handler = createCallHandler({
    provider: agent().provider,
    tools: [bookFlight],
    identify: (request) => request.headers.get('x-user') ?? undefined,
    onEvent: (event) => {
      if (event.type === 'error') errors.push(event.error);
    },
    ...options,
  });
  onTestFinished(() => handler.close());
  return { handler, errors, page: (conversationId = 'c', user?: string) => openPage(handler, conversationId, user) };
}

/** A page that shows one conversation. */
export function openPage(handler: CallHandler, conversationId = 'c', user?: string) {
  let state: ClientState | undefined;
  const open = (body: Partial<ChatRequestBody>) =>
    handler(
      new Request('http://calls.test/api/elicit', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(user !== undefined && { 'x-user': user }) },
        body: JSON.stringify({ conversationId, messages: [], revision: state?.revision, ...body }),
      }),
    );
  return {
    open,
    async post(body: Partial<ChatRequestBody>): Promise<Answered> {
      const answered = await read(await open(body), state);
      state = answered.state;
      return answered;
    },
  };
}

export const nameOf = (toolCallId = 'book-1', conversationId = 'c', owner?: string) => ({
  conversationId,
  owner,
  toolCallId,
});

export const booking = (toolCallId = 'book-1', conversationId = 'c', owner?: string) => ({
  ...nameOf(toolCallId, conversationId, owner),
  toolName: 'book_flight',
  input: route,
});

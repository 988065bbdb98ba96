import { CodedError } from '../protocol/coded-error.ts';
import type { lackingFor } from './offered-tools.ts';

/** A request that is refused before a turn starts. The response has its status and `{"error": {code, message}}`. */
export class ChatRequestError extends CodedError {
  /** The HTTP status. */
  readonly status: number;

  constructor(status: number, code: string, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.status = status;
  }
}

export function serverClosed(): ChatRequestError {
  return new ChatRequestError(503, 'CLOSED', 'The server is shutting down. Try again in a moment.');
}

/** A request did not catch up with its conversation. */
export function conversationBusy(): ChatRequestError {
  return new ChatRequestError(503, 'CONVERSATION_BUSY', 'Other servers are at work here. Try again in a moment.');
}

export function errorResponse({ code, message, status }: ChatRequestError): Response {
  return Response.json({ error: { code, message } }, { status, headers: headersOf(status) });
}

function headersOf(status: number): Record<string, string> {
  if (status === 405) return { allow: 'POST' };
  return status === 429 || status === 503 ? { 'retry-after': '1' } : {};
}

/** The model called a tool whose questions the page cannot show. */
export class ToolNotOfferedError extends CodedError<'TOOL_NOT_OFFERED'> {
  constructor(name: string, lacking: ReturnType<typeof lackingFor>) {
    const [what, next] = lackingWords[lacking ?? 'plugin'];
    const words = `"${name}" ${what}, so it cannot be called from here. To whoever develops the page: ${next}.`;
    super('TOOL_NOT_OFFERED', words);
  }
}

const lackingWords = {
  pages: [
    'wants the person to open a page, and this page does not say that it can show that',
    'mount <PluginSessionProvider>, or give createPluginClient capabilities: { url: true }',
  ],
  form: [
    'asks with a form that it makes while it runs, and this page does not say that it can show one',
    'mount <PluginSessionProvider>, or give createPluginClient capabilities: { genericForm: true }',
  ],
  plugin: ['asks the person something, and this page has no plugin for it', 'add its plugin to createPluginClient'],
} as const;

import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import { MovedError } from '../store/tenant.ts';
import type { CallOutcome, UnknownCall } from './create-call-handler.ts';
import { textsOf, type Reading } from './reading.ts';
import type { HostReply } from './turn-command.ts';

/** What a conversation tells its host of a call. */
export type Reply =
  | CallOutcome
  /** Nothing more comes of it before an answer. */
  | { status: 'asks' }
  | UnknownCall;

/**
 * Read what a conversation says of a call: until it has ended, or asks.
 *
 * @param isUntilAsked - its first question is enough, even if others can come before an answer
 * @throws {MovedError} if the stream was cut, since the conversation has gone to another process
 */
export function readReply(
  reading: Pick<Reading, 'body' | 'cut'>,
  toolCallId: string,
  isUntilAsked: boolean,
  signal?: AbortSignal,
): Promise<Reply> {
  return readUntil(reading, (event) => replyIn(event, toolCallId, isUntilAsked), signal);
}

/** Read what came of the one thing that the host brought: an answer or a value. @throws as `readReply` */
export function readOutcome<Outcome extends HostReply['outcome']>(
  reading: Pick<Reading, 'body' | 'cut'>,
): Promise<Outcome> {
  return readUntil(reading, (event) => (event.type === 'host_reply' ? (event.outcome as Outcome) : undefined));
}

async function readUntil<T>(
  reading: Pick<Reading, 'body' | 'cut'>,
  replyOf: (event: ChatStreamEvent | HostReply) => T | undefined,
  signal?: AbortSignal,
): Promise<T> {
  signal?.addEventListener('abort', reading.cut);
  try {
    // Each text is of whole lines.
    for await (const text of textsOf(reading)) {
      signal?.throwIfAborted();
      for (const line of text.split('\n')) {
        const reply = line === '' ? undefined : replyOf((JSON.parse(line) as { event: ChatStreamEvent }).event);
        if (reply !== undefined) return reply;
      }
    }
    signal?.throwIfAborted();
    throw new MovedError();
  } finally {
    signal?.removeEventListener('abort', reading.cut);
  }
}

function replyIn(event: ChatStreamEvent | HostReply, toolCallId: string, isUntilAsked: boolean): Reply | undefined {
  switch (event.type) {
    case 'tool_result':
      return event.id === toolCallId ? { status: 'ended', content: event.content, isError: false } : undefined;
    case 'tool_error':
      return event.id === toolCallId ? { status: 'ended', content: event.message, isError: true } : undefined;
    case 'plugin_elicit_request':
      return isUntilAsked && event.callId === toolCallId ? { status: 'asks' } : undefined;
    case 'plugin_session_error':
      return event.callId === toolCallId ? { status: 'unknown' } : undefined;
    case 'end':
      return { status: 'asks' };
    default:
      return undefined;
  }
}

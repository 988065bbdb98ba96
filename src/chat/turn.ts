import type { PluginSessionStatusEvent, ToolCallInfo } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { PluginAbort, PluginElicitResponse } from '../protocol/chat-request.ts';
import type { ElicitAction } from '../protocol/elicit-result.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { JsonObject } from '../protocol/json.ts';

/** Where a turn stands. The last three rest: nothing happens before another request, or a deadline. */
export type Phase =
  | 'process_plugin_abort'
  | 'process_plugin_responses'
  | 'start_iteration'
  | 'executing_tools'
  | 'plugin_awaiting_elicit'
  | 'handoff'
  | 'complete'
  | 'failed';

/** The server's record of a turn. While calls are open it counts, not the messages that a request brings. */
export interface Turn {
  readonly conversationId: string;
  /** Whom it belongs to; bound by the first identified answer where it began without one. */
  readonly owner: string | undefined;
  readonly phase: Phase;
  /** Everything said, without the tool messages of `calls`: `conversationOf` puts those in their place. */
  readonly messages: readonly ChatMessage[];
  /** The calls of this turn, in the order in which the model made them. */
  readonly calls: readonly TurnCall[];
  /** How often the model was asked in this turn. */
  readonly iteration: number;
  readonly modelRuns: boolean;
  /** What the model said last, or is saying. */
  readonly text: string;
  readonly usage: JsonObject | undefined;
  /** What a request brought and no phase has taken yet. */
  readonly inbox: Inbox;
  /** The person's messages that wait for open calls to end. */
  readonly queued: readonly ChatMessage[];
  /** Answers on their way to their sessions. */
  readonly responding: number;
  /** The model does not go on after an abort that asked for silence, unless another question is answered since. */
  readonly silent: boolean;
  readonly error: TurnError | undefined;
  /** That the turn is over was told, and nothing since. */
  readonly isEndTold: boolean;
  /** Calls that the first request's messages hold without an outcome, and that nobody here knows. */
  readonly lost: readonly string[];
}

export interface TurnCall extends ToolCallInfo {
  /** `fresh`: not started yet. */
  readonly state: 'fresh' | 'open' | 'done';
  /** The question that waits for the person. */
  readonly pending?: ElicitRequest | undefined;
  readonly settled: readonly { elicitId: string; action: ElicitAction; answerId?: string | undefined }[];
  readonly result?: { content: string; isError: boolean } | undefined;
  readonly abortedBy?: PluginSessionStatusEvent['by'];
  /** Told to end its questions at once, because the person moved on. */
  readonly interrupted?: boolean | undefined;
}

export interface Inbox {
  readonly abort?: PluginAbort | undefined;
  readonly responses: readonly PluginElicitResponse[];
  /** The request that brought them. */
  readonly from: Sender;
}

/** Who sent a request, and hears what comes of it. */
export interface Sender {
  readonly owner: string | undefined;
  /** Names the one who reads the response. */
  readonly reader: string;
}

export interface TurnError {
  code: string;
  message: string;
  recoverable: boolean;
}

/** What the model is told of a call whose session is gone. */
export const outcomeUnknown = 'Outcome unknown; do not repeat it unless the person asks.';

const emptyInbox: Inbox = { responses: [], from: { owner: undefined, reader: '' } };

/** A turn that has yet to begin. Calls in its messages that nobody answered are answered as unknown. */
export function createTurn(conversationId: string, owner: string | undefined, messages: readonly ChatMessage[]): Turn {
  return {
    conversationId,
    owner,
    phase: 'process_plugin_abort',
    messages: answerDangling(messages),
    calls: [],
    iteration: 0,
    modelRuns: false,
    text: '',
    usage: undefined,
    inbox: emptyInbox,
    queued: [],
    responding: 0,
    silent: false,
    error: undefined,
    isEndTold: false,
    lost: danglingCalls(messages),
  };
}

/** The next turn of a conversation whose last one is over. */
export function renewTurn(turn: Turn): Turn {
  const { conversationId, owner } = turn;
  return createTurn(conversationId, owner, conversationOf(turn));
}

/** Nothing happens before another request, or a deadline. */
export function isAtRest({ phase }: Turn): boolean {
  return phase === 'handoff' || phase === 'complete' || phase === 'failed';
}

/** True while something runs or waits, so that the record counts and not a request's messages. */
export function isOpen(turn: Turn): boolean {
  return (
    turn.modelRuns || turn.responding > 0 || turn.queued.length > 0 || turn.calls.some((call) => call.state !== 'done')
  );
}

/** The answer is to the question that waits. */
export function isAnswered({ pending }: TurnCall, { elicitId, attempt }: PluginElicitResponse): boolean {
  return pending?.elicitId === elicitId && pending.attempt === (attempt ?? pending.attempt);
}

/** The whole conversation: every call that ended has its one tool message, in the order of the calls. */
export function conversationOf(turn: Turn): ChatMessage[] {
  const done = new Map(turn.calls.flatMap((call) => (call.result === undefined ? [] : [[call.id, call.result]])));
  return turn.messages.flatMap((message) => [
    message,
    ...(message.tool_calls ?? []).flatMap(({ id }): ChatMessage[] => {
      const result = done.get(id);
      return result === undefined ? [] : [{ role: 'tool', tool_call_id: id, content: contentOf(result) }];
    }),
  ]);
}

/** The calls of a conversation that have no tool message. */
export function danglingCalls(messages: readonly ChatMessage[]): string[] {
  return pairCalls(messages).flatMap(({ calls }) =>
    calls.flatMap(({ id, result }) => (result === undefined ? [id] : [])),
  );
}

/** Every call with its one tool message, right behind it; a tool message that answers no call is left out. */
function answerDangling(messages: readonly ChatMessage[]): ChatMessage[] {
  return pairCalls(messages).flatMap(({ message, calls }) => [
    message,
    ...calls.map(
      ({ id, result }): ChatMessage => result ?? { role: 'tool', tool_call_id: id, content: outcomeUnknown },
    ),
  ]);
}

/** All that is no tool message, each with its calls and what answered them: a later message, and each but once. */
function pairCalls(messages: readonly ChatMessage[]): Paired[] {
  const paired: Paired[] = [];
  const open = new Map<string, Paired['calls'][number]>();
  for (const message of messages) {
    if (message.role === 'tool') {
      const call = open.get(message.tool_call_id ?? '');
      if (call !== undefined) call.result = message;
      open.delete(message.tool_call_id ?? '');
      continue;
    }
    const calls = (message.tool_calls ?? []).map(({ id }): Paired['calls'][number] => ({ id, result: undefined }));
    for (const call of calls) open.set(call.id, call);
    paired.push({ message, calls });
  }
  return paired;
}

interface Paired {
  message: ChatMessage;
  calls: { id: string; result: ChatMessage | undefined }[];
}

function contentOf({ content, isError }: { content: string; isError: boolean }): string {
  return isError ? `Error: ${content}` : content;
}

import type { ErrorEvent, PluginSessionStatusEvent, Revised, ToolCallInfo } from '../protocol/chat-event.ts';
import type { ChatMessage, ChatReasoning, ChatToolCall } from '../protocol/chat-message.ts';
import { outcomeUnknown, resultIn, resultText, type CallEnded } from '../protocol/message-parts.ts';
import type { PluginAbort, PluginElicitResponse } from '../protocol/chat-request.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { AnswerVia, AskedTo, Person } from '../protocol/person.ts';
import type { ClosedRemains } from '../session/call-entry.ts';
import type { AbortedBy } from '../session/plugin-session.ts';

/** A turn's phase. In the last three the turn rests: nothing happens until another request or a deadline. */
export type Phase =
  | 'process_plugin_abort'
  | 'process_plugin_responses'
  | 'start_iteration'
  | 'executing_tools'
  | 'handoff'
  | 'complete'
  | 'failed';

/** The server's record of a turn. While calls are open, this record counts, not a request's messages. */
export interface Turn {
  readonly conversationId: string;
  /** The turn's owner. If it began without one, the first identified person whose answer is recorded owns it. */
  readonly owner: string | undefined;
  /** Their name, as the host said it last. */
  readonly ownerName?: string | undefined;
  readonly phase: Phase;
  /** All messages except the tool messages of `calls`, which `conversationOf` puts in their place. */
  readonly messages: readonly ChatMessage[];
  /** This turn's calls, in the order in which the model made them. */
  readonly calls: readonly TurnCall[];
  /** How often the model has run in this turn. */
  readonly iteration: number;
  readonly modelRuns: boolean;
  /** The model's current or last text. */
  readonly text: string;
  /** What the model has thought beside it. */
  readonly reasoning: readonly ChatReasoning[];
  readonly usage: JsonObject | undefined;
  /** What a request brought and no phase has handled yet. */
  readonly brought: Brought;
  /** The person's messages that wait until the answers that came with them are recorded or refused. */
  readonly held: readonly HeldMessages[];
  /** The person's messages that wait for open calls to end. */
  readonly queued: readonly ChatMessage[];
  /** Answers on their way to their sessions. */
  readonly responding: number;
  /** After a silent abort the model does not go on, unless another question is answered later. */
  readonly silent: boolean;
  readonly error: TurnError | undefined;
  /** The turn's end was reported, and nothing has been reported since. */
  readonly isEndTold: boolean;
  /** Calls in the first request's messages that have no outcome and are unknown to this server. */
  readonly lost: readonly string[];
  /** The ids of the person's messages that others have replaced, the newest last: they may come again. */
  readonly dropped: readonly string[];
  /** How the last questions of earlier turns ended, the newest last, for pages that have missed it. */
  readonly earlier: readonly EarlierEnd[];
  /** Counts how often messages were dropped or replaced. Each generation is a list of its own in the store. */
  readonly generation: number;
}

/** A call as a model has made it, ours or a host's, or the page. */
export interface MadeCall extends ToolCallInfo, Pick<HostNamed, 'hostId'> {
  /** Why the call cannot be started. */
  readonly refused?: string | undefined;
}

export interface TurnCall extends MadeCall {
  /** `fresh`: not started yet. `waiting`: no other question comes until one is closed. */
  readonly state: 'fresh' | 'open' | 'waiting' | 'done';
  /** The questions that wait for the person. */
  readonly pending: readonly ElicitRequest[];
  readonly settled: readonly ClosedRemains[];
  /** How the call went back last, if it did. */
  readonly revised?: Revised | undefined;
  readonly result?: CallResult | undefined;
  readonly abortedBy?: PluginSessionStatusEvent['by'];
  /** The call must end its questions at once, because the person sent a new message. */
  readonly interrupted?: boolean | undefined;
  /** The call's own record was written. If the store has none, it has lost it. */
  readonly hasBegun?: true | undefined;
  /** An answer came with the message that interrupts the call. So its questions end, and the call runs on. */
  readonly isAnswered?: true | undefined;
}

/** How a question ended, and its call. */
export interface EarlierEnd extends HostNamed {
  readonly settled: ClosedRemains;
}

/** A call that a host or the page began. The page knows it by the host's id, which is unique at most while the call is open. */
export interface HostNamed {
  readonly id: string;
  /** The id that the host, or the page, gave the call. Undefined for one that our engine's model made. */
  readonly hostId?: string | undefined;
}

/** A call's id as events name it. */
export function toldId({ id, hostId }: HostNamed): string {
  return hostId ?? id;
}

/** A call in a message of ours. */
export type KeptToolCall = ChatToolCall & HostNamed;

export interface Brought {
  readonly abort?: (PluginAbort & { readonly by?: AbortedBy }) | undefined;
  readonly responses: readonly PluginElicitResponse[];
  readonly messages: readonly ChatMessage[];
  /** The request that brought them. */
  readonly from: Sender;
}

/** The messages of one request, and those of its answers that are on their way. */
export interface HeldMessages {
  readonly messages: readonly ChatMessage[];
  readonly responses: readonly PluginElicitResponse[];
}

/** The sender of a request, who gets its results. */
export interface Sender {
  /** Undefined for somebody whom the host did not identify. */
  readonly by: Person | undefined;
  /** Where they sent it. A host hears what came of its answer. */
  readonly via: AnswerVia;
  /** The host puts the question to these instead of an answer. */
  readonly to?: AskedTo | undefined;
  /** Names the reader of the response. */
  readonly reader: string;
}

export type TurnError = Omit<ErrorEvent, 'type'>;

const nothingBrought: Brought = { responses: [], messages: [], from: { by: undefined, via: 'page', reader: '' } };

/** Create a turn that has not begun. Calls in its messages without a result get the result "unknown". */
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
    reasoning: [],
    usage: undefined,
    brought: nothingBrought,
    held: [],
    queued: [],
    responding: 0,
    silent: false,
    error: undefined,
    isEndTold: false,
    lost: danglingCalls(messages),
    dropped: [],
    earlier: [],
    generation: 0,
  };
}

/** Create the next turn of a conversation whose last turn is over. */
export function renewTurn(turn: Turn): Turn {
  const { conversationId, owner, ownerName, dropped, generation, calls } = turn;
  const ends = calls.flatMap(({ id, hostId, settled }) => settled.map((end) => ({ id, hostId, settled: end })));
  const earlier = [...turn.earlier, ...ends].slice(-mostEarlier);
  // Each of its calls has a result: nothing of it is open.
  const messages = conversationOf(turn);
  return { ...createTurn(conversationId, owner, []), messages, ownerName, dropped, generation, earlier };
}

/** How many questions of earlier turns a record tells of. */
const mostEarlier = 20;

/** True if nothing happens until another request or a deadline. */
export function isAtRest(turn: Turn): boolean {
  const { phase } = turn;
  return (phase === 'handoff' || phase === 'complete' || phase === 'failed') && !isAtWork(turn);
}

/** True while a call runs. A turn may be over, and a call that the page began still at work. */
export function isAtWork({ calls, responding }: Turn): boolean {
  return responding > 0 || calls.some((call) => call.state !== 'done' && !isWaiting(call));
}

function isWaiting({ state, pending }: TurnCall): boolean {
  return state === 'waiting' && pending.length > 0;
}

/** True while something runs or waits. The record then counts, not a request's messages. */
export function isOpen({ modelRuns, responding, queued, calls }: Turn): boolean {
  return modelRuns || responding > 0 || queued.length > 0 || calls.some(({ state }) => state !== 'done');
}

/** True if the answer is for a question of the call that waits. */
export function isAnswered({ pending }: TurnCall, { elicitId, attempt }: PluginElicitResponse): boolean {
  return pending.some((asked) => asked.elicitId === elicitId && asked.attempt === (attempt ?? asked.attempt));
}

/** The call at work, without a question that is closed or being closed. */
export function withoutPending(call: TurnCall, elicitId: string): TurnCall {
  return { ...call, state: 'open', pending: call.pending.filter((asked) => asked.elicitId !== elicitId) };
}

/** The call at work, without questions that count no more. One that waits since then stays. */
export function withoutGone(call: TurnCall, { gone }: Revised): TurnCall {
  const pending = call.pending.filter(({ elicitId }) => !gone.includes(elicitId));
  return pending.length === call.pending.length ? call : { ...call, state: 'open', pending };
}

/** The whole conversation. Every call that ended has one tool message, in the order of the calls. */
export function conversationOf(turn: Turn): readonly ChatMessage[] {
  const done = new Map(turn.calls.flatMap((call) => (call.result === undefined ? [] : [[call.id, call.result]])));
  if (done.size === 0) return turn.messages;
  const messages: ChatMessage[] = [];
  // A loop: this runs with each event of some calls, and a conversation may be long.
  for (const message of turn.messages) {
    messages.push(message);
    for (const { id } of message.tool_calls ?? []) {
      const result = done.get(id);
      if (result !== undefined) messages.push(toolMessage(id, result));
    }
  }
  return messages;
}

/**
 * What the model reads of messages: all but the calls that the page began aside, and their results. It knows no marks,
 * so words say which calls belong to something earlier.
 */
export function forModel(messages: readonly ChatMessage[]): readonly ChatMessage[] {
  return messages
    .filter(isForModel(messages))
    .map(({ didNothing: _didNothing, isEarlier, ...message }): ChatMessage =>
      isEarlier === true ? { ...message, content: `${message.content}\n${earlier}` } : message,
    );
}

/** Tells which of these messages the model reads. */
export function isForModel(messages: readonly ChatMessage[]): (message: ChatMessage) => boolean {
  const aside = asideIn(messages);
  return ({ tool_calls: calls = [], tool_call_id: id }) =>
    !calls.some((call) => aside.has(call.id)) && (id === undefined || !aside.has(id));
}

/** The ids of the calls that the page began aside. */
export function asideIn(messages: readonly ChatMessage[]): ReadonlySet<string> {
  const aside = new Set<string>();
  for (const { tool_calls: made } of messages)
    for (const call of made ?? []) if (call.aside === true) aside.add(call.id);
  return aside;
}

const earlier =
  '(This call was made before the person changed or repeated their message. It is over, and what it did stays done: do not repeat that unless the person asks.)';

/** What the model has read before a call was made: that call has no result yet. */
export function messagesBefore(turn: Turn, callId: string): readonly ChatMessage[] {
  const messages = conversationOf(turn);
  const made = messages.findIndex(({ tool_calls: calls = [] }) => calls.some(({ id }) => id === callId));
  return forModel(made === -1 ? messages : messages.slice(0, made));
}

/** The ids of calls that have no tool message. */
export function danglingCalls(messages: readonly ChatMessage[]): string[] {
  return pairCalls(messages).flatMap(({ calls }) =>
    calls.flatMap(({ id, result }) => (result === undefined ? [id] : [])),
  );
}

/**
 * Put one tool message right after each call, and drop tool messages that belong to no call.
 *
 * @param except - calls that get none, since their results are kept elsewhere
 */
export function answerDangling(messages: readonly ChatMessage[], except?: ReadonlySet<string>): ChatMessage[] {
  return pairCalls(messages).flatMap(({ message, calls }) => [
    message,
    ...calls.flatMap(({ id, result }): ChatMessage[] =>
      except?.has(id) === true ? [] : [result ?? { role: 'tool', tool_call_id: id, content: outcomeUnknown }],
    ),
  ]);
}

/** All messages except tool messages, each with its calls and their results. A call's first later result counts. */
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

/** A call of the conversation, and its result if it has ended. */
export interface FoundCall extends HostNamed {
  readonly name: string;
  readonly result?: CallResult | undefined;
}

export interface CallResult extends CallEnded {
  /** The call was stopped before its first step, so it has changed nothing outside. */
  readonly didNothing?: true | undefined;
}

/** The last call that fits, of this turn or an earlier one. */
export function findCall(turn: Turn, fits: (call: HostNamed) => boolean): FoundCall | undefined {
  const current = turn.calls.findLast(fits);
  return current ?? callIn(turn.messages, fits);
}

/** The last call in these messages that fits. */
export function callIn(messages: readonly ChatMessage[], fits: (call: HostNamed) => boolean): FoundCall | undefined {
  const call = messages.flatMap(({ tool_calls: calls = [] }) => calls as readonly KeptToolCall[]).findLast(fits);
  if (call === undefined) return undefined;
  const { id, hostId } = call;
  const told = messages.find((message) => message.tool_call_id === id);
  return { id, hostId, name: call.function.name, result: told && resultIn(told) };
}

/** The message that tells the model of a result. Its `isError` is the one place that says whether the call failed. */
export function toolMessage(id: string, result: CallResult): ChatMessage {
  const { isError, didNothing } = result;
  const marks = { ...(didNothing && { didNothing }), ...(isError && { isError }) };
  return { role: 'tool', tool_call_id: id, content: resultText(result), ...marks };
}

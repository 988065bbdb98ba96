import * as z from 'zod';
import { chatMessageSchema, messageExtras, type ChatMessage } from './chat-message.ts';
import { cancelReasonSchema, elicitActionSchema, type CancelReason, type ElicitAction } from './elicit-result.ts';
import { elicitIssueSchema, elicitRequestSchema, type ElicitIssue, type ElicitRequest } from './elicit-request.ts';
import { isObject, type JsonObject } from './json.ts';
import { toldPersonSchema, type Answerer } from './person.ts';
import { receiptSchema, type ReceiptWords } from './receipt.ts';
import { jsonObject, keepUnknown, list, mostEntries, shortId, shortName } from './wire-schemas.ts';
import { logShape, progressShape, type LogReport, type ProgressReport } from './tool-report.ts';

/** One event of a chat stream. Each line of the stream holds one. */
export type ChatStreamEvent =
  | SessionInfoEvent
  | WordsEvent<'text'>
  | WordsEvent<'thinking'>
  | ToolCallsEvent
  | ToolResultEvent
  | ToolErrorEvent
  | PluginElicitRequestEvent
  | PluginElicitSettledEvent
  | PluginElicitRevisedEvent
  | PluginSessionStatusEvent
  | PluginSessionErrorEvent
  | PluginProgressEvent
  | PluginLogEvent
  | MessagesEvent
  | SnapshotEvent
  | EndEvent
  | CompleteEvent
  | ErrorEvent;

/**
 * One line of the response. Each event of the conversation raises `revision` by one. A snapshot too long for one line
 * begins in lines that carry its revision as `snapshot`. A line with neither is for this request only.
 */
export interface ChatStreamLine {
  revision?: number | undefined;
  snapshot?: number | undefined;
  event: ChatStreamEvent;
}

/** The server's capabilities: the first line of the response to a request without a revision. */
export interface SessionInfoEvent {
  type: 'session_info';
  capabilities: ServerCapabilities;
}

/** What the server can do. */
export interface ServerCapabilities {
  /** An idle stream gets a blank line this often, in milliseconds. A longer silence means a dead connection. */
  keepAlive?: number | undefined;
  readonly [capability: string]: unknown;
}

/** A delta of the model's text, or of its thinking. */
interface WordsEvent<Type> {
  type: Type;
  content: string;
}

/** A call with parsed arguments, as the stream's events carry it. */
export interface ToolCallInfo {
  id: string;
  name: string;
  arguments: JsonObject;
  /** The page began it, and the model reads nothing of it. */
  aside?: true | undefined;
}

/** The model, or the page, called tools. What was said so far and the calls make one message of the conversation. */
export interface ToolCallsEvent extends Pick<ChatMessage, 'reasoning' | 'sources' | 'files'> {
  type: 'tool_calls';
  calls: readonly ToolCallInfo[];
  /** The model's text before the calls; undefined for what has streamed. */
  text?: string | undefined;
}

/** A tool returned a result. An object is JSON text here. */
export interface ToolResultEvent {
  type: 'tool_result';
  id: string;
  name: string;
  content: string;
}

export interface ToolErrorEvent {
  type: 'tool_error';
  id: string;
  name: string;
  message: string;
}

/** A tool asks the person a question. */
export interface PluginElicitRequestEvent extends ElicitRequest {
  type: 'plugin_elicit_request';
}

/** The call that an event is about. */
interface OfCall {
  sessionId: string;
  callId: string;
}

/** A question is closed. If an answer is repeated, `action` is the first answer's. */
export interface PluginElicitSettledEvent extends OfCall {
  type: 'plugin_elicit_settled';
  elicitId: string;
  action: ElicitAction;
  /** Of a cancel: why nobody answered, such as `expired`, if the server tells. */
  reason?: CancelReason | undefined;
  /**
   * The recorded answer's id, as the client sent it. A client can tell by it whether the answer is its own. Absent if
   * no answer closed the question, and if the answer had no id.
   */
  answerId?: string | undefined;
  /** Set if somebody else answered than the person of the conversation. */
  by?: Pick<Answerer, 'name'> | undefined;
  /** The words of the answer, if who gave it sent some. */
  receipt?: ReceiptWords | undefined;
  /** Told only to who sent an answer that was to take the place of this one: why it does not. */
  kept?: KeptBecause | undefined;
  /** With `kept: 'invalid'`: what is wrong with the answer that was sent. */
  issues?: readonly ElicitIssue[] | undefined;
}

/**
 * Why an answer was not changed. `same`: it was the same again. `invalid`: the new one did not pass its check. `late`:
 * it cannot be changed, or not any more.
 */
export type KeptBecause = 'same' | 'invalid' | 'late';

/**
 * A call goes back to an answered question. It comes once when the call turns, and again with the answer that counts
 * when everything on the way is undone.
 */
export interface PluginElicitRevisedEvent extends Revised, OfCall {
  type: 'plugin_elicit_revised';
}

/** How a call went back. */
export interface Revised {
  elicitId: string;
  /** The answer that counts now. */
  action: ElicitAction;
  answerId?: string | undefined;
  receipt?: ReceiptWords | undefined;
  /** The questions that came after it. They are gone, and so are their answers. */
  gone: readonly string[];
  /**
   * Something could not be undone, so the call went back only that far: the answer is still the earlier one, and only
   * the questions in `gone` are asked again.
   */
  isStuck?: true | undefined;
}

/** What a tool call is doing. */
export type PluginSessionStatus =
  | 'running'
  | 'awaiting_elicit'
  | 'awaiting_sample'
  | 'completed'
  | 'failed'
  | 'aborted';

export interface PluginSessionStatusEvent extends OfCall {
  type: 'plugin_session_status';
  toolName: string;
  /** `running`: it does something as a client attaches. */
  status: 'running' | 'aborted';
  /** What stopped an aborted session. */
  by?: 'user' | 'timeout' | 'server' | undefined;
}

export type PluginSessionErrorCode = 'SESSION_NOT_FOUND' | 'SESSION_ABORTED' | 'INTERNAL_ERROR';

export interface PluginSessionErrorEvent extends OfCall {
  type: 'plugin_session_error';
  error: PluginSessionErrorCode;
  message: string;
}

export interface PluginProgressEvent extends ProgressReport, OfCall {
  type: 'plugin_progress';
  toolName: string;
  /** The tool waits for this, which comes from outside. Until the next report, nothing else comes of it. */
  waits?: true | undefined;
}

export interface PluginLogEvent extends LogReport, OfCall {
  type: 'plugin_log';
  toolName: string;
}

/** Messages that are appended to the conversation: the person's, or the model's once it is complete. */
export interface MessagesEvent {
  type: 'messages';
  messages: readonly ChatMessage[];
  /** Ids of the person's messages. Before `messages` come, the first of these and all that follows it are dropped. */
  dropped?: readonly string[] | undefined;
}

/**
 * The whole conversation as it is now. Its `messages` events are the history. The others are the calls' outcomes and
 * what is still running. It replaces the state of a client at the same or an earlier revision.
 */
export interface SnapshotEvent {
  type: 'snapshot';
  events: readonly SnapshotPart[];
}

/** An event that a snapshot may contain. */
export type SnapshotPart = Exclude<ChatStreamEvent, SessionInfoEvent | SnapshotEvent | EndEvent>;

/** The last line of a response: the client is up to date, and nothing more comes until the next request. */
export interface EndEvent {
  type: 'end';
  /**
   * The server goes on by itself after this time, in milliseconds: a question expires, or a sleep beside one is over. The
   * client then asks what came of it. Undefined if nothing is due.
   */
  lookAfter?: number | undefined;
}

/** The turn is over. */
export interface CompleteEvent {
  type: 'complete';
  usage?: JsonObject | undefined;
}

/** The turn failed. The client may try it again. */
export interface ErrorEvent {
  type: 'error';
  code: string;
  message: string;
}

const toolCallInfo = z.object({
  id: shortId,
  name: shortName,
  arguments: z.unknown().transform((given) => (isObject(given) ? given : {})),
  aside: z.literal(true).optional().catch(undefined),
});
const call = { sessionId: shortId, callId: shortId };
/** The answer that counts for a question. */
const standing = {
  elicitId: shortId,
  action: elicitActionSchema,
  answerId: z.string().min(1).max(200).optional().catch(undefined),
  receipt: receiptSchema.optional().catch(undefined),
};
const toolName = shortName.default('');
const waits = z.literal(true).optional().catch(undefined);

/** By type, and without it. Each `catch` keeps an event usable if a newer server sends a detail in another form. */
export const eventSchemas: {
  [T in ChatStreamEvent['type']]: z.ZodType<Omit<Extract<ChatStreamEvent, { type: T }>, 'type'>>;
} = {
  session_info: z.object({
    capabilities: keepUnknown<ServerCapabilities>(
      z.object({ keepAlive: z.number().optional().catch(undefined) }),
    ).default({}),
  }),
  text: z.object({ content: z.string() }),
  thinking: z.object({ content: z.string() }),
  tool_calls: z.object({
    calls: list(toolCallInfo, mostEntries.calls),
    text: z.string().optional(),
    ...messageExtras,
  }),
  tool_result: z.object({ id: shortId, name: toolName, content: z.string() }),
  tool_error: z.object({ id: shortId, name: toolName, message: z.string() }),
  plugin_elicit_request: elicitRequestSchema,
  plugin_elicit_settled: z.object({
    ...call,
    ...standing,
    reason: cancelReasonSchema,
    by: toldPersonSchema.catch(undefined),
    kept: z.enum(['same', 'invalid', 'late']).optional().catch(undefined),
    issues: list(elicitIssueSchema, mostEntries.issues).optional().catch(undefined),
  }),
  plugin_elicit_revised: z.object({
    ...call,
    ...standing,
    gone: list(shortId, mostEntries.gone),
    isStuck: z.literal(true).optional().catch(undefined),
  }),
  plugin_session_status: z.object({
    ...call,
    toolName,
    status: z.enum(['running', 'aborted']),
    by: z.enum(['user', 'timeout', 'server']).optional().catch(undefined),
  }),
  plugin_session_error: z.object({
    ...call,
    error: z.enum(['SESSION_NOT_FOUND', 'SESSION_ABORTED', 'INTERNAL_ERROR']).catch('INTERNAL_ERROR'),
    message: z.string(),
  }),
  plugin_progress: z.object({ ...call, toolName, ...progressShape, waits }),
  plugin_log: z.object({ ...call, toolName, ...logShape }),
  messages: z.object({
    messages: list(chatMessageSchema, mostEntries.messages),
    dropped: list(shortName, mostEntries.messages).optional(),
  }),
  snapshot: z.object({
    events: list(
      z.lazy(() => snapshotPart),
      mostEntries.events,
    ),
  }),
  end: z.object({ lookAfter: z.number().optional().catch(undefined) }),
  complete: z.object({ usage: jsonObject.optional().catch(undefined) }),
  error: z.object({ code: shortName.default('UNKNOWN'), message: z.string() }),
};

const snapshotPart: z.ZodType<SnapshotPart> = z.unknown().transform((given, context): SnapshotPart => {
  const read = readChatEvent(given);
  // An unknown part comes from a newer server. Ignore it, as an unknown event is ignored.
  if (read.kind === 'unknown') return { type: 'messages', messages: [] };
  if (read.kind === 'event' && isSnapshotPart(read.event)) return read.event;
  const message = read.kind === 'invalid' ? read.problem : `${read.event.type} is not part of a snapshot`;
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

function isSnapshotPart(event: ChatStreamEvent): event is SnapshotPart {
  return !['session_info', 'snapshot', 'end'].includes(event.type);
}

/** The result of reading an event off the wire. */
export type ReadChatEvent =
  | { kind: 'event'; event: ChatStreamEvent }
  /** This version does not know the type. Ignore it: the server is newer. */
  | { kind: 'unknown'; type: string }
  | { kind: 'invalid'; problem: string };

/** Check an event that came over the wire. */
export function readChatEvent(value: unknown): ReadChatEvent {
  const type = typeof value === 'object' && value !== null && 'type' in value ? value.type : undefined;
  if (typeof type !== 'string') return { kind: 'invalid', problem: 'the event has no "type"' };
  if (!Object.hasOwn(eventSchemas, type)) return { kind: 'unknown', type };
  const parsed = eventSchemas[type as ChatStreamEvent['type']].safeParse(value);
  if (parsed.success) return { kind: 'event', event: { type, ...parsed.data } as ChatStreamEvent };
  const [issue] = parsed.error.issues;
  return { kind: 'invalid', problem: `${type}.${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}` };
}

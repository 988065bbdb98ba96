import type { PluginProgressEvent, ServerCapabilities } from '../../protocol/chat-event.ts';
import type { ChatMessage, ChatReasoning } from '../../protocol/chat-message.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { ProgressReport } from '../../protocol/tool-report.ts';
import type { Problem } from '../client-error.ts';
import { dropOldest, exchange, findItem, isOfChat, openIn, type ItemState } from './item-state.ts';
import { defaultMaxMessages } from './messages.ts';

/** Everything a client knows. Only `reduce` changes it. */
export interface ClientState {
  /** The conversation as the server told it. */
  readonly messages: readonly ChatMessage[];
  /** When the server goes on by itself, as it said last: in milliseconds since the Unix epoch, of this client's clock. */
  readonly looksAt?: number | undefined;
  /** The person's messages that the server has not named yet. */
  readonly outbox: readonly ChatMessage[];
  /** The last known revision; older events are dropped, whichever stream brings them. Undefined before the first. */
  readonly revision?: number | undefined;
  /** The text that streams now. */
  readonly text: string;
  /** The model's reasoning while it streams, with its place in the text; at the end it is part of the message. */
  readonly reasoning: readonly ChatReasoning[];
  /** The tool calls seen, in order. */
  readonly calls: readonly ToolActivity[];
  /** This client's questions, in the order asked, at most `maxItems`. */
  readonly items: readonly ItemState[];
  /**
   * The questions that calls at work went back past, the last ones first, at most `maxItems`. What was entered there is
   * offered when they are asked again.
   */
  readonly gone: readonly ItemState[];
  /** The most questions, and the most calls, to keep. The work for one event grows with it. */
  readonly maxItems: number;
  /** The most messages to keep. */
  readonly maxMessages: number;
  /** How many questions found no room because all kept ones are open. */
  readonly turnedAway: number;
  /** Empty until the server tells. */
  readonly capabilities: ServerCapabilities;
  /** What the page can show besides its plugins' questions. */
  readonly shows: Required<ClientCapabilities>;
  /** The POSTs in progress, the last opened one last. */
  readonly posts: readonly PostState[];
  /** Why the last turn failed. */
  readonly problem?: Problem | undefined;
}

/** What a tool call is doing. */
export interface ToolActivity {
  readonly callId: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
  /** Of a call of the page: the model reads it. */
  readonly tellModel?: boolean | undefined;
  readonly status: 'running' | 'waiting' | 'completed' | 'failed' | 'aborted';
  /** The id of its session on the server; set for a tool that asks or reports progress. */
  readonly sessionId?: string | undefined;
  /** The tool's last progress report. */
  readonly progress?: Readonly<ProgressReport & Pick<PluginProgressEvent, 'waits'>> | undefined;
  /** What it returned, or why it failed. */
  readonly content?: string | undefined;
  /** Why a call of the page could not begin. */
  readonly problem?: Problem | undefined;
}

/** One POST and its stream. */
export interface PostState {
  readonly id: string;
  readonly phase: 'sending' | 'open';
  /** The call it begins. */
  readonly call?: string | undefined;
  /** The session it stops, or the calls that it awaits: only this POST is told that the server lacks them. */
  readonly names?: readonly string[] | undefined;
  /** Why it is being retried. */
  readonly problem?: Problem | undefined;
}

/** The id of the one stream that the host reads itself and pushes. */
export const pushedPost = 'pushed';

/** What the conversation is doing. `waiting`: the turn waits for answers. `failed`: the last turn did not finish. */
export type ClientStatus = 'idle' | 'sending' | 'streaming' | 'waiting' | 'failed';

/** The default of `maxItems`. */
export const defaultMaxItems = 500;

/** Nothing streams. */
export const noWords: Pick<ClientState, 'text' | 'reasoning'> = { text: '', reasoning: [] };

export function idleState(
  messages: readonly ChatMessage[] = [],
  maxItems = defaultMaxItems,
  maxMessages = defaultMaxMessages,
): ClientState {
  return {
    messages,
    outbox: [],
    ...noWords,
    calls: [],
    items: [],
    gone: [],
    maxItems,
    maxMessages,
    turnedAway: 0,
    capabilities: {},
    shows: { genericForm: false, url: false },
    posts: [],
  };
}

/** True while the chat server waits for an answer. */
function isAwaiting({ items }: ClientState): boolean {
  return openIn(items).some(isOfChat);
}

export function statusOf(state: ClientState): ClientStatus {
  if (state.posts.some((post) => post.phase === 'open')) return 'streaming';
  if (state.posts.some((post) => post.phase === 'sending')) return 'sending';
  if (isAwaiting(state)) return 'waiting';
  if (state.problem !== undefined) return 'failed';
  return isHeldUp(state) ? 'waiting' : 'idle';
}

/** A question waits, or a call for something outside. */
export function isHeldUp(state: ClientState): boolean {
  return isAwaiting(state) || state.calls.some(({ status, progress }) => isAtWork(status) && progress?.waits === true);
}

/** True if a message ends the question that waits: nobody speaks, and a stream is open only for work beside it. */
export function mayInterrupt(state: ClientState): boolean {
  const { text, reasoning, outbox } = state;
  return text === '' && reasoning.length + outbox.length === 0 && isAwaiting(state);
}

/** True if nothing runs, waits or failed, yet the model has not replied. */
export function isUnanswered(state: ClientState): boolean {
  const last = state.outbox.at(-1) ?? state.messages.findLast((message) => !isAside(state, message));
  const isAnswer = last?.role === 'assistant' && (last.tool_calls?.length ?? 0) === 0;
  return state.problem === undefined && !isHeldUp(state) && !isAnswer;
}

/** The message is of a call that the page began aside. */
function isAside({ messages }: ClientState, { tool_calls: calls, tool_call_id: answers }: ChatMessage): boolean {
  const made = calls ?? messages.flatMap(({ tool_calls = [] }) => tool_calls.filter(({ id }) => id === answers));
  return made.length > 0 && made.every(({ aside }) => aside === true);
}

/** True while a POST of ours is in progress. The host's own stream doesn't count: its end is unknown. */
export function isBusy(state: ClientState): boolean {
  return state.posts.some((post) => post.id !== pushedPost);
}

/** What a question becomes; the question itself if it stays as it is. */
export type ItemChange = (item: ItemState) => ItemState;

/** Change what can still be acted on. If nothing changes, return the same state. */
export function changeOpen(state: ClientState, change: ItemChange): ClientState {
  return changeItems(state, openIn(state.items), change);
}

/** Change one item. If there is none with that id, or it does not change, return the same state. */
export function changeItem(state: ClientState, elicitId: string, change: ItemChange): ClientState {
  const item = findItem(state.items, elicitId);
  return item === undefined ? state : changeItems(state, [item], change);
}

function changeItems(state: ClientState, items: readonly ItemState[], change: ItemChange): ClientState {
  const became = new Map<ItemState, ItemState>();
  for (const item of items) {
    const changed = change(item);
    if (changed !== item) became.set(item, changed);
  }
  return became.size === 0 ? state : { ...state, items: exchange(state.items, became) };
}

/** Change one call, adding it if it is new. */
export function changeCall(
  state: ClientState,
  callId: string,
  change: Partial<ToolActivity>,
  toolName = '',
): ClientState {
  const at = state.calls.findLastIndex((call) => call.callId === callId);
  const known = state.calls[at];
  if (known !== undefined) return { ...state, calls: state.calls.with(at, { ...known, ...change }) };
  return addCalls(state, [{ callId, toolName, arguments: {}, status: 'running', ...change }]);
}

/** Add calls. Over the limit, drop the oldest that have ended, then the oldest. */
export function addCalls(state: ClientState, added: readonly ToolActivity[]): ClientState {
  const all = [...state.calls, ...added];
  const calls = dropOldest(all, all.length - state.maxItems, ({ status }) => !isAtWork(status));
  return { ...state, calls: calls.slice(-state.maxItems) };
}

export function isAtWork(status: ToolActivity['status']): status is 'running' | 'waiting' {
  return status === 'running' || status === 'waiting';
}

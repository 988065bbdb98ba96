import type { PluginSessionStatus, ServerCapabilities } from '../../protocol/chat-event.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ClientCapabilities } from '../../protocol/chat-request.ts';
import type { JsonObject } from '../../protocol/json.ts';
import type { Problem } from '../client-error.ts';
import { isAwaited, isOpen, type ItemState } from './item-state.ts';
import { defaultMaxMessages } from './messages.ts';

/** All that a client knows; changed by `reduce` alone. */
export interface ClientState {
  /** The conversation as the server has told it. */
  readonly messages: readonly ChatMessage[];
  /** What the person said and the server has not named yet. */
  readonly outbox: readonly ChatMessage[];
  /** The last revision that is known; what is older is dropped, from wherever it comes. Undefined before the first. */
  readonly revision?: number | undefined;
  /** The text that streams now. */
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly ToolActivity[];
  /** The questions of this client, in order of asking: as many as `maxItems`. */
  readonly items: readonly ItemState[];
  /** How many questions are kept, and how many calls: all work on one event is in proportion to it. */
  readonly maxItems: number;
  /** How many messages are kept. */
  readonly maxMessages: number;
  /** How many questions found no room, because those that are kept are all open. */
  readonly turnedAway: number;
  /** Empty until the server says: an older one never does. */
  readonly capabilities: ServerCapabilities;
  /** What can be shown beside the questions of the plugins. */
  readonly shows: Required<ClientCapabilities>;
  /** The POSTs under way; the one opened last comes last. */
  readonly posts: readonly PostState[];
  /** Why the last turn failed. */
  readonly problem?: Problem | undefined;
}

/** What a tool call is doing. */
export interface ToolActivity {
  readonly callId: string;
  readonly toolName: string;
  readonly arguments: JsonObject;
  readonly status: 'running' | 'waiting' | 'completed' | 'failed' | 'aborted';
  /** Names its session on the server; there for a tool that asks or reports. */
  readonly sessionId?: string | undefined;
  /** What the tool last said. */
  readonly progress?: { readonly message: string; readonly progress?: number; readonly total?: number } | undefined;
  /** What it returned, or why it failed. */
  readonly content?: string | undefined;
}

/** One POST and its stream. */
export interface PostState {
  readonly id: string;
  /** `resting`: the host's own stream, between turns. */
  readonly phase: 'sending' | 'open' | 'resting';
  /** The questions it answers. */
  readonly answers: readonly string[];
  /** The call that it stops. */
  readonly aborts?: string | undefined;
  /** Why it is being tried again. */
  readonly problem?: Problem | undefined;
}

/** The id of the one stream that the host reads itself and pushes. */
export const pushedPost = 'pushed';

/**
 * What the conversation is doing. `waiting`: the turn rests on open questions. `failed`: the last
 * turn did not come to its end.
 */
export type ClientStatus = 'idle' | 'sending' | 'streaming' | 'waiting' | 'failed';

/** How many questions a client keeps where nothing else is said. */
export const defaultMaxItems = 500;

export function idleState(
  messages: readonly ChatMessage[] = [],
  maxItems = defaultMaxItems,
  maxMessages = defaultMaxMessages,
): ClientState {
  return {
    messages,
    outbox: [],
    text: '',
    thinking: '',
    calls: [],
    items: [],
    maxItems,
    maxMessages,
    turnedAway: 0,
    capabilities: {},
    shows: { genericForm: false, url: false },
    posts: [],
  };
}

export function statusOf(state: ClientState): ClientStatus {
  if (state.posts.some((post) => post.phase === 'open')) return 'streaming';
  if (state.posts.some((post) => post.phase === 'sending')) return 'sending';
  if (state.items.some(isAwaited)) return 'waiting';
  return state.problem === undefined ? 'idle' : 'failed';
}

/** The server numbers what it tells, so that requests and events can come twice, late or in any order. */
export function isNumbered({ capabilities }: ClientState): boolean {
  return capabilities.revisions === true;
}

/** Nothing runs, nothing is asked, nothing failed, and yet the model has not had the last word. */
export function isUnanswered(state: ClientState): boolean {
  const last = state.outbox.at(-1) ?? state.messages.at(-1);
  const isAnswer = last?.role === 'assistant' && (last.tool_calls?.length ?? 0) === 0;
  return state.problem === undefined && !state.items.some(isAwaited) && !isAnswer;
}

/** True while a POST of ours is under way; of the host's own stream nobody can tell when it ends. */
export function isBusy(state: ClientState): boolean {
  return state.posts.some((post) => post.id !== pushedPost);
}

/** Change the items that a test picks; where none changes, the state stays the same value. */
export function changeItems(state: ClientState, change: (item: ItemState) => ItemState): ClientState {
  const items = state.items.map(change);
  return items.every((item, index) => item === state.items[index]) ? state : { ...state, items };
}

/** Change one call, which need not be known yet. */
export function changeCall(
  state: ClientState,
  callId: string,
  change: Partial<ToolActivity>,
  toolName = '',
): ClientState {
  const known = state.calls.some((call) => call.callId === callId);
  if (known) {
    return { ...state, calls: state.calls.map((call) => (call.callId === callId ? { ...call, ...change } : call)) };
  }
  const call: ToolActivity = { callId, toolName, arguments: {}, status: 'running', ...change };
  return addCalls(state, [call]);
}

/** Add calls, over so many that those which ended first go, else the oldest. */
export function addCalls(state: ClientState, added: readonly ToolActivity[]): ClientState {
  const calls = dropOldest([...state.calls, ...added], state.maxItems, ({ status }) => !isAtWork(status));
  return { ...state, calls: calls.slice(-state.maxItems) };
}

/** Add a question. Where those that ended leave no room for it, it is only counted. */
export function addItem(state: ClientState, item: ItemState): ClientState {
  const items = dropOldest([...state.items, item], state.maxItems, (kept) => !isOpen(kept));
  return items.length > state.maxItems ? { ...state, turnedAway: state.turnedAway + 1 } : { ...state, items };
}

/** Leave out the oldest of those that can go, until the rest is no more than so many. */
function dropOldest<T>(all: readonly T[], max: number, canGo: (one: T) => boolean): readonly T[] {
  let over = all.length - max;
  if (over <= 0) return all;
  return all.filter((one) => {
    if (over <= 0 || !canGo(one)) return true;
    over -= 1;
    return false;
  });
}

export function isAtWork(status: ToolActivity['status']): boolean {
  return status === 'running' || status === 'waiting';
}

const statuses: Record<PluginSessionStatus, ToolActivity['status']> = {
  running: 'running',
  awaiting_elicit: 'waiting',
  awaiting_sample: 'running',
  completed: 'completed',
  failed: 'failed',
  aborted: 'aborted',
};

/** A session's status as its call's. */
export function activityOf(status: PluginSessionStatus): ToolActivity['status'] {
  return statuses[status];
}

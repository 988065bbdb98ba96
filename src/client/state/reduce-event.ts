import type { ChatStreamEvent, ConversationStateEvent } from '../../protocol/chat-event.ts';
import type { ElicitRequest } from '../../protocol/elicit-request.ts';
import { cardProblem } from './card-problem.ts';
import {
  activityOf,
  addCalls,
  addItem,
  changeCall,
  changeItems,
  isAtWork,
  isCarriedBy,
  type ClientState,
  type PostState,
  type ToolActivity,
} from './client-state.ts';
import {
  endItem,
  failItem,
  findItem,
  isAwaited,
  isOpen,
  openItem,
  reopenItem,
  settleByCallEnd,
  settleItem,
  type ItemState,
} from './item-state.ts';
import { isCalled, withAssistantText, withToolCalls, withToolMessage } from './messages.ts';

/** What the conversation's history says of a call whose session is gone. */
export const outcomeUnknown = 'Outcome unknown; do not repeat it unless the person asks.';

/**
 * What one event of a stream changes.
 *
 * Several streams may tell of one turn: facts about calls and questions count from each, and count
 * once; words count from the stream that was opened last.
 */
export function reduceEvent(before: ClientState, post: string, event: ChatStreamEvent, at: number): ClientState {
  const speaks = isSpeaker(before, post);
  const state = rest(before, post, event);
  switch (event.type) {
    case 'session_info':
      // What is no longer told of silences holds no longer.
      return { ...state, capabilities: { ...state.capabilities, keepAlive: undefined, ...event.capabilities } };
    case 'text': {
      const next = carriesOn(state, () => true, post, at);
      return speaks ? { ...next, text: next.text + event.content, messagesAreFresh: false } : next;
    }
    case 'thinking':
      return speaks ? { ...state, thinking: state.thinking + event.content } : state;
    case 'tool_calls':
      return callTools(state, event.calls);
    case 'tool_result':
      return endCall(state, event, { status: 'completed', content: event.content }, event.content, at);
    case 'tool_error':
      return endCall(state, event, { status: 'failed', content: event.message }, `Error: ${event.message}`, at);
    case 'plugin_elicit_request': {
      const { type: _, ...request } = event;
      return ask(state, request, post, at);
    }
    case 'plugin_elicit_settled': {
      const settled = changeItem(state, event.elicitId, (item) => settleItem(item, event.action, at, event.answerId));
      return settled === state ? state : changeCall(settled, event.callId, { status: 'running' });
    }
    case 'plugin_session_status': {
      const { callId, sessionId, toolName } = event;
      const status = activityOf(event.status);
      const known = state.calls.find((call) => call.callId === callId);
      // An older stream can tell late how a call stood that has ended since.
      const isLate = !speaks && isAtWork(status) && known !== undefined && !isAtWork(known.status);
      const change = isLate ? {} : { status, ...(isAtWork(status) && { content: undefined }) };
      const told = changeCall(state, callId, { ...change, sessionId }, toolName);
      if (event.status !== 'aborted') return told;
      return changeOfCall(told, callId, (item) => endItem(item, { status: 'aborted', by: event.by }));
    }
    case 'plugin_session_error':
      return failSession(state, event);
    case 'plugin_progress': {
      const { callId, sessionId, toolName, message, progress, total } = event;
      const said = { message, ...(progress !== undefined && { progress }), ...(total !== undefined && { total }) };
      return changeCall(state, callId, { sessionId, progress: said }, toolName);
    }
    case 'plugin_log':
      return state;
    case 'conversation_state':
      if (!speaks) return state;
      return {
        ...state,
        messages: event.conversationState.messages,
        messagesAreFresh: true,
        text: '',
        thinking: '',
      };
    case 'complete': {
      const next = carriesOn(state, () => true, post, at);
      if (!speaks) return next;
      // An older server tells no conversation_state before this: keep its words ourselves.
      const words = next.text || (next.messagesAreFresh ? '' : event.text);
      const messages = withAssistantText(next.messages, words);
      return { ...next, messages, messagesAreFresh: true, text: '', thinking: '' };
    }
    case 'error': {
      const problem = { code: event.code, message: event.message };
      const failed = changeItems(state, (item) => (isCarriedBy(state, item, post) ? failItem(item, problem) : item));
      return failed === state && speaks ? { ...state, problem } : failed;
    }
  }
}

/** True for the stream that was opened last. */
function isSpeaker({ posts }: ClientState, post: string): boolean {
  const speaker = posts.at(-1);
  return speaker?.id === post && !speaker.isOvertaken;
}

/** Note whether the stream could end after this event without having been cut. */
function rest(state: ClientState, post: string, event: ChatStreamEvent): ClientState {
  const known = state.posts.find((candidate) => candidate.id === post);
  if (known === undefined) return state;
  const over = event.type === 'complete' || event.type === 'error';
  const atRest = over || (event.type === 'conversation_state' && restsOn(state, known, event));
  const asked = askedAfter(known.asked, event, state.maxItems);
  if (known.atRest === atRest && known.asked === asked) return state;
  return { ...state, posts: state.posts.map((old) => (old === known ? { ...old, asked, atRest } : old)) };
}

/** The calls whose question was the last that a stream told of them. */
function askedAfter(asked: readonly string[], event: ChatStreamEvent, max: number): readonly string[] {
  switch (event.type) {
    case 'plugin_elicit_request':
      return asked.includes(event.callId) ? asked : [...asked, event.callId].slice(-max);
    case 'plugin_elicit_settled':
      return asked.includes(event.callId) ? asked.filter((callId) => callId !== event.callId) : asked;
    default:
      return asked;
  }
}

/**
 * True where a turn can rest on this. A server that attaches also tells how things stand while they are moving:
 * then calls run that ask nothing, or the model has yet to speak.
 */
function restsOn(state: ClientState, post: PostState, { conversationState }: ConversationStateEvent): boolean {
  if (state.capabilities.attach !== true) return true;
  const { messages } = conversationState;
  const asking = state.items.filter((item) => isAwaited(item) && !(item.status === 'sending' && item.post === post.id));
  const ended = new Set(messages.map((message) => message.tool_call_id));
  const waiting = new Set(asking.map((item) => item.request.callId));
  const running = messages
    .flatMap((message) => (message.tool_calls ?? []).map((call) => call.id))
    .filter((id) => !ended.has(id) && !waiting.has(id));
  // What this stream asked may have been answered on another meanwhile: it rested on the question all the same.
  const asked = new Set(post.asked);
  if (running.some((id) => !asked.has(id))) return false;
  const last = messages.at(-1)?.role;
  return asking.length > 0 || running.length > 0 || last === undefined || last === 'assistant';
}

/** Where the server says nothing of answers, whatever comes after one shows that it was taken. */
function carriesOn(state: ClientState, of: (item: ItemState) => boolean, post: string, at: number): ClientState {
  if (state.capabilities.idempotentAnswers === true) return state;
  return changeItems(state, (item) =>
    isCarriedBy(state, item, post) && of(item) ? settleItem(item, item.result?.action ?? 'cancel', at) : item,
  );
}

function callTools(
  state: ClientState,
  calls: readonly { id: string; name: string; arguments: ToolActivity['arguments'] }[],
): ClientState {
  const known = new Set(state.calls.map(({ callId }) => callId));
  const fresh = calls.filter(({ id }) => !known.has(id));
  const messages = withToolCalls(state.messages, state.text, calls);
  const started = fresh.map((call): ToolActivity => ({
    callId: call.id,
    toolName: call.name,
    arguments: call.arguments,
    status: 'running',
  }));
  const spoken = messages === state.messages ? {} : { messages, messagesAreFresh: false, text: '', thinking: '' };
  return addCalls({ ...state, ...spoken }, started);
}

function endCall(
  state: ClientState,
  { id, name }: { id: string; name: string },
  change: Partial<ToolActivity>,
  content: string,
  at: number,
): ClientState {
  const settled = changeOfCall(state, id, (item) => settleByCallEnd(item, at));
  const messages = withToolMessage(settled.messages, id, content);
  // What is known already, as an older stream tells it late, makes nothing older.
  const messagesAreFresh = settled.messagesAreFresh && messages === settled.messages;
  return { ...changeCall(settled, id, change, name), messages, messagesAreFresh };
}

function ask(state: ClientState, request: ElicitRequest, post: string, at: number): ClientState {
  const { callId, sessionId, elicitId, toolName } = request;
  const known = findItem(state.items, elicitId);
  if (known !== undefined && (known.server !== undefined || !isAskedAgain(state, known, request, post))) return state;
  const settled = carriesOn(state, (item) => item !== known && item.request.callId === callId, post, at);
  const asked =
    known === undefined
      ? addItem(settled, openItem(request, at))
      : changeItem(settled, elicitId, (item) => reopenItem(item, request, at));
  return changeCall(asked, callId, { status: 'waiting', sessionId, content: undefined }, toolName);
}

function isAskedAgain(state: ClientState, item: ItemState, request: ElicitRequest, post: string): boolean {
  // It was not found, as when nobody was signed in, and is there all the same. A stream that is older knows no better.
  if (item.status === 'lost') return isSpeaker(state, post) && request.attempt >= item.request.attempt;
  if (request.attempt > item.request.attempt) return isOpen(item);
  if (item.isPartial === true) return item.status === 'pending';
  // An older server counts no attempts: its answer to an answer is the same question.
  return state.capabilities.idempotentAnswers !== true && isCarriedBy(state, item, post);
}

function failSession(
  state: ClientState,
  { callId, error, message }: Extract<ChatStreamEvent, { type: 'plugin_session_error' }>,
): ClientState {
  const problem = { code: error, message };
  if (error === 'INTERNAL_ERROR') {
    return changeOfCall(state, callId, (item) => (item.status === 'sending' ? failItem(item, problem) : item));
  }
  const lost = error === 'SESSION_NOT_FOUND';
  const ended = changeOfCall(state, callId, (item) =>
    // What was typed stays: the server may yet ask again.
    lost
      ? endItem(item, { status: 'lost', problem: cardProblem(problem), drafts: item.drafts })
      : endItem(item, { status: 'aborted' }),
  );
  const told = changeCall(ended, callId, { status: lost ? 'failed' : 'aborted', content: message });
  return isCalled(told.messages, callId)
    ? { ...told, messages: withToolMessage(told.messages, callId, outcomeUnknown) }
    : told;
}

function changeItem(state: ClientState, elicitId: string, change: (item: ItemState) => ItemState): ClientState {
  return changeItems(state, (item) => (isOfChat(item) && item.request.elicitId === elicitId ? change(item) : item));
}

function changeOfCall(state: ClientState, callId: string, change: (item: ItemState) => ItemState): ClientState {
  return changeItems(state, (item) => (isOfChat(item) && item.request.callId === callId ? change(item) : item));
}

/** What others asked is none of a chat server's business. */
function isOfChat(item: ItemState): boolean {
  return item.server === undefined;
}

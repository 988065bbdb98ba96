import type { ChatStreamEvent, PluginSessionErrorEvent } from '../../protocol/chat-event.ts';
import type { ChatMessage } from '../../protocol/chat-message.ts';
import type { ElicitRequest } from '../../protocol/elicit-request.ts';
import { canonicalJson } from '../../protocol/json.ts';
import { outcomeUnknown, withThought } from '../../protocol/message-parts.ts';
import { seqOf } from '../../protocol/question-keys.ts';
import { cardProblem, type ItemProblem } from '../client-error.ts';
import {
  addCalls,
  changeCall,
  changeItem,
  changeOpen,
  isAtWork,
  noWords,
  type ClientState,
  type ItemChange,
  type ToolActivity,
} from './client-state.ts';
import {
  answeredDrafts,
  changeAnswer,
  endItem,
  failItem,
  keepAnswer,
  openItem,
  reopenItem,
  settleItem,
} from './change-item.ts';
import {
  answerOnItsWay,
  countsIn,
  draftsOf,
  findItem,
  isOfChat,
  isOpen,
  isRevised,
  openIn,
  statusOfItem,
  withNew,
  type ItemState,
} from './item-state.ts';
import { endOfCall, isCalled, toolOfCall, withMessage, withToolCalls, withToolMessage } from './messages.ts';

/** Apply the conversation's next event. */
export function reduceEvent(state: ClientState, event: ChatStreamEvent, at: number): ClientState {
  switch (event.type) {
    case 'session_info':
      // Drop the old keep-alive: a server that omits it makes no promise.
      return {
        ...state,
        revision: state.revision ?? 0,
        capabilities: { ...state.capabilities, keepAlive: undefined, ...event.capabilities },
      };
    case 'text':
      return { ...state, text: state.text + event.content };
    case 'thinking':
      return { ...state, reasoning: withThought(state.reasoning, event.content, state.text.length) };
    case 'messages':
      return event.messages.reduce(addMessage, dropMessages(state, event.dropped ?? [], event.messages));
    case 'tool_calls':
      return callTools(state, event);
    case 'tool_result':
    case 'tool_error':
      return endCall(state, event);
    case 'plugin_elicit_request': {
      const { type: _, ...request } = event;
      return ask(state, request, at);
    }
    case 'plugin_elicit_settled': {
      const { answerId, elicitId } = event;
      if (findItem(state.items, elicitId) === undefined) return addReceipt(state, event);
      return settle(state, event, (item) => {
        const counts = countsIn(item);
        if (counts === undefined) return settleItem(item, event);
        // A snapshot tells it again. Of several changes it tells only how the last one came about.
        const isSame = answerId === undefined || counts.id === undefined || counts.id === answerId;
        return isSame ? item : changeAnswer(item, event);
      });
    }
    case 'plugin_elicit_revised':
      return goBack(state, event);
    case 'plugin_session_status': {
      const { callId, sessionId, toolName, status, by } = event;
      if (status === 'running') return changeCall(state, callId, { status, sessionId, content: undefined }, toolName);
      const stopped = changeCall(state, callId, { status, sessionId }, toolName);
      return changeOfCall(stopped, callId, (item) => endItem(item, { how: 'aborted', by }));
    }
    case 'plugin_session_error':
      return failSession(state, event);
    case 'plugin_progress': {
      const { type: _, callId, sessionId, toolName, ...told } = event;
      // An empty message ends the progress of a wait.
      const progress = told.message === '' && told.waits !== true ? undefined : told;
      return changeCall(state, callId, { sessionId, progress }, toolName);
    }
    case 'complete':
      return { ...state, ...noWords };
    case 'error':
      return { ...state, ...noWords, problem: { code: event.code, message: event.message } };
    case 'plugin_log':
    case 'end':
    case 'snapshot':
      return state;
  }
}

/** Apply an event that is for one request alone: about its stream, or about what it carried. */
export function reduceReply(state: ClientState, post: string, event: ChatStreamEvent, at: number): ClientState {
  switch (event.type) {
    case 'session_info':
      return reduceEvent(state, event, at);
    case 'plugin_elicit_settled':
      return settle(state, event, (item) => (isRevised(item) ? keptItem(item, event, at) : settleItem(item, event)));
    case 'plugin_session_error':
      return isBroughtBy(state, post, event) ? reduceEvent(state, event, at) : state;
    case 'end':
      return {
        ...state,
        looksAt: event.lookAfter === undefined ? undefined : at + Math.max(soonestLook, event.lookAfter),
      };
    case 'error':
      return state.posts.every(({ id }) => id === post) ? reduceEvent(state, event, at) : state;
    default:
      return state;
  }
}

/** A server that says 0 is not asked again and again. In milliseconds. */
const soonestLook = 1000;

function isBroughtBy({ items, posts }: ClientState, post: string, event: PluginSessionErrorEvent): boolean {
  const { sessionId, callId } = event;
  return (
    posts.some(({ id, names }) => id === post && names?.includes(sessionId)) ||
    openIn(items).some((item) => item.request.callId === callId && answerOnItsWay(item)?.post === post)
  );
}

/** Replace the conversation by a snapshot. Whatever it does not name is over. */
export function reduceSnapshot(before: ClientState, events: readonly ChatStreamEvent[], at: number): ClientState {
  const messages = events.flatMap((event) => (event.type === 'messages' ? event.messages : []));
  const dropped = events.flatMap((event) => (event.type === 'messages' ? (event.dropped ?? []) : []));
  const kept = dropMessages(before, dropped, messages);
  const named = new Set(messages.map(({ id }) => id));
  const outbox = kept.outbox.filter(({ id }) => !named.has(id));
  const empty: ClientState = { ...kept, messages, outbox, ...noWords, problem: undefined };
  const told = events.reduce(
    (state, event) => (event.type === 'messages' ? state : reduceEvent(asTold(state, event), retold(event), at)),
    empty,
  );
  const running = new Set(
    events.flatMap((event) => (event.type === 'tool_calls' ? event.calls.map(({ id }) => id) : [])),
  );
  /** A call of the page that the server may not have yet. */
  const isComing = (id: string) =>
    before.posts.some(({ call }) => call === id) && ![before.messages, messages].some((all) => isCalled(all, id));
  const isTold = (callId: string) => running.has(callId);
  const ended = changeOpen(told, (item) => {
    const { callId } = item.request;
    // An answer being sent gets its own outcome.
    if (!isOfChat(item) || answerOnItsWay(item) || isTold(callId)) return item;
    const problem = endOfCall(messages, callId) ? undefined : { code: 'SESSION_NOT_FOUND' };
    return loseItem(item, problem);
  });
  const calls = ended.calls.map((call): ToolActivity => {
    if (!isAtWork(call.status) || isTold(call.callId) || isComing(call.callId)) return call;
    return { ...call, ...(endOfCall(messages, call.callId) ?? { status: 'failed' }) };
  });
  return { ...ended, calls };
}

/** What a snapshot asks waits, though it has ended here: a failover may take the server back to an earlier state. */
function asTold(state: ClientState, event: ChatStreamEvent): ClientState {
  if (event.type !== 'plugin_elicit_request') return state;
  return changeOfChat(state, event.elicitId, (item) =>
    isOpen(item) || item.end === undefined ? item : { ...item, end: { ...item.end, how: 'lost' } },
  );
}

/** A snapshot tells the last change of a call again: it says nothing about one that is being sent. */
function retold(event: ChatStreamEvent): ChatStreamEvent {
  return event.type === 'plugin_elicit_revised' ? { ...event, isStuck: undefined } : event;
}

/**
 * Drop the first of these messages of the person, and all that follows it, with the receipts of its calls but those of
 * `kept`.
 */
function dropMessages(state: ClientState, dropped: readonly string[], kept: readonly ChatMessage[]): ClientState {
  if (dropped.length === 0) return state;
  const ids = new Set<string | undefined>(dropped);
  const outbox = state.outbox.filter(({ id }) => !ids.has(id));
  const at = state.messages.findIndex(({ role, id }) => role === 'user' && ids.has(id));
  if (at === -1) return { ...state, outbox };
  const gone = callsIn(state.messages.slice(at));
  for (const id of callsIn(kept)) gone.delete(id);
  return {
    ...state,
    ...noWords,
    outbox,
    messages: state.messages.slice(0, at),
    calls: state.calls.filter(({ callId }) => !gone.has(callId)),
    items: state.items.filter((item) => !isOfChat(item) || !gone.has(item.request.callId)),
  };
}

function callsIn(messages: readonly ChatMessage[]): Set<string> {
  return new Set(messages.flatMap(({ tool_calls: calls = [] }) => calls.map(({ id }) => id)));
}

function addMessage(state: ClientState, message: ChatMessage): ClientState {
  if (message.role === 'assistant') {
    return { ...state, messages: withMessage(state.messages, message), ...noWords };
  }
  // A server that was sent the whole conversation repeats messages we have.
  const isKnown = message.id !== undefined && state.messages.some(({ id }) => id === message.id);
  const messages = isKnown ? state.messages : withMessage(state.messages, message);
  return { ...state, messages, outbox: state.outbox.filter(({ id }) => id !== message.id) };
}

function callTools(
  state: ClientState,
  { type: _type, calls, text = state.text, ...extras }: Extract<ChatStreamEvent, { type: 'tool_calls' }>,
): ClientState {
  const known = new Set(state.calls.map(({ callId }) => callId));
  const messages = withToolCalls(state.messages, { content: text, ...extras }, calls);
  const started = calls
    .filter(({ id }) => !known.has(id))
    .map(({ id, name, arguments: args }): ToolActivity => {
      return { callId: id, toolName: name, arguments: args, status: 'running' };
    });
  // The model goes on beside what the page calls.
  const isAside = calls.every(({ aside }) => aside === true);
  const spoken = messages === state.messages ? {} : { messages, ...(!isAside && noWords) };
  return addCalls({ ...state, ...spoken }, started);
}

function endCall(state: ClientState, event: ToolEnd): ClientState {
  const { id, name } = event;
  const isError = event.type === 'tool_error';
  const content = isError ? event.message : event.content;
  // An answer being sent gets its own outcome: the call may have ended without it.
  const settled = changeOfCall(state, id, (item) =>
    answerOnItsWay(item) ? item : settleItem(item, { action: 'cancel' }),
  );
  const messages = withToolMessage(settled.messages, id, content, isError);
  const gone = settled.gone.filter(({ request }) => request.callId !== id);
  // A stop is told first, and then as an error for the model.
  const was = settled.calls.find(({ callId }) => callId === id)?.status;
  const status = !isError ? 'completed' : was === 'aborted' ? was : 'failed';
  return { ...changeCall(settled, id, { status, content }, name), messages, gone };
}

function ask(state: ClientState, request: ElicitRequest, at: number): ClientState {
  const { callId, sessionId, elicitId, toolName } = request;
  const known = findItem(state.items, elicitId);
  if (known !== undefined && !isAskedAgain(known, request)) {
    return changeOfChat(state, elicitId, (item) => toldAgain(item, request));
  }
  const asked =
    known === undefined
      ? askNew(state, openItem(request, at))
      : changeOfChat(state, elicitId, (item) => reopenItem(item, request, at));
  return changeCall(asked, callId, { status: 'waiting', sessionId, content: undefined }, toolName);
}

/** The same question, told again: how long it waits may be news, and which answers can be changed. */
function toldAgain(item: ItemState, { attempt, changeable, expiresAt, extensions }: ElicitRequest): ItemState {
  const { request } = item;
  const told = { ...request, changeable, expiresAt, extensions };
  const isNews = canonicalJson(told) !== canonicalJson(request);
  if (!isNews || !isOpen(item) || isRevised(item) || attempt !== request.attempt) return item;
  return { ...item, request: told };
}

/** Ask a question. If the call went back past it, what was entered then is there again. */
export function askNew(state: ClientState, asked: ItemState): ClientState {
  const lost = state.gone.find((item) => isSamePlace(item, asked));
  const last = asked.outside && state.items.findLast((item) => isSameQuestion(item, asked));
  const isSame = () => canonicalJson(last?.request.schema) === canonicalJson(asked.request.schema);
  // If its server gave up on it, what was typed is there again, too.
  const given = last?.end?.by === 'server' && isSame() ? draftsOf(last) : undefined;
  const drafts = lost ? answeredDrafts(lost) : given;
  const gone = state.gone.filter((one) => one !== lost);
  const item = drafts && asked.open ? { ...asked, open: { ...asked.open, drafts } } : asked;
  const items = withNew(state.items, item, state.maxItems);
  // If dropping ended ones makes no room for it, only count it.
  return { ...state, gone, ...(items === undefined ? { turnedAway: state.turnedAway + 1 } : { items }) };
}

/** The same for a question that its call comes to again. */
function isSamePlace({ outside, request, context }: ItemState, asked: ItemState): boolean {
  const isSameCall = request.callId === asked.request.callId && request.key === asked.request.key;
  if (!isSameCall || outside?.server.name !== asked.outside?.server.name) return false;
  return canonicalJson(context) === canonicalJson(asked.context);
}

/** Two askings of a question by a server of its own, whichever call they are of. */
function isSameQuestion({ outside, request }: ItemState, { outside: asker, request: asked }: ItemState): boolean {
  const isSameServer = outside?.server.name === asker?.server.name;
  return isSameServer && request.toolName === asked.toolName && request.key === asked.key;
}

/** The call went back to a question, wherever its answer was changed. */
function goBack(state: ClientState, event: Extract<ChatStreamEvent, { type: 'plugin_elicit_revised' }>): ClientState {
  const { elicitId, callId, answerId, gone, isStuck } = event;
  const rest = leaveItems(state, gone, (item) => isOfChat(item) && item.request.callId === callId);
  return changeOfChat(rest, elicitId, (item) => {
    const counts = countsIn(item);
    if (counts === undefined) return settleItem(item, event);
    if (counts.id !== answerId) return changeAnswer(item, event);
    return isStuck && answerOnItsWay(item) ? keepAnswer(item, 'stuck') : item;
  });
}

/** Put away those of the questions with these ids that count no more. What was entered there is kept. */
export function leaveItems(
  state: ClientState,
  gone: readonly string[] = [],
  canGo: (item: ItemState) => boolean,
): ClientState {
  const ids = new Set(gone);
  const isGone = (item: ItemState) => ids.has(item.request.elicitId) && canGo(item);
  const left = state.items.filter(isGone);
  if (left.length === 0) return state;
  return {
    ...state,
    items: state.items.filter((item) => !isGone(item)),
    gone: [...left, ...state.gone].slice(0, state.maxItems),
  };
}

/** The server replies to an answer that was to take the place of another. */
function keptItem(item: ItemState, event: Settled, at: number): ItemState {
  const { answerId, kept, issues } = event;
  const sent = answerOnItsWay(item);
  if (sent === undefined) return item;
  if (kept === 'invalid') {
    const { end, answers } = item;
    const others = answers.filter((answer) => answer !== sent);
    return { ...reopenItem(item, { ...item.request, issues }, at), end, answers: others };
  }
  if (answerId !== undefined && answerId !== countsIn(item)?.id) return changeAnswer(item, event);
  return keepAnswer(item, kept === 'same' ? undefined : 'late');
}

type ToolEnd = Extract<ChatStreamEvent, { type: 'tool_result' | 'tool_error' }>;
type Settled = Extract<ChatStreamEvent, { type: 'plugin_elicit_settled' }>;

function settle(state: ClientState, { callId, elicitId }: Settled, change: ItemChange): ClientState {
  const settled = changeOfChat(state, elicitId, change);
  // The reply to an answer may come after the end of its call.
  const call = state.calls.findLast((one) => one.callId === callId);
  const waits = openIn(settled.items).some((item) => item.request.callId === callId && !isRevised(item));
  if (settled === state || (call && !isAtWork(call.status))) return settled;
  // What it told before it asked is over, but not its wait for something outside.
  const progress = call?.progress?.waits === true ? call.progress : undefined;
  return changeCall(settled, callId, waits ? { status: 'waiting' } : { status: 'running', progress });
}

/** The answer of a question that this page never had. Given before, it counts as the person's own, not as elsewhere. */
function addReceipt(state: ClientState, event: Settled): ClientState {
  const { sessionId, callId, elicitId } = event;
  const call = state.calls.find((one) => one.callId === callId);
  const toolName = call?.toolName ?? toolOfCall(state.messages, callId);
  const isLeft = state.gone.some(({ request }) => request.elicitId === elicitId);
  if (event.receipt === undefined || toolName === undefined || isLeft) return state;
  const request = { sessionId, callId, toolName, elicitId, key: '', message: '', schema: {}, seq: 0, attempt: 1 };
  const { action, answerId: id, receipt } = event;
  const asked: ItemState = {
    ...openItem(request),
    context: undefined,
    answers: [{ id, action, receipt, state: 'past' }],
  };
  const places = new Map([...callsIn(state.messages)].map((id, nth) => [id, nth]));
  const placeIn = (of: ElicitRequest) => (places.get(of.callId) ?? -1) + seqOf(of.elicitId) / 1e6;
  const isLater = (known: ItemState) => placeIn(known.request) > placeIn(request);
  const items = withNew(state.items, settleItem(asked, event), state.maxItems, isLater);
  return items === undefined ? state : { ...state, items };
}

function isAskedAgain(item: ItemState, { attempt }: ElicitRequest): boolean {
  if (!isOfChat(item)) return false;
  // The server lost it, for example while signed out, but has it after all.
  if (item.end?.how === 'lost') return attempt >= item.request.attempt;
  if (!isOpen(item) || isRevised(item)) return false;
  return attempt > item.request.attempt || (item.context === undefined && statusOfItem(item) === 'pending');
}

function failSession(state: ClientState, { callId, error, message }: PluginSessionErrorEvent): ClientState {
  const problem = { code: error, message };
  if (error === 'INTERNAL_ERROR') {
    return changeOfCall(state, callId, (item) => (answerOnItsWay(item) ? failItem(item, problem) : item));
  }
  const lost = error === 'SESSION_NOT_FOUND';
  const ended = changeOfCall(state, callId, (item) =>
    lost ? loseItem(item, cardProblem(problem)) : endItem(item, { how: 'aborted' }),
  );
  const told = changeCall(ended, callId, { status: lost ? 'failed' : 'aborted', content: message });
  return isCalled(told.messages, callId)
    ? { ...told, messages: withToolMessage(told.messages, callId, outcomeUnknown) }
    : told;
}

/** Keep drafts: the server may ask again. */
function loseItem(item: ItemState, problem: ItemProblem | undefined): ItemState {
  return endItem(item, { how: 'lost', problem, drafts: draftsOf(item) });
}

function changeOfChat(state: ClientState, elicitId: string, change: ItemChange): ClientState {
  return changeItem(state, elicitId, (item) => (isOfChat(item) ? change(item) : item));
}

function changeOfCall(state: ClientState, callId: string, change: ItemChange): ClientState {
  return changeOpen(state, (item) => (isOfChat(item) && item.request.callId === callId ? change(item) : item));
}

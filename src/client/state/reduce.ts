import type { ChatStreamEvent } from '../../protocol/chat-event.ts';
import type { ChatFile, ChatMessage } from '../../protocol/chat-message.ts';
import type { PluginCall } from '../../protocol/chat-request.ts';
import { cardProblem, type Problem } from '../client-error.ts';
import type { Told } from '../wire/read-line.ts';
import { changeCall, changeItem, changeOpen, pushedPost, type ClientState, type PostState } from './client-state.ts';
import { askOver, changeAnswer, changeSent, endHere, endItem, failItem, keepAnswer } from './change-item.ts';
import { answerOnItsWay, answerUnderWay, findItem, isOfChat, isRevised, type ItemState } from './item-state.ts';
import { isCalled, newest } from './messages.ts';
import { askNew, leaveItems, reduceEvent, reduceReply, reduceSnapshot } from './reduce-event.ts';
import type { OutcomeOfChange } from './outside-question.ts';
import { reduceItem, type ItemInput } from './reduce-item.ts';

/** Everything that can happen to a client. */
export type Input =
  | ItemInput
  /** The person sends a message. */
  | {
      type: 'said';
      id: string;
      text: string;
      files?: readonly ChatFile[] | undefined;
      /** The id of the person's message whose place it takes. */
      replaces?: string | undefined;
    }
  /** The person retries the last turn. */
  | { type: 'tried_again' }
  /** The conversation was restored from storage. */
  | { type: 'restored'; state: ClientState }
  /** The turn did not finish, and no POST of it is in progress. */
  | { type: 'turn_failed'; problem: Problem }
  /** Something other than the chat server asks. */
  | { type: 'asked_here'; item: ItemState }
  /** The person stops a call that is not the chat server's. */
  | { type: 'stopped_here'; callId: string }
  /** Its server says what came of the change of an answer. */
  | ({ type: 'changed_here'; elicitId: string } & OutcomeOfChange)
  /** The client was closed. */
  | { type: 'closed'; problem: Problem }
  | {
      type: 'post_started';
      post: string;
      answers: readonly string[];
      call?: PluginCall | undefined;
      names?: readonly string[] | undefined;
    }
  | { type: 'post_opened'; post: string }
  /** It failed and will be retried. */
  | { type: 'post_waits'; post: string; problem: Problem }
  /** The host took the POST and pushes the events itself. */
  | { type: 'post_handed_over'; post: string }
  /** The host's own stream broke, or ended without confirming the answers that it carries. */
  | { type: 'push_ended'; problem: Problem }
  | { type: 'post_ended'; post: string; problem?: Problem | undefined }
  /** What the stream of a POST tells, at a time in milliseconds since the Unix epoch. */
  | (Told & { post: string; at: number });

/** Every rule of the client: the next state, from this one and an input. Pure. */
export function reduce(state: ClientState, input: Input): ClientState {
  const next = reduceAll(state, input);
  // Keep a whole history whole; only added messages can exceed the limit.
  const isAdded = next.messages.length > state.messages.length && !tellsAll.has(input.type);
  const messages = isAdded ? newest(next.messages, next.maxMessages) : next.messages;
  return messages === next.messages ? next : { ...next, messages };
}

const tellsAll: ReadonlySet<Input['type']> = new Set(['restored', 'snapshot']);

function reduceAll(state: ClientState, input: Input): ClientState {
  switch (input.type) {
    case 'said': {
      const { id, text, files = [] } = input;
      // The server may not have what that message was to replace.
      const unsent = state.outbox.find((message) => message.id === input.replaces);
      const replaces = unsent?.replaces ?? input.replaces;
      const said: ChatMessage = {
        role: 'user',
        id,
        content: text,
        ...(files.length > 0 && { files }),
        ...(replaces !== undefined && { replaces }),
      };
      // What the server refused for good makes way: with it in the way, no later message could be sent.
      const { status } = state.problem ?? {};
      const outbox = status === 400 || status === 413 ? [] : state.outbox.filter((message) => message !== unsent);
      return { ...state, outbox: [...outbox, said], problem: undefined };
    }
    case 'tried_again':
      return { ...state, problem: undefined };
    case 'restored':
      return input.state;
    case 'turn_failed':
      return { ...state, problem: input.problem };
    case 'asked_here': {
      const next = input.item;
      const { elicitId } = next.request;
      if (findItem(state.items, elicitId) === undefined) return askNew(state, next);
      return changeItem(state, elicitId, (item) => (isOfChat(item) ? item : askOver(item, next)));
    }
    case 'stopped_here':
      return changeOpen(state, (item) =>
        isOfChat(item) || item.request.callId !== input.callId ? item : endHere(item, { how: 'aborted', by: 'user' }),
      );
    case 'changed_here':
      return changeHere(state, input);
    case 'closed':
      return changeOpen(state, (item) => letGo(item, input.problem));
    case 'post_started': {
      const { post: id, answers, call, names } = input;
      const post: PostState = { id, phase: 'sending', names, call: call?.callId };
      const posts = [post, ...without(state, id)];
      // A call of the page does not retry the turn.
      if (call !== undefined) return changeCall({ ...state, posts }, call.callId, call, call.toolName);
      return changeOpen({ ...state, problem: undefined, posts }, (item) =>
        answerOnItsWay(item) && answers.includes(item.request.elicitId) ? changeSent(item, { post: id }) : item,
      );
    }
    case 'post_opened':
      return openPost(state, input.post);
    case 'post_waits': {
      const held = { phase: 'sending', problem: input.problem } as const;
      const posts = state.posts.map((post) => (post.id === input.post ? { ...post, ...held } : post));
      return markProblem({ ...state, posts }, input.post, input.problem);
    }
    case 'post_handed_over':
      return changeCarried({ ...state, posts: without(state, input.post) }, input.post, (item) =>
        changeSent(item, { post: pushedPost }),
      );
    case 'post_ended':
      return endPost(state, input.post, input.problem);
    case 'push_ended':
      return failSent({ ...state, posts: without(state, pushedPost) }, pushedPost, input.problem, true);
    case 'event':
      return receive(input.post === pushedPost ? withPushed(state, input.event) : state, input);
    case 'snapshot':
      return receiveSnapshot(input.post === pushedPost ? withPushed(state, input.events.at(-1)) : state, input);
    default:
      return reduceItem(state, input);
  }
}

function changeHere(
  state: ClientState,
  { elicitId, kept, answerId, gone }: Extract<Input, { type: 'changed_here' }>,
): ClientState {
  return changeItem(
    leaveItems(state, gone, (item) => !isOfChat(item)),
    elicitId,
    (item) => {
      const counts = answerId ?? (isRevised(item) ? answerUnderWay(item)?.id : undefined);
      if (counts === undefined || item.outside === undefined) return item;
      const asItStands = { ...item, outside: { ...item.outside, takesChange: undefined } };
      return kept === undefined
        ? changeAnswer(asItStands, { action: 'accept', answerId: counts })
        : keepAnswer(asItStands, kept);
    },
  );
}

/** The chat server keeps its question. No other server can get an answer now. */
function letGo(item: ItemState, problem: Problem): ItemState {
  return isOfChat(item) && !isRevised(item) ? failItem(item, problem) : endItem(item, { how: 'aborted' });
}

/** Change the questions whose answer this POST carries. */
function changeCarried(state: ClientState, post: string, change: (item: ItemState) => ItemState): ClientState {
  return changeOpen(state, (item) => (answerOnItsWay(item)?.post === post ? change(item) : item));
}

function openPost(state: ClientState, id: string): ClientState {
  const post = state.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return state;
  const opened: PostState = { ...post, phase: 'open', problem: undefined };
  const posts = [...without(state, id), opened];
  return post.problem === undefined ? { ...state, posts } : markProblem({ ...state, posts }, id, undefined);
}

/** Note on a POST's answers why they have not arrived yet. */
function markProblem(state: ClientState, post: string, problem: Problem | undefined): ClientState {
  const told = problem && cardProblem(problem);
  return changeCarried(state, post, (item) => changeSent(item, { problem: told }));
}

function endPost(state: ClientState, id: string, problem: Problem | undefined): ClientState {
  const post = state.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return state;
  const ended = { ...state, posts: without(state, id) };
  if (problem === undefined) return ended;
  if (post.call !== undefined && !isCalled(state.messages, post.call)) {
    return changeCall(ended, post.call, { status: 'failed', content: problem.message, problem });
  }
  return failSent(ended, id, problem, state.posts.findLast((own) => own.id !== pushedPost) === post);
}

/** A failed answer can be retried on its card; anything else fails the turn. */
function failSent(state: ClientState, post: string, problem: Problem, isLast: boolean): ClientState {
  const failed = changeCarried(state, post, (item) => failItem(item, problem));
  return failed === state && isLast ? { ...state, problem } : failed;
}

function without({ posts }: ClientState, id: string): readonly PostState[] {
  return posts.filter((post) => post.id !== id);
}

/** Each event counts once, whichever stream brings it first: older revisions are ignored. */
function receive(state: ClientState, input: Extract<Input, { type: 'event' }>): ClientState {
  const { post, event, revision, at } = input;
  if (revision === undefined) return reduceReply(state, post, event, at);
  if (revision <= (state.revision ?? -1)) return state;
  return reduceEvent({ ...state, revision }, event, at);
}

function receiveSnapshot(state: ClientState, input: Extract<Input, { type: 'snapshot' }>): ClientState {
  const { events, revision, at } = input;
  if (revision < (state.revision ?? -1)) return state;
  return reduceSnapshot({ ...state, revision }, events, at);
}

/** The host's own stream does not say when a turn starts or ends: infer it from its events. */
function withPushed(state: ClientState, event: ChatStreamEvent | undefined): ClientState {
  const type = event?.type ?? 'text';
  const posts = without(state, pushedPost);
  if (opening.has(type)) return { ...state, posts: [...posts, { id: pushedPost, phase: 'open' }] };
  return closing.has(type) ? { ...state, posts } : state;
}

const opening: ReadonlySet<string> = new Set(['text', 'thinking', 'tool_calls']);
/** The events that end a turn's stream. */
const closing: ReadonlySet<string> = new Set(['end', 'complete', 'error']);

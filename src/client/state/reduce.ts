import type { ChatStreamEvent } from '../../protocol/chat-event.ts';
import type { Problem } from '../client-error.ts';
import { cardProblem } from './card-problem.ts';
import { addItem, changeItems, pushedPost, type ClientState, type PostState } from './client-state.ts';
import { endItem, failItem, isOpen, type ItemState } from './item-state.ts';
import { newest, withAssistantText, withMessage } from './messages.ts';
import { reduceEvent } from './reduce-event.ts';
import { reduceItem, type ItemInput } from './reduce-item.ts';

/** Everything that can happen to a client. */
export type Input =
  | ItemInput
  /** The person says something. */
  | { type: 'said'; text: string }
  /** The last turn is tried again. */
  | { type: 'tried_again' }
  /** What a storage had of the conversation. */
  | { type: 'restored'; state: ClientState }
  /** The turn did not come to its end, and no POST of it is under way. */
  | { type: 'turn_failed'; problem: Problem }
  /** Somebody else than the chat server asks. */
  | { type: 'asked_here'; item: ItemState }
  /** The client was closed. */
  | { type: 'closed'; problem: Problem }
  /** Nobody wants the rest of the text. */
  | { type: 'stopped' }
  | { type: 'post_started'; post: string; answers: readonly string[] }
  /** `isResumed`: it goes on where it broke off. */
  | { type: 'post_opened'; post: string; isResumed?: boolean | undefined }
  /** It failed, and will be tried again. */
  | { type: 'post_waits'; post: string; problem: Problem }
  /** The host took the POST and pushes the events itself. */
  | { type: 'post_handed_over'; post: string }
  /** The host's own stream ended without a word of these answers, or broke. */
  | { type: 'push_ended'; answers: readonly string[]; problem: Problem }
  | { type: 'post_ended'; post: string; problem?: Problem | undefined }
  | { type: 'event'; post: string; event: ChatStreamEvent; at: number };

/** Every rule of the client: what was, and what happens, give what is. Pure. */
export function reduce(state: ClientState, input: Input): ClientState {
  const next = reduceAll(state, input);
  // What a server or a storage tells as a whole is kept whole; only what is added to it can be too much.
  const isAdded = next.messages.length > state.messages.length && !tellsAll(input);
  const messages = isAdded ? newest(next.messages, next.maxMessages) : next.messages;
  return messages === next.messages ? next : { ...next, messages };
}

function tellsAll(input: Input): boolean {
  return input.type === 'restored' || (input.type === 'event' && input.event.type === 'conversation_state');
}

function reduceAll(state: ClientState, input: Input): ClientState {
  switch (input.type) {
    case 'said': {
      const messages = withAssistantText(state.messages, state.text);
      const said = { role: 'user', content: input.text } as const;
      return {
        ...state,
        messages: withMessage(messages, said),
        messagesAreFresh: false,
        text: '',
        thinking: '',
        problem: undefined,
      };
    }
    case 'tried_again':
      return { ...state, text: '', thinking: '', problem: undefined };
    case 'restored':
      return input.state;
    case 'turn_failed':
      return { ...state, problem: input.problem };
    case 'asked_here':
      return addItem(state, input.item);
    case 'closed':
      return changeItems(state, (item) => (isOpen(item) ? letGo(item, input.problem) : item));
    case 'stopped':
      return { ...state, messages: withAssistantText(state.messages, state.text), text: '', thinking: '' };
    case 'post_started': {
      const { post: id, answers } = input;
      const post: PostState = { id, phase: 'sending', answers, isOvertaken: false, asked: [], atRest: false };
      // First in the list: text comes from the stream that was opened last.
      return markSent(
        { ...state, problem: undefined, posts: [post, ...state.posts.filter(({ id }) => id !== input.post)] },
        input,
      );
    }
    case 'post_opened':
      return openPost(state, input.post, input.isResumed === true);
    case 'post_waits':
      return holdPost(state, input.post, input.problem);
    case 'post_handed_over':
      return handOver(state, input.post);
    case 'post_ended':
      return endPost(state, input.post, input.problem);
    case 'push_ended':
      return endPushed(state, input.answers, input.problem);
    case 'event':
      return input.post === pushedPost
        ? reducePushed(state, input.event, input.at)
        : reduceEvent(state, input.post, input.event, input.at);
    default:
      return reduceItem(state, input);
  }
}

/** The chat server keeps its question; nobody else can be answered any more. */
function letGo(item: ItemState, problem: Problem): ItemState {
  return item.server === undefined ? failItem(item, problem) : endItem(item, { status: 'aborted' });
}

function markSent(state: ClientState, { post, answers }: { post: string; answers: readonly string[] }): ClientState {
  return changeItems(state, (item) =>
    item.status === 'sending' && answers.includes(item.request.elicitId) ? { ...item, post } : item,
  );
}

function openPost(state: ClientState, id: string, isResumed: boolean): ClientState {
  const post = state.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return state;
  const opened: PostState = { ...post, phase: 'open', problem: undefined };
  const others = state.posts.filter((candidate) => candidate !== post);
  // What is resumed keeps its place: another stream may have begun to tell the text meanwhile.
  const posts = isResumed
    ? state.posts.map((candidate) => (candidate === post ? opened : candidate))
    : [...others.map(overtake), { ...opened, isOvertaken: false }];
  return post.problem === undefined ? { ...state, posts } : markProblem({ ...state, posts }, id, undefined);
}

function holdPost(state: ClientState, id: string, problem: Problem): ClientState {
  const post = state.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return state;
  const held: PostState = { ...post, phase: 'sending', atRest: false, problem };
  const posts = state.posts.map((candidate) => (candidate === post ? held : candidate));
  return markProblem({ ...state, posts }, id, problem);
}

/** Note at the answers of a POST why they are not through yet. */
function markProblem(state: ClientState, post: string, problem: Problem | undefined): ClientState {
  const told = problem && cardProblem(problem);
  return changeItems(state, (item) =>
    item.status === 'sending' && item.post === post && item.problem !== told ? { ...item, problem: told } : item,
  );
}

function handOver(state: ClientState, id: string): ClientState {
  const answers = state.posts.find((post) => post.id === id)?.answers ?? [];
  const pushed = state.posts.find((post) => post.id === pushedPost) ?? restingPost;
  const others = state.posts.filter((post) => post.id !== id && post.id !== pushedPost);
  const posts = [...others, { ...pushed, answers: [...pushed.answers, ...answers] }];
  return markSent({ ...state, posts }, { post: pushedPost, answers });
}

function overtake(post: PostState): PostState {
  return post.id === pushedPost ? post : { ...post, isOvertaken: true };
}

function endPost(state: ClientState, id: string, problem: Problem | undefined): ClientState {
  const post = state.posts.find((candidate) => candidate.id === id);
  if (post === undefined) return state;
  const ended = { ...state, posts: state.posts.filter((candidate) => candidate !== post) };
  if (problem === undefined) return ended;
  const failed = changeItems(ended, (item) =>
    item.status === 'sending' && item.post === id ? failItem(item, problem) : item,
  );
  // An answer that failed can be sent again where it stands; anything else failed as a turn.
  return failed === ended && state.posts.at(-1) === post ? { ...ended, problem } : failed;
}

/** The host's own stream says neither when it begins nor when it ends: its events must. */
function reducePushed(state: ClientState, event: ChatStreamEvent, at: number): ClientState {
  const known = state.posts.find((post) => post.id === pushedPost) ?? restingPost;
  const others = state.posts.filter((post) => post.id !== pushedPost);
  const phase = opening.has(event.type) ? 'open' : closing.has(event.type) ? 'resting' : known.phase;
  const next = reduceEvent({ ...state, posts: [...others, { ...known, phase }] }, pushedPost, event, at);
  if (!closing.has(event.type)) return next;
  const unsettled = next.items.filter((item) => item.status === 'sending').map((item) => item.request.elicitId);
  const posts = next.posts.map((post): PostState =>
    post.id === pushedPost ? { ...post, answers: post.answers.filter((answer) => unsettled.includes(answer)) } : post,
  );
  return { ...next, posts };
}

function endPushed(state: ClientState, answers: readonly string[], problem: Problem): ClientState {
  const over = new Set(answers);
  const posts = state.posts.map((post): PostState =>
    post.id === pushedPost
      ? { ...post, phase: 'resting', atRest: true, answers: post.answers.filter((answer) => !over.has(answer)) }
      : post,
  );
  const failed = changeItems(state, (item) =>
    item.status === 'sending' && over.has(item.request.elicitId) ? failItem(item, problem) : item,
  );
  // An answer that failed can be sent again where it stands; anything else failed as a turn.
  return failed === state ? { ...state, posts, problem } : { ...failed, posts };
}

const restingPost: PostState = {
  id: pushedPost,
  phase: 'resting',
  answers: [],
  isOvertaken: false,
  asked: [],
  atRest: true,
};
const opening: ReadonlySet<string> = new Set(['text', 'thinking', 'tool_calls']);
const closing: ReadonlySet<string> = new Set(['conversation_state', 'complete', 'error']);

import type { ChatStreamEvent } from '../../protocol/chat-event.ts';
import { pushedPost, type ClientState } from '../state/client-state.ts';
import type { ItemState } from '../state/item-state.ts';
import type { Input } from '../state/reduce.ts';

/**
 * Translate a server without revisions into one with revisions. It settles no answer by name, counts no attempts and
 * confirms no message: its next event shows that it took them. Events are numbered as they arrive.
 */
export function fromOlderServer(
  state: ClientState,
  post: string,
  event: ChatStreamEvent,
  at: number,
): readonly Input[] {
  const carried = state.items.filter((item) => isCarriedBy(state, item, post));
  let revision = state.revision ?? 0;
  const tell = (told: ChatStreamEvent): Input => ({ type: 'event', post, event: told, revision: ++revision, at });
  const settle = (items: readonly ItemState[]) => items.map((item) => tell(settledBy(item)));
  const heard: readonly Input[] = state.outbox.length === 0 ? [] : [tell({ type: 'messages', messages: state.outbox })];
  // If two streams are open, the one opened last carries the text.
  const speaks = post === pushedPost || state.posts.at(-1)?.id === post;

  switch (event.type) {
    case 'text':
      return [...heard, ...settle(carried), ...(speaks ? [tell(event)] : [])];
    case 'thinking':
      return speaks ? [...heard, tell(event)] : heard;
    case 'plugin_elicit_request': {
      const others = carried.filter(
        ({ request }) => request.callId === event.callId && request.elicitId !== event.elicitId,
      );
      const same = carried.find(({ request }) => request.elicitId === event.elicitId);
      // The server answers an invalid answer with the same question: count it as a new attempt.
      const attempt = same === undefined ? event.attempt : Math.max(event.attempt, same.request.attempt + 1);
      return [...heard, ...settle(others), tell({ ...event, attempt })];
    }
    case 'conversation_state':
      return speaks ? [...heard, { type: 'history', messages: event.conversationState.messages }] : heard;
    case 'complete': {
      if (!speaks) return [...heard, ...settle(carried)];
      const last = state.messages.at(-1);
      const isTold = last?.role === 'assistant' && last.content === event.text;
      const content = state.text || (isTold ? '' : (event.text ?? ''));
      const words: ChatStreamEvent = { type: 'messages', messages: [{ role: 'assistant', content }] };
      return [...heard, ...settle(carried), ...(content === '' ? [] : [tell(words)]), tell(event)];
    }
    case 'error': {
      const answers = carried.map(({ request }) => request.elicitId);
      if (answers.length === 0) return [...heard, ...(speaks ? [tell(event)] : [])];
      return [...heard, { type: 'answers_failed', answers, problem: { code: event.code, message: event.message } }];
    }
    default: {
      // Only the end of a call has an id. It took the answers that came with it.
      const taken = carried.filter(({ request }) => 'id' in event && request.callId === event.id);
      return [...heard, ...settle(taken), tell(event)];
    }
  }
}

/**
 * True for an answer being sent that this stream may report on. A host may push events before its transport returns, so
 * an answer still being sent counts as the host's.
 */
export function isCarriedBy({ posts }: ClientState, { status, post: carrier }: ItemState, post: string): boolean {
  if (status !== 'sending') return false;
  if (carrier === post) return true;
  return post === pushedPost && posts.some(({ id, phase }) => id === carrier && phase === 'sending');
}

function settledBy({ request: { sessionId, callId, elicitId }, result }: ItemState): ChatStreamEvent {
  const action = result?.action ?? 'cancel';
  return { type: 'plugin_elicit_settled', sessionId, callId, elicitId, action };
}

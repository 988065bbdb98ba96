import { excessOf, type Bounds } from '../protocol/bounds.ts';
import { readChatEvent, type ChatStreamEvent } from '../protocol/chat-event.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { isCarriedBy, pushedPost } from './state/client-state.ts';

/** The stream that the host reads itself: its events, and its end. */
export interface PushedStream {
  readonly push: (event: unknown) => void;
  readonly end: (failure?: unknown) => void;
}

export interface PushedStreamOptions {
  store: ClientStore;
  /** Of one event. */
  bounds: Bounds;
  readonly onEvent: (event: ChatStreamEvent) => void;
  readonly onError: (error: ClientError) => void;
  /** Try again what failed; told with the error. */
  readonly retry: (elicitId: string | undefined) => void;
}

export function createPushedStream({ store, bounds, onEvent, onError, retry }: PushedStreamOptions): PushedStream {
  const fail = (code: 'STREAM_CUT' | 'ANSWER_NOT_CONFIRMED', answers: readonly string[], cause?: unknown) => {
    const error = (elicitId?: string) =>
      new ClientError(code, messages[code], { elicitId, cause, retry: () => retry(elicitId) });
    store.dispatch({ type: 'push_ended', answers, problem: problemOf(error()) });
    for (const elicitId of answers.length === 0 ? [undefined] : answers) onError(error(elicitId));
  };

  return {
    push(event) {
      const leftOut = (problem: string) =>
        onError(new ClientError('BAD_EVENT', `A pushed event was left out: ${problem}.`));
      const excess = excessOf(event, bounds);
      if (excess !== undefined) return leftOut(`it ${excess.message}`);
      const read = readChatEvent(event);
      if (read.kind === 'unknown') return;
      if (read.kind === 'invalid') return leftOut(read.problem);
      store.dispatch({ type: 'event', post: pushedPost, event: read.event, at: Date.now() });
      if (read.event.type === 'error') onError(new ClientError(read.event.code, read.event.message));
      onEvent(read.event);
      if (read.event.type !== 'complete') return;
      // The turn is over: what was not told of its answers until now never will be.
      const state = store.getState();
      const answers = state.items.filter((item) => isCarriedBy(state, item, pushedPost));
      if (answers.length === 0) return;
      fail(
        'ANSWER_NOT_CONFIRMED',
        answers.map(({ request }) => request.elicitId),
      );
    },
    end(failure) {
      const { items, posts } = store.getState();
      // What a transport is still carrying is that one's affair.
      const answers = items.filter(({ status, post }) => status === 'sending' && post === pushedPost);
      const isCut = failure !== undefined || posts.some(({ id, atRest }) => id === pushedPost && !atRest);
      if (!isCut && answers.length === 0) return;
      fail(
        isCut ? 'STREAM_CUT' : 'ANSWER_NOT_CONFIRMED',
        answers.map(({ request }) => request.elicitId),
        failure,
      );
    },
  };
}

const messages = {
  STREAM_CUT: 'The server’s answer broke off before its end. Try again.',
  ANSWER_NOT_CONFIRMED: 'The server did not say that it has the answer. Send it again.',
};

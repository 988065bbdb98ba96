import type { Bounds } from '../protocol/bounds.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { isObject } from '../protocol/json.ts';
import { isNumbered, pushedPost } from './state/client-state.ts';
import { isCarriedBy } from './wire/older-server.ts';
import { createLineReader, type Told } from './wire/read-line.ts';

/** The stream that the host reads itself and pushes. */
export interface PushedStream {
  readonly push: (line: unknown) => void;
  readonly end: (failure?: unknown) => void;
}

export interface PushedStreamOptions {
  store: ClientStore;
  /** The limits of one line. */
  bounds: Bounds;
  readonly hear: (post: string, told: readonly Told[]) => void;
  readonly onError: (error: ClientError) => void;
  /** Retries what failed; passed along with the error. */
  readonly retry: (elicitId: string | undefined) => void;
}

export function createPushedStream({ store, bounds, hear, onError, retry }: PushedStreamOptions): PushedStream {
  const lines = createLineReader(bounds);
  let hasBegun = false;
  const fail = (code: 'STREAM_CUT' | 'ANSWER_NOT_CONFIRMED', answers: readonly string[], cause?: unknown) => {
    const error = (elicitId?: string) =>
      new ClientError(code, messages[code], { elicitId, cause, retry: () => retry(elicitId) });
    store.dispatch({ type: 'push_ended', answers, problem: problemOf(error()) });
    for (const elicitId of answers.length === 0 ? [undefined] : answers) onError(error(elicitId));
  };

  return {
    push(line) {
      if (isNumbered(store.getState()) && isBareEvent(line)) {
        const what = 'it has no revision, although its server numbers events';
        return onError(
          new ClientError('BAD_EVENT', `A pushed event was left out: ${what}. Push the whole line, {revision, event}.`),
        );
      }
      const read = lines.readParsed(line);
      if (read.kind !== 'event' && read.kind !== 'snapshot') {
        if (read.kind === 'nothing') return;
        return onError(new ClientError('BAD_EVENT', `A pushed event was left out: ${read.problem}.`));
      }
      hasBegun = true;
      hear(pushedPost, [read]);
      if (read.kind !== 'event' || read.event.type !== 'complete') return;
      // The turn is over: no later event will confirm its answers.
      const state = store.getState();
      const answers = state.items.filter((item) => isCarriedBy(state, item, pushedPost));
      if (answers.length === 0) return;
      fail(
        'ANSWER_NOT_CONFIRMED',
        answers.map(({ request }) => request.elicitId),
      );
    },
    end(failure) {
      // Leave out answers that a transport is still sending: it reports its own failure.
      const answers = store.getState().items.filter(({ status, post }) => status === 'sending' && post === pushedPost);
      const isCut = failure !== undefined || (hasBegun && !lines.isOver());
      hasBegun = false;
      lines.restart();
      if (!isCut && answers.length === 0) return;
      fail(
        isCut ? 'STREAM_CUT' : 'ANSWER_NOT_CONFIRMED',
        answers.map(({ request }) => request.elicitId),
        failure,
      );
    },
  };
}

function isBareEvent(given: unknown): boolean {
  return isObject(given) && typeof given['type'] === 'string' && given['type'] !== 'session_info';
}

const messages = {
  STREAM_CUT: 'The server’s reply was cut off. Try again.',
  ANSWER_NOT_CONFIRMED: 'The server did not say that it has the answer. Send it again.',
};

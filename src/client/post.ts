import { action, race, withResolvers, type Operation, type WithResolvers } from 'effection';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import type { Deliver, PostInput } from './delivery/deliver.ts';
import { uuid } from './uuid.ts';
import { isBusy, type ClientState } from './state/client-state.ts';

/**
 * POST, and read the response to its end.
 *
 * Never throws: an error goes into the state and to `onError`.
 *
 * `yield*` marks it as started at once, so a caller that has just checked that no other POST runs can rely on it.
 *
 * @param onAccepted - called when the server, or the host, has taken the POST
 */
export type Post = (input: PostInput, onAccepted?: () => void) => Operation<void>;

export interface PosterOptions {
  store: ClientStore;
  deliver: Deliver;
  readonly onError: (error: ClientError) => void;
  /** Retries what failed; passed along with the error. */
  readonly retry: (elicitId: string | undefined) => void;
}

export function createPoster({ store, deliver, onError, retry }: PosterOptions): Post {
  return (input, onAccepted) => {
    const id = uuid();
    const isAnswer = ({ result }: PluginElicitResponse) => result.action !== 'more_time';
    const answers = input.pluginElicitResponses?.filter(isAnswer).map(({ elicitId }) => elicitId) ?? [];
    store.dispatch({
      type: 'post_started',
      post: id,
      answers,
      call: input.pluginCall,
      names: input.pluginAbort ? [input.pluginAbort.sessionId] : input.calls,
    });
    return finish(id, answers, () => deliver(id, input, onAccepted));
  };

  function* finish(
    id: string,
    answers: readonly string[],
    work: () => Operation<ClientError | undefined>,
  ): Operation<void> {
    let error: ClientError | undefined;
    try {
      error = yield* work();
    } finally {
      // Runs on a halt too: a POST without a reader must not stay in the state.
      store.dispatch({ type: 'post_ended', post: id, problem: error && problemOf(error) });
    }
    if (error !== undefined) tell(error, answers);
  }

  function tell(error: ClientError, answers: readonly string[]): void {
    const concerned = answers.length === 0 ? [undefined] : answers;
    for (const elicitId of concerned) {
      const { code, message, status, cause } = error;
      onError(
        new ClientError(code, message, { elicitId, status, cause: cause ?? error, retry: () => retry(elicitId) }),
      );
    }
  }
}

/** Make it possible to stop reading every POST at once. */
export function createStoppablePost(poster: Post): { post: Post; stop(): void } {
  const stops = new Set<WithResolvers<void>>();
  return {
    *post(input, onAccepted) {
      const stopped = withResolvers<void>();
      stops.add(stopped);
      try {
        yield* race([poster(input, onAccepted), stopped.operation]);
      } finally {
        stops.delete(stopped);
      }
    },
    stop() {
      for (const stopped of stops) stopped.resolve();
    },
  };
}

/** Wait until no stream is open, or this holds. */
export function* turnEnd(store: ClientStore, or: (state: ClientState) => boolean = () => false): Operation<void> {
  while (isBusy(store.getState()) && !or(store.getState())) {
    yield* action<void>((resolve) => store.subscribe(resolve));
  }
}

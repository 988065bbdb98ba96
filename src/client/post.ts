import { abortable } from './abortable.ts';
import type { PluginElicitResponse } from '../protocol/chat-request.ts';
import type { AskingParts } from './ask-here.ts';
import { problemOf, retriable, type ClientError } from './client-error.ts';
import type { Deliver, PostInput } from './delivery/deliver.ts';

/**
 * POST, and read the response to its end. An error goes into the state and to `onError`.
 *
 * It is marked as started at once, so a caller that has just checked that no other POST runs can rely on it.
 *
 * @param onAccepted - called when the server, or the host, has taken the POST
 * @throws the reason of `closing` once that aborts
 */
export type Post = (input: PostInput, onAccepted?: () => void) => Promise<void>;

/** `stop` ends the reading of every POST at once. */
export function createPoster(parts: AskingParts, deliver: Deliver): { post: Post; stop(): void } {
  const { store, closing } = parts;
  const readings = new Set<AbortController>();
  let made = 0;
  const stop = () => {
    for (const reading of readings) reading.abort();
  };
  closing.addEventListener('abort', stop);

  async function post(input: PostInput, onAccepted?: () => void): Promise<void> {
    closing.throwIfAborted();
    const id = `${(made += 1)}`;
    const isAnswer = ({ result }: PluginElicitResponse) => result.action !== 'more_time';
    const answers = input.pluginElicitResponses?.filter(isAnswer).map(({ elicitId }) => elicitId) ?? [];
    store.dispatch({
      type: 'post_started',
      post: id,
      answers,
      call: input.pluginCall,
      names: input.pluginAbort ? [input.pluginAbort.sessionId] : input.calls,
    });
    const reading = new AbortController();
    readings.add(reading);
    let error: ClientError | undefined;
    try {
      error = await deliver(id, input, reading.signal, onAccepted);
    } catch (thrown) {
      if (!reading.signal.aborted) throw thrown;
    } finally {
      readings.delete(reading);
      // A POST without a reader must not stay in the state.
      store.dispatch({ type: 'post_ended', post: id, problem: error && problemOf(error) });
    }
    closing.throwIfAborted();
    if (error !== undefined) tellOf(error, answers, parts);
  }

  return { post, stop };
}

/** Tell of a failure once for each of its answers, or of the turn: each can be retried by itself. */
export function tellOf(error: ClientError, answers: readonly string[], { onError, retry }: AskingParts): void {
  for (const elicitId of answers.length === 0 ? [undefined] : answers)
    onError(retriable(error, () => retry(elicitId), elicitId));
}

/**
 * Resolves at the next change. Look again in the same step, in a loop: who else waits for it may have been faster.
 *
 * @throws the signal's reason once that aborts
 */
export function changed(store: { subscribe(onChange: () => void): () => void }, signal: AbortSignal): Promise<void> {
  return abortable<void>(signal, (resolve) => store.subscribe(resolve));
}

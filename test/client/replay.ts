import type { ClientError } from '../../src/client/client-error.ts';
import { idleState, type ClientState } from '../../src/client/state/client-state.ts';
import { reduce, type Input } from '../../src/client/state/reduce.ts';
import { lineBounds } from '../../src/protocol/bounds.ts';
import { createLineReader, type Told } from '../../src/client/wire/read-line.ts';
import { readChatStream } from '../../src/client/wire/read-chat-stream.ts';
import { lineOf } from './harness.ts';

/** The state and errors after a stream. */
export interface Replayed {
  state: ClientState;
  errors: ClientError[];
}

/** Runs a recorded stream, cut into the given chunks, through the reader and the reducer. */
export async function replay(
  chunks: readonly Uint8Array[],
  before: ClientState = idleState(),
  answers: string[] = [],
): Promise<Replayed> {
  const errors: ClientError[] = [];
  const post = 'post';
  let state = [
    { type: 'post_started', post, answers },
    { type: 'post_opened', post },
  ].reduce((now, input) => reduce(now, input as Input), before);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
  const sink = {
    onTold(told: readonly Told[]) {
      for (const one of told) state = reduce(state, { ...one, post, at: 0 });
    },
    onProblem: (error: ClientError) => errors.push(error),
  };
  await readChatStream(body, sink, createLineReader(lineBounds()));
  return { state, errors };
}

export const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Lines as a server with revisions writes them. */
export const linesOf = (...events: readonly unknown[]) =>
  events.map((event) => `${JSON.stringify(lineOf(event))}\n`).join('');

import { ensure, scoped, until, type Operation } from 'effection';
import type { ChatStreamEvent } from '../../protocol/chat-event.ts';
import { ClientError } from '../client-error.ts';
import { createLineSplitter, type SplitLine } from './line-splitter.ts';
import { createLineReader, type LineReader } from './read-line.ts';

/** The longest line a server may send, in characters. */
export const maxLineLength = 16 * 1024 * 1024;

/** Hears what a stream brings, in order. */
export interface ChatStreamSink {
  /** The events of one chunk; never empty. */
  onEvents(events: readonly ChatStreamEvent[]): void;
  /** A line that could not be read; the stream goes on. */
  onProblem(error: ClientError): void;
}

/**
 * Read a chat stream to its end. Halting it lets go of the connection.
 *
 * @param lines - knows what was read before the stream was resumed
 * @param heard - waits for the next chunk, as long as that makes sense
 * @throws what the connection threw when it broke
 */
export function readChatStream(
  body: ReadableStream<Uint8Array>,
  sink: ChatStreamSink,
  lines: LineReader = createLineReader(),
  maxLength: number = maxLineLength,
  heard: <T>(operation: Operation<T>) => Operation<T> = (operation) => operation,
): Operation<void> {
  return scoped(function* () {
    const reader = body.getReader();
    // A stream that has ended or broken has nothing to cancel.
    yield* ensure(() => void reader.cancel().catch(() => undefined));
    const splitter = createLineSplitter(maxLength);
    const take = (found: readonly SplitLine[], isCut = false) => {
      const events: ChatStreamEvent[] = [];
      for (const line of found) {
        if (line.kind === 'too_long') {
          sink.onProblem(tooLong(maxLength));
          continue;
        }
        const read = lines.read(line.text);
        if (read.kind === 'event') events.push(read.event);
        // A line without its end that cannot be read is no bad line: the stream broke off in it.
        else if (read.kind !== 'nothing' && !isCut) sink.onProblem(unreadable(read.kind, read.problem));
      }
      if (events.length > 0) sink.onEvents(events);
    };
    for (;;) {
      const chunk = yield* heard(until(reader.read()));
      if (chunk.done) break;
      take(splitter.push(chunk.value));
    }
    const rest = splitter.end();
    if (rest !== undefined) take([rest], true);
  });
}

function unreadable(kind: 'bad_line' | 'bad_event', problem: string): ClientError {
  return kind === 'bad_line'
    ? new ClientError('BAD_LINE', `A line of the stream was left out: ${problem}. The rest was read.`)
    : new ClientError('BAD_EVENT', `An event of the stream was left out: ${problem}. The rest was read.`);
}

function tooLong(maxLength: number): ClientError {
  return new ClientError(
    'LINE_TOO_LONG',
    `A line of the stream was left out: it has more than ${maxLength} characters. The rest was read.`,
  );
}

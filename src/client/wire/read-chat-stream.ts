import { byteLength } from '../../base/byte-length.ts';
import { defaultBytes } from '../../protocol/bounds.ts';
import { ClientError } from '../client-error.ts';
import type { LineReader, Told } from './read-line.ts';

/** Gets what a stream brings, in order. */
export interface ChatStreamSink {
  /** The events of one chunk; never empty. */
  onTold(told: readonly Told[]): void;
  /** A line could not be read; the stream goes on. */
  onProblem(error: ClientError): void;
}

/**
 * Read a chat stream to its end, or up to a line that is too long.
 *
 * @param lines - knows afterwards whether the stream was complete
 * @param maxBytes - of a line
 * @param heard - waits for the next chunk, with a time limit or a signal if it likes
 * @returns why it stopped before the end
 * @throws what the connection threw when it broke
 */
export async function readChatStream(
  body: ReadableStream<Uint8Array>,
  sink: ChatStreamSink,
  lines: LineReader,
  maxBytes: number = defaultBytes,
  heard: <T>(promise: Promise<T>) => Promise<T> = (promise) => promise,
): Promise<ClientError | undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const isTooLong = (line: string) => line.length > maxBytes || byteLength(line) > maxBytes;
  const take = (found: readonly string[], isCut = false) => {
    const told: Told[] = [];
    for (const line of found) {
      const read = lines.read(line);
      if (read.type === 'event' || read.type === 'snapshot') told.push(read);
      // An unreadable last line without a newline was cut off: not a bad line.
      else if (read.type !== 'nothing' && !isCut) sink.onProblem(unreadable(read.type, read.problem));
    }
    if (told.length > 0) sink.onTold(told);
  };
  /** The beginning of the next line. */
  let begun = '';
  try {
    for (;;) {
      const { done, value } = await heard(reader.read());
      const [first = '', ...others] = decoder.decode(value, { stream: !done }).split('\n');
      const found = [begun + first, ...others];
      begun = found.pop() ?? '';
      const longest = found.findIndex(isTooLong);
      take(longest < 0 ? found : found.slice(0, longest));
      if (longest >= 0 || begun.length > maxBytes) return tooLong(maxBytes);
      if (!done) continue;
      take([begun], true);
      return undefined;
    }
  } finally {
    // Ignore a failure: a stream that ended or broke has nothing to cancel.
    void reader.cancel().catch(() => undefined);
  }
}

function unreadable(type: 'bad_line' | 'bad_event', problem: string): ClientError {
  const [code, what] = type === 'bad_line' ? ['BAD_LINE', 'A line'] : ['BAD_EVENT', 'An event'];
  return new ClientError(code, `${what} of the stream was left out: ${problem}. The rest was read.`);
}

function tooLong(maxBytes: number): ClientError {
  const what = `A line has more than ${maxBytes} bytes, and nothing behind it was read.`;
  return new ClientError('LINE_TOO_LONG', `${what} Send less, or raise maxLineBytes.`);
}

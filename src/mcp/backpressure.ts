import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import type { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** From so many bytes that the client has not read on, nothing more of it is handled. */
const mostUnread = 262_144;
/** So many bytes are still read then, to notice the end of the input. A pipe holds fewer. */
const mostAhead = 1_048_576;
/** How many messages are handled before their answers are counted. */
const atOnce = 100;
/** A client that has sent so much and reads nothing for so long is gone, in milliseconds. */
const deafTime = 30_000;

/**
 * Handle a client's messages only as fast as it reads, so that unread output does not pile up here. Call this after the
 * transport has its listener.
 */
export function holdBack(transport: StdioServerTransport, stdin: Readable, stdout: Writable): void {
  const { onmessage, onclose } = transport;
  const waiting: JSONRPCMessage[] = [];
  let bytesAhead = 0;
  let isHandling = false;
  let isClosed = false;
  let listening: ReturnType<typeof setInterval> | undefined;

  async function handle(): Promise<void> {
    if (isHandling) return;
    isHandling = true;
    for (let handled = 1; !isClosed && stdout.writableLength < mostUnread; handled += 1) {
      const message = waiting.shift();
      if (message === undefined) break;
      onmessage?.(message);
      // Let the answers be written before looking at what is unread.
      if (handled % atOnce === 0) await new Promise(setImmediate);
    }
    isHandling = false;
    if (waiting.length === 0 && !isClosed) goOn();
  }

  function goOn(): void {
    clearInterval(listening);
    listening = undefined;
    bytesAhead = 0;
    if (stdin.isPaused()) stdin.resume();
  }

  function readAhead(chunk: Buffer): void {
    // One large message is not ahead of anything.
    if (waiting.length === 0) return;
    bytesAhead += chunk.length;
    if (bytesAhead <= mostAhead || listening !== undefined) return;
    stdin.pause();
    let unread = stdout.writableLength;
    listening = setInterval(() => {
      if (stdout.writableLength >= unread) void transport.close();
      unread = stdout.writableLength;
    }, deafTime);
  }

  const onDrain = () => void handle();
  stdin.on('data', readAhead);
  stdout.on('drain', onDrain);
  transport.onmessage = (message) => {
    waiting.push(message);
    void handle();
  };
  transport.onclose = () => {
    isClosed = true;
    clearInterval(listening);
    waiting.length = 0;
    stdin.off('data', readAhead);
    if (stdin.listenerCount('data') === 0) stdin.pause();
    stdout.off('drain', onDrain);
    onclose?.();
  };
}

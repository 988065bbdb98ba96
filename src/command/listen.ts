import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defaultSessionLimits } from '../session/session-limits.ts';
import { CommandError } from './command-error.ts';
import { nodeListener } from './node-listener.ts';

/**
 * Serve a handler over HTTP.
 *
 * @param port - 0 takes a free one
 * @throws {CommandError} `COMMAND_PORT` if nobody may listen there
 */
export async function listen(
  handler: (request: Request) => Promise<Response>,
  { port, host = '127.0.0.1' }: { port: number; host?: string | undefined },
) {
  const server = createServer(nodeListener(handler));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new CommandError('COMMAND_PORT', `Nothing can listen on ${host}:${port}: ${error.message}. Choose another.`),
      ),
    );
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return {
    /** Such as `http://127.0.0.1:3000`. */
    origin: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    /** Take no more requests, and cut those that are left once `close` is done. */
    async end(close: () => Promise<void>): Promise<void> {
      server.close();
      await close();
      server.closeAllConnections();
    },
  };
}

/** Listens on every address, so it is no name. */
export function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * Read the port of an option.
 *
 * @throws {CommandError} `COMMAND_USAGE` for anything else
 */
export function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new CommandError(
    'COMMAND_USAGE',
    `"${text}" is not a port. Write a number from 0 to 65535; 0 takes a free one.`,
  );
}

/** Call `stop` when somebody ends the command. The process ends soon after that, however long `stop` takes. */
export function onSignal(stop: () => void): void {
  const end = (code: number) => () => {
    // A call may take its time to replay, and then to clean up.
    setTimeout(() => process.exit(code), 2 * defaultSessionLimits.cleanupTime).unref();
    stop();
  };
  process.once('SIGINT', end(130));
  process.once('SIGTERM', end(143));
}

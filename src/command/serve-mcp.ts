import type { McpEndpointOptions } from '../mcp/create-mcp-endpoint.ts';
import { CommandError } from './command-error.ts';
import { onSignal } from './listen.ts';

/** The options that say where tools are served. */
export interface Place {
  readonly stdio: boolean;
  readonly http?: string | undefined;
  readonly host?: string | undefined;
  readonly 'allow-host': readonly string[];
}

/**
 * Refuse options that do not belong together.
 *
 * @throws {CommandError} `COMMAND_USAGE`
 */
export function checkPlace({ stdio, http, host, 'allow-host': names }: Place): void {
  if (stdio === (http !== undefined)) throw new CommandError('COMMAND_USAGE', 'Choose one of --stdio and --http.');
  if (stdio && (host !== undefined || names.length > 0)) {
    throw new CommandError('COMMAND_USAGE', '--host and --allow-host belong to --http.');
  }
}

/** What is served. */
export type McpServed = Pick<McpEndpointOptions, 'name' | 'tools' | 'provider' | 'apps'>;

/**
 * Serve tools over MCP until a signal, or the host, ends it.
 *
 * @returns the exit code
 */
export async function serveMcp(place: Place, about: McpServed): Promise<number> {
  if (!place.stdio) {
    const { serveHttp } = await import('./serve-http.ts');
    return serveHttp(place, about);
  }
  const { serveStdio } = await import('../mcp/serve-stdio.ts');
  const server = serveStdio({ ...about, version });
  onSignal(() => void server.close());
  if (process.stdin.isTTY) {
    process.stderr.write('Serving over MCP on standard input and output. A host starts this. Ctrl-C ends it.\n');
  }
  await server.closed;
  return 0;
}

/** Of the server that clients see: a file of tools says none. */
export const version = '0.0.0';

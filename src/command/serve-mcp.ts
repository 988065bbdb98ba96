import type { McpEndpointOptions } from '../mcp/create-mcp-endpoint.ts';
import { CommandError } from './command-error.ts';
import { onSignal, portOf } from './listen.ts';

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
export async function serveMcp({ http, host, 'allow-host': allowedHosts }: Place, about: McpServed): Promise<number> {
  const served = { ...about, version: '0.0.0' };
  if (http === undefined) {
    const { serveStdio } = await import('../mcp/serve-stdio.ts');
    const server = serveStdio(served);
    onSignal(() => void server.close());
    if (process.stdin.isTTY) {
      process.stderr.write('Serving over MCP on standard input and output. A host starts this. Ctrl-C ends it.\n');
    }
    await server.closed;
    return 0;
  }
  const { serveHttp } = await import('./serve-http.ts');
  const server = await serveHttp({ ...served, port: portOf(http), host, allowedHosts });
  process.stdout.write(`Serving ${about.tools.map((tool) => tool.name).join(', ')} over MCP at ${server.url}\n`);
  await new Promise<void>((resolve) => onSignal(resolve));
  await server.close();
  return 0;
}

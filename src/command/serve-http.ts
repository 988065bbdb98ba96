import { localhostAllowedHostnames, localhostAllowedOrigins } from '@modelcontextprotocol/server';
import { createMcpEndpoint, type McpEndpointOptions } from '../mcp/create-mcp-endpoint.ts';
import { isAnyAddress, listen, type ListenAddress } from './listen.ts';

/** What to serve, and where. */
export interface HttpOptions
  extends ListenAddress, Pick<McpEndpointOptions, 'name' | 'version' | 'tools' | 'provider' | 'onEvent'> {
  /** Names under which clients reach it, besides localhost and `host`. */
  allowedHosts: readonly string[];
}

/** A server that listens. */
export interface HttpServer {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serve tools over MCP at `/mcp`. A request under another Host or from a page of another Origin gets 403.
 *
 * @throws {CommandError} `COMMAND_PORT` if nobody may listen there
 * @throws what `createMcpEndpoint` throws
 */
export async function serveHttp({
  port,
  host = '127.0.0.1',
  allowedHosts,
  ...about
}: HttpOptions): Promise<HttpServer> {
  const named = isAnyAddress(host) ? allowedHosts : [...allowedHosts, host];
  const mcp = createMcpEndpoint({
    ...about,
    principal: 'anonymous',
    allowedHosts: [...localhostAllowedHostnames(), ...named],
    allowedOrigins: [...localhostAllowedOrigins(), ...named],
  });
  const { origin, stop, cut } = await listen(
    async (request) =>
      new URL(request.url).pathname === '/mcp' ? mcp.fetch(request) : new Response('MCP is at /mcp', { status: 404 }),
    { port, host },
  );
  return {
    url: `${origin}/mcp`,
    async close() {
      stop();
      await mcp.close();
      cut();
    },
  };
}

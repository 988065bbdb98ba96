import { createMcpEndpoint, type McpEndpointOptions } from '../mcp/create-mcp-endpoint.ts';
import { errorResponse, McpRequestError } from '../mcp/rpc-error.ts';
import { hostnamesOf, isFromHere } from './from-here.ts';
import { isAnyAddress, listen, type ListenAddress } from './listen.ts';

/** What to serve, and where. */
export interface HttpOptions
  extends ListenAddress, Pick<McpEndpointOptions, 'name' | 'version' | 'tools' | 'provider' | 'apps' | 'onEvent'> {
  /** Names under which clients reach it, besides localhost and `host`. */
  allowedHosts: readonly string[];
}

/**
 * Serve tools over MCP at `/mcp`. A request under another Host, or from a page of another origin than this server's, gets
 * 403.
 *
 * @throws {CommandError} `COMMAND_PORT` if nobody may listen there
 * @throws what `createMcpEndpoint` throws
 */
export async function serveHttp({ port, host = '127.0.0.1', allowedHosts, ...about }: HttpOptions) {
  const hostnames = hostnamesOf(isAnyAddress(host) ? allowedHosts : [...allowedHosts, host]);
  const names = { allowedHosts: hostnames, allowedOrigins: hostnames };
  const mcp = createMcpEndpoint({ ...about, ...names, principal: 'anonymous' });
  const { origin, stop, cut } = await listen(
    async (request) => {
      if (!isFromHere(request, hostnames)) return errorResponse(notFromHere);
      if (new URL(request.url).pathname !== '/mcp') return new Response('MCP is at /mcp', { status: 404 });
      return mcp.fetch(request);
    },
    { port, host },
  );
  return {
    url: `${origin}/mcp`,
    async close(): Promise<void> {
      stop();
      await mcp.close();
      cut();
    },
  };
}

const notFromHere = new McpRequestError(403, -32_000, 'FORBIDDEN', 'This address is not one of this server.');

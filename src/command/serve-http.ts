import { createMcpEndpoint } from '../mcp/create-mcp-endpoint.ts';
import { errorResponse, McpRequestError } from '../mcp/rpc-error.ts';
import { hostnamesOf, isFromHere } from './from-here.ts';
import { isAnyAddress, listen, onSignal, portOf } from './listen.ts';
import { version, type McpServed, type Place } from './serve-mcp.ts';

/**
 * Serve tools over MCP at `/mcp`, until a signal. A request under another Host, or from a page of another origin than this
 * server's, gets 403.
 *
 * @returns the exit code
 * @throws {CommandError} `COMMAND_PORT` if nobody may listen there
 * @throws what `createMcpEndpoint` throws
 */
export async function serveHttp(
  { http = '', host = '127.0.0.1', 'allow-host': allowed }: Place,
  about: McpServed,
): Promise<number> {
  const port = portOf(http);
  const hostnames = hostnamesOf(isAnyAddress(host) ? allowed : [...allowed, host]);
  const names = { allowedHosts: hostnames, allowedOrigins: hostnames };
  const mcp = createMcpEndpoint({ ...about, ...names, version, principal: 'anonymous' });
  const answer = async (request: Request) => {
    if (!isFromHere(request, hostnames)) return errorResponse(notFromHere);
    if (new URL(request.url).pathname !== '/mcp') return new Response('MCP is at /mcp', { status: 404 });
    return mcp.fetch(request);
  };
  const { origin, end } = await listen(answer, { port, host });
  process.stdout.write(`Serving ${about.tools.map((tool) => tool.name).join(', ')} over MCP at ${origin}/mcp\n`);
  await new Promise<void>((resolve) => onSignal(resolve));
  await end(mcp.close);
  return 0;
}

const notFromHere = new McpRequestError(403, -32_000, 'FORBIDDEN', 'This address is not one of this server.');

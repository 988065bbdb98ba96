import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localhostAllowedHostnames, localhostAllowedOrigins } from '@modelcontextprotocol/server';
import { createMcpEndpoint, type McpEndpointOptions } from '../mcp/create-mcp-endpoint.ts';
import { CommandError } from './command-error.ts';
import { nodeListener } from './node-listener.ts';

/** What to serve, and where. */
export interface HttpOptions extends Pick<McpEndpointOptions, 'name' | 'version' | 'tools' | 'provider' | 'onEvent'> {
  /** 0 takes a free one. */
  port: number;
  /** @default '127.0.0.1' */
  host?: string | undefined;
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
  const server = createServer(
    nodeListener(async (request) =>
      new URL(request.url).pathname === '/mcp' ? mcp.fetch(request) : new Response('MCP is at /mcp', { status: 404 }),
    ),
  );
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
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}/mcp`,
    async close() {
      server.close();
      await mcp.close();
      server.closeAllConnections();
    },
  };
}

/** Listens on every address, so it is no name. */
function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { holdBack } from './backpressure.ts';
import { createServer, type McpEndpointOptions } from './create-mcp-endpoint.ts';
import { makeMcpTools } from './create-mcp-tools.ts';

/** A server on this process's standard input and output. */
export interface StdioServer {
  /** Resolves when the client has closed its end, or `close` was called, and every call was stopped. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Options of `serveStdio`. */
export interface StdioOptions extends Omit<
  McpEndpointOptions,
  'principal' | 'allowedHosts' | 'allowedOrigins' | 'bus'
> {
  /** Who the client acts for. @default 'anonymous' */
  principal?: string | undefined;
}

/**
 * Serve tools over MCP on standard input and output, for a host that starts this program. Write nothing else to standard
 * output: use `console.error`.
 *
 * @throws what `createMcpEndpoint` throws
 */
export function serveStdio(options: StdioOptions): StdioServer {
  const { principal = 'anonymous' } = options;
  const tools = makeMcpTools('serveStdio', { ...options, principal });
  const transport = new StdioServerTransport();
  const handle = serve(({ era }) => createServer(options, tools, era), { transport });
  holdBack(transport, process.stdin, process.stdout);
  const closed = new Promise<void>((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      void tools.close().then(resolve, resolve);
    };
  });
  return {
    closed,
    async close() {
      // A client that does not read takes no goodbye.
      await Promise.race([handle.close(), goodbye()]);
      await transport.close();
      await closed;
    },
  };
}

/** Resolves when the client had time enough to read that the server closes. */
function goodbye(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500).unref());
}

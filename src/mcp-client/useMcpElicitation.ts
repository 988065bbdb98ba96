import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import { useSessionContext } from '../react/session-context.ts';
import {
  connectMcpElicitation,
  type McpElicitationConnection,
  type McpElicitationOptions,
} from './connect-mcp-elicitation.ts';
import type { McpClient } from './mcp-sdk.ts';

/**
 * Show what an MCP server asks in this page's outlets, as long as the component is mounted.
 *
 * @param mcpClient - undefined while there is none
 * @param options - read when the client or the server's name changes
 * @returns the connection; undefined before the first effect, and where the client declares no elicitation
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function useMcpElicitation<Client extends McpClient>(
  mcpClient: Client | undefined,
  options: McpElicitationOptions,
): McpElicitationConnection<Client> | undefined {
  const { client } = useSessionContext('useMcpElicitation');
  const [connection, setConnection] = useState<McpElicitationConnection<Client>>();
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  const { name, origin } = options.server;
  useEffect(() => {
    if (mcpClient === undefined) return;
    try {
      const made = connectMcpElicitation(client, mcpClient, { ...latest.current, server: { name, origin } });
      setConnection(made);
      return () => {
        made.close();
        setConnection(undefined);
      };
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      client.report(new ClientError('MCP_NO_CAPABILITY', message, { cause }));
      return;
    }
  }, [client, mcpClient, name, origin]);
  return connection;
}

import { useEffect, useRef, useState } from 'react';
import { ClientError } from '../client/client-error.ts';
import { useSessionContext } from '../react/session-context.ts';
import { useLanguage } from '../ui/language/language-context.ts';
import {
  connectSpeaking,
  type McpElicitationConnection,
  type McpElicitationOptions,
} from './connect-mcp-elicitation.ts';
import { McpElicitationError } from './mcp-error.ts';
import type { McpClient } from './mcp-sdk.ts';
import { reasonOf } from '../protocol/coded-error.ts';

/**
 * Show an MCP server's questions in this page's outlets while the component is mounted.
 *
 * @param mcpClient - undefined while there is none
 * @param options - read when the client or the server changes; `locale` and `messages` apply as soon as they change,
 * and default to the provider's
 * @returns the connection; undefined before the first effect, or if the connection cannot be made
 * @throws {MissingProviderError} outside `<PluginSessionProvider>`
 */
export function useMcpElicitation<Client extends McpClient>(
  mcpClient: Client | undefined,
  options: McpElicitationOptions,
): McpElicitationConnection<Client> | undefined {
  const { client } = useSessionContext('useMcpElicitation');
  const [connection, setConnection] = useState<McpElicitationConnection<Client>>();
  const language = useLanguage(options);
  const latest = useRef({ options, language });
  useEffect(() => {
    latest.current = { options, language };
  });
  const { name, origin } = options.server;
  useEffect(() => {
    if (mcpClient === undefined) return;
    try {
      const own = { ...latest.current.options, server: { name, origin } };
      const made = connectSpeaking(client, mcpClient, own, () => latest.current.language);
      setConnection(made);
      return () => {
        made.close();
        setConnection(undefined);
      };
    } catch (cause) {
      const code = cause instanceof McpElicitationError ? cause.code : 'MCP_NO_CAPABILITY';
      client.report(new ClientError(code, reasonOf(cause), { cause }));
      return;
    }
  }, [client, mcpClient, name, origin]);
  return connection;
}

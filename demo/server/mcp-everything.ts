import { createRequire } from 'node:module';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  isJSONRPCErrorResponse,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { createMcpSessions, type McpSessions } from './mcp-sessions.ts';

/**
 * The protocol's own reference server, `@modelcontextprotocol/server-everything`, behind HTTP.
 *
 * Each session has a process of its own, spoken to over stdio: it opens no port, begins with the first request, and ends
 * with its session. Where it ends by itself the session does, too, and the next hello starts another.
 *
 * @param args - what Node runs
 */
export function createEverythingMcp(args: readonly string[] = [entry, 'stdio']): McpSessions {
  return createMcpSessions(async (client) => {
    const server = new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' });
    await join(client, server);
  });
}

const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** Hand on whatever either side says. */
async function join(client: Transport, server: Transport): Promise<void> {
  const running = new Set<RequestId>();
  const ignore = () => undefined;

  client.onmessage = (message) => {
    if (isJSONRPCRequest(message)) running.add(message.id);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      running.delete(message.params?.['requestId'] as RequestId);
    }
    server.send(message).catch(ignore);
  };
  server.onmessage = (message) => {
    // Over stdio nothing says for which call a question is. The stream of any that runs brings it to the page.
    const isReply = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    const latest = [...running].at(-1);
    const options = isReply || latest === undefined ? undefined : { relatedRequestId: latest };
    if (isReply && message.id !== undefined) running.delete(message.id);
    client.send(message, options).catch(ignore);
  };
  client.onclose = () => void server.close().catch(ignore);
  server.onclose = async () => {
    // Whoever waits for an answer hears that there will be none.
    const error = { code: -32603, message: 'The server has stopped.' };
    await Promise.all([...running].map((id) => client.send({ jsonrpc: '2.0', id, error }).catch(ignore)));
    await client.close();
  };
  await server.start();
  await client.start();
}

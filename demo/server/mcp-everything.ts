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
 * The protocol's reference server, `@modelcontextprotocol/server-everything`, behind HTTP.
 *
 * Each session runs in a process of its own, over stdio. The process opens no port, starts with the first request and
 * ends with the session. If it exits by itself, the session ends too, and the next handshake starts another.
 *
 * @param args - arguments for Node
 */
export function createEverythingMcp(args: readonly string[] = [entry, 'stdio']): McpSessions {
  return createMcpSessions(async (client) => {
    const server = new StdioClientTransport({ command: process.execPath, args: [...args], stderr: 'ignore' });
    await join(client, server);
  });
}

const entry = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js');

/** Forwards messages between the two. */
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
    // Over stdio, a question does not say which call it belongs to. Send it on the stream of the latest running call.
    const isReply = isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message);
    const latest = [...running].at(-1);
    const options = isReply || latest === undefined ? undefined : { relatedRequestId: latest };
    if (isReply && message.id !== undefined) running.delete(message.id);
    client.send(message, options).catch(ignore);
  };
  client.onclose = () => void server.close().catch(ignore);
  server.onclose = async () => {
    // Tell waiting calls that no answer will come.
    const error = { code: -32603, message: 'The server has stopped.' };
    await Promise.all([...running].map((id) => client.send({ jsonrpc: '2.0', id, error }).catch(ignore)));
    await client.close();
  };
  await server.start();
  await client.start();
}

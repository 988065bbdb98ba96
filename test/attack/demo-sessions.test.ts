import type { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createMcpSessions } from '../../demo/server/mcp-sessions.ts';

/** Counts the servers that run behind a demo's sessions. */
function countServers() {
  const running = new Set<WebStandardStreamableHTTPServerTransport>();
  let most = 0;
  const sessions = createMcpSessions(async (transport) => {
    running.add(transport);
    most = Math.max(most, running.size);
    transport.onclose = () => void running.delete(transport);
    transport.onmessage = (message) => {
      if (!('method' in message) || message.method !== 'initialize' || !('id' in message)) return;
      const result = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 'a', version: '1' } };
      void transport.send({ jsonrpc: '2.0', id: message.id, result });
    };
    await transport.start();
  });
  return { sessions, running, most: () => most };
}

const accept = 'application/json, text/event-stream';
const post = (body: BodyInit, type = 'application/json') =>
  new Request('http://demo.test/', {
    method: 'POST',
    headers: { accept, 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit);
const hello = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
});

describe("the demo's sessions", () => {
  it('start no server for what is no hello', async () => {
    const { sessions, most } = countServers();
    const others = ['', '{', '[]', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 'null'];
    for (const body of others) expect((await sessions.handle(post(body))).status).toBe(400);
    expect((await sessions.handle(post(hello, 'text/plain'))).status).toBe(400);
    expect((await sessions.handle(new Request('http://demo.test/', { method: 'DELETE' }))).ok).toBe(false);
    expect(most()).toBe(0);
  });

  it('start no server for a hello that never ends', async () => {
    const { sessions, most } = countServers();
    const endless = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('{')) });
    void sessions.handle(post(endless));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(most()).toBe(0);
  });

  it('are no more than a few, however many say hello at once', async () => {
    const { sessions, running, most } = countServers();
    const answers = await Promise.all(Array.from({ length: 50 }, () => sessions.handle(post(hello))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    expect(most()).toBeLessThanOrEqual(17);
    expect(running.size).toBeLessThanOrEqual(8);
    await sessions.close();
    expect(running.size).toBe(0);
  });
});

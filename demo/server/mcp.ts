import { createMcpEndpoint } from 'elicitkit/mcp';
import { bookFlightTool } from '../book-flight/tool.ts';
import { createEverythingMcp } from './mcp-everything.ts';
import type { McpSessions } from './mcp-sessions.ts';
import { demoProvider } from './provider.ts';

/** The demo's MCP servers: its own, and the reference server under `/everything`. */
export function createDemoMcp(): McpSessions {
  // The tool of the chat as it is, for clients of 2026-07-28 and of the revisions before it.
  const airline = createMcpEndpoint({
    name: 'elicitkit-demo',
    version: '0.1.0',
    tools: [bookFlightTool],
    principal: 'anonymous',
    provider: demoProvider(process.env),
  });
  const everything = createEverythingMcp();
  return {
    handle: (request) =>
      new URL(request.url).pathname.endsWith('/everything') ? everything.handle(request) : airline.fetch(request),
    async close() {
      await Promise.all([airline.close(), everything.close()]);
    },
  };
}

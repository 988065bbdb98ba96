// The tool over Streamable HTTP, for every revision of MCP at one address.
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { createMcpEndpoint } from 'elicitkit/mcp';
import { bookFlightTool } from './tool.ts';

const mcp = createMcpEndpoint({
  name: 'airline',
  version: '1.0.0',
  tools: [bookFlightTool],
  // Nobody signs in here. Else: (request) => the person's id, or a Response with 401.
  principal: 'anonymous',
});

const options = { fetch: (request: Request) => mcp.fetch(request), port: Number(process.env['PORT'] ?? 3000) };
const server = serve({ ...options, hostname: '127.0.0.1' }, ({ port }: AddressInfo) => {
  console.log(`The MCP server is at http://127.0.0.1:${port}/mcp`);
});

process.once('SIGTERM', () => {
  server.close();
  void mcp.close().then(() => process.exit());
});

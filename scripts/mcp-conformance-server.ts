// The server that the conformance suite calls: an endpoint of our tools, and of the SDK's own words for what is no tool
// of ours. It prints its address, and ends when its standard input does. mcp-conformance.mjs runs it. Needs a Node that
// runs TypeScript.
import { serve } from '@hono/node-server';
import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { createMcpEndpoint } from '../src/mcp.ts';
import { addExtras } from './mcp-conformance-extras.ts';
import { tools } from './mcp-conformance-tools.ts';

const bus = new InMemoryServerEventBus();
const mcp = createMcpEndpoint({
  name: 'elicitkit-conformance',
  version: '0.1.0',
  tools,
  principal: 'anonymous',
  bus,
  // One tool is there to fail.
  onEvent: (event) => {
    if (event.type === 'error') console.error(event.error);
  },
  extend: (server) => addExtras(server, bus),
});
serve({ fetch: (request) => mcp.fetch(request), hostname: '127.0.0.1', port: 0 }, ({ port }) => {
  console.log(`http://127.0.0.1:${port}/mcp`);
});
process.stdin.resume().once('end', () => void mcp.close().then(() => process.exit()));

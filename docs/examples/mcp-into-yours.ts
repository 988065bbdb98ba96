import { McpServer } from '@modelcontextprotocol/server';
import { createMcpTools } from 'elicitkit/mcp';
import { provider } from './model';
import { bookFlightTool } from './tool';

const tools = createMcpTools({ tools: [bookFlightTool], principal: 'anonymous', provider });

/** Your own server. Its calls outlive it: add the same tools to each one that you make. */
export function createServer(): McpServer {
  const server = new McpServer({ name: 'airline', version: '1.0.0' });
  tools.addTo(server);
  return server;
}

/**
 * The same tools as an MCP server.
 *
 * @module elicitkit/mcp
 */

export {
  createMcpEndpoint,
  type McpEndpoint,
  type McpEndpointOptions,
  type McpEra,
} from './mcp/create-mcp-endpoint.ts';
export { createMcpTools, type McpPrincipal, type McpTools, type McpToolsOptions } from './mcp/create-mcp-tools.ts';
export type { McpServerError, McpServerErrorCode } from './mcp/errors.ts';
export type { McpApp } from './mcp/read-mcp-apps.ts';
export type { StateKey } from './mcp/request-state.ts';

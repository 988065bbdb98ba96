/**
 * The cards of questions as apps in hosts of MCP.
 *
 * @module elicitkit/mcp-apps
 */

export { readMcpApps } from './mcp/read-mcp-apps.ts';
export type { McpApp } from './mcp/served-apps.ts';

/**
 * The cards of questions as apps in hosts of MCP.
 *
 * @module elicitkit/mcp-apps
 */

export { readMcpApps, type McpApp } from './mcp/read-mcp-apps.ts';

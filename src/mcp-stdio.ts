/**
 * The same tools as an MCP server that a host starts.
 *
 * @module elicitkit/mcp/stdio
 */

export { serveStdio, type StdioOptions, type StdioServer } from './mcp/serve-stdio.ts';

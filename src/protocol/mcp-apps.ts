/** The extension of MCP by which a server's own page answers a question. */
export const appsExtension = 'io.modelcontextprotocol/ui';

/** The type of such a page. */
export const appMimeType = 'text/html;profile=mcp-app';

/** The revision of MCP Apps that pages and hosts speak: the last that was released. */
export const appsRevision = '2026-01-26';

/**
 * The rooms and packages that each room may import. walls.mjs forbids everything else.
 *
 * Type-only imports of a forbidden package are allowed, those of a forbidden room are not.
 *
 * @type {Record<string, { rooms: string[]; packages: string[] }>}
 */
export const rooms = {
  base: { rooms: [], packages: ['effection'] },
  protocol: { rooms: [], packages: ['zod'] },
  words: { rooms: [], packages: [] },
  form: { rooms: ['protocol', 'words'], packages: [] },
  tool: { rooms: ['protocol'], packages: ['zod'] },
  travel: { rooms: ['protocol', 'words', 'tool'], packages: ['zod'] },
  ask: { rooms: ['protocol', 'tool'], packages: ['zod', 'effection'] },
  plugin: { rooms: ['base', 'protocol', 'tool'], packages: ['zod', 'effection'] },
  runtime: { rooms: ['base', 'protocol', 'form', 'tool'], packages: ['zod', 'effection'] },
  store: { rooms: ['base', 'protocol'], packages: ['node:fs', 'node:net', 'node:path', 'node:zlib'] },
  session: { rooms: ['base', 'protocol', 'tool', 'runtime', 'store'], packages: ['effection'] },
  chat: { rooms: ['base', 'protocol', 'tool', 'session', 'store'], packages: ['zod', 'effection'] },
  links: { rooms: ['base', 'protocol', 'words', 'form'], packages: [] },
  provider: { rooms: ['protocol'], packages: ['ai'] },
  'ag-ui': { rooms: ['protocol', 'form', 'chat'], packages: ['@ag-ui/core', '@ag-ui/encoder', 'zod'] },
  'ai-sdk': { rooms: ['protocol', 'tool', 'chat'], packages: ['ai'] },
  mcp: {
    rooms: ['base', 'protocol', 'form', 'tool', 'session', 'store'],
    packages: ['@modelcontextprotocol/*', 'effection', 'node:fs', 'node:path', 'zod'],
  },
  otel: { rooms: ['protocol', 'session'], packages: ['@opentelemetry/api'] },
  terminal: {
    rooms: ['ask', 'base', 'protocol', 'form', 'tool', 'runtime', 'session'],
    packages: ['@clack/prompts', 'effection', 'node:stream', 'node:util'],
  },
  client: { rooms: ['base', 'protocol', 'plugin'], packages: ['zod', 'effection'] },
  ui: {
    rooms: ['base', 'protocol', 'words', 'form', 'travel'],
    packages: ['react', 'react-dom', '@radix-ui/react-dialog', 'get-nonce'],
  },
  skins: { rooms: [], packages: [] },
  react: { rooms: ['base', 'protocol', 'form', 'plugin', 'client', 'ui'], packages: ['react', 'effection'] },
  'mcp-client': { rooms: ['base', 'protocol', 'words', 'form', 'client', 'ui', 'react'], packages: ['react', 'zod'] },
  'mcp-app': {
    rooms: ['protocol', 'words', 'plugin', 'client', 'ui', 'react', 'mcp-client'],
    packages: ['react', 'react-dom', 'zod'],
  },
  'ag-ui-client': { rooms: ['protocol', 'client'], packages: [] },
  inbox: { rooms: ['base', 'protocol', 'plugin', 'client', 'ui', 'react'], packages: ['react', 'zod'] },
  'ai-sdk-react': { rooms: ['protocol', 'client'], packages: ['react'] },
  command: {
    rooms: ['base', 'protocol', 'tool', 'session', 'store', 'chat', 'mcp', 'terminal'],
    packages: [
      '@modelcontextprotocol/server',
      'effection',
      'node:console',
      'node:crypto',
      'node:events',
      'node:fs',
      'node:http',
      'node:module',
      'node:path',
      'node:stream',
      'node:url',
      'node:util',
      'node:zlib',
      'zod',
    ],
  },
  testing: {
    rooms: ['base', 'protocol', 'tool', 'plugin', 'runtime', 'session', 'client', 'store'],
    packages: ['effection'],
  },
};

/**
 * The house plan: the rooms and packages each room may open. Everything else is a wall, held by walls.mjs.
 *
 * A room's type-only imports of a shut package are fine; types of a shut room are not.
 *
 * @type {Record<string, { rooms: string[]; packages: string[] }>}
 */
export const rooms = {
  protocol: { rooms: [], packages: ['zod'] },
  words: { rooms: [], packages: [] },
  travel: { rooms: ['protocol', 'words'], packages: ['zod'] },
  tool: { rooms: ['protocol'], packages: ['zod'] },
  plugin: { rooms: ['protocol', 'tool'], packages: ['zod', 'effection'] },
  runtime: { rooms: ['protocol', 'tool'], packages: ['zod', 'effection'] },
  session: { rooms: ['protocol', 'tool', 'runtime'], packages: ['effection'] },
  chat: { rooms: ['protocol', 'tool', 'session'], packages: ['zod', 'effection'] },
  provider: { rooms: ['protocol'], packages: ['ai'] },
  mcp: { rooms: ['protocol', 'tool', 'session'], packages: ['@modelcontextprotocol/*', 'effection'] },
  client: { rooms: ['protocol', 'plugin'], packages: ['zod', 'effection'] },
  ui: {
    rooms: ['protocol', 'words', 'travel'],
    packages: ['react', 'react-dom', '@radix-ui/react-dialog', 'get-nonce'],
  },
  react: { rooms: ['protocol', 'plugin', 'client', 'ui'], packages: ['react', 'effection'] },
  'mcp-client': { rooms: ['protocol', 'words', 'client', 'ui', 'react'], packages: ['react', 'zod'] },
  testing: { rooms: ['protocol', 'tool', 'plugin', 'runtime', 'client'], packages: ['effection'] },
};

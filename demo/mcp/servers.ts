/** The protocol revisions that the demo supports. */
export type Revision = '2025-11-25' | '2026-07-28';

/** A tool to try, with the arguments of each call. */
export interface ServerTool {
  readonly name: string;
  readonly calls: readonly Readonly<Record<string, unknown>>[];
}

/** A server that this host connects to. The host chooses the names. */
export interface ServerConfig {
  readonly name: string;
  readonly about: string;
  readonly path: string;
  readonly revision: Revision;
  readonly tools: readonly ServerTool[];
}

/** The flight that the page books. */
export const route = { from: 'NYC', destination: 'LAX' };
const flight = { name: 'book_flight', calls: [route] };
const page = { url: 'https://example.com/sign-in', message: 'Sign in to go on.' };

/** The tool of this demo's chat, served over MCP. */
export const airline: ServerConfig = {
  name: 'Airline',
  about: 'The tool of the chat, served over MCP. It asks in rounds: nothing is open between them but the question.',
  path: '/api/mcp',
  revision: '2026-07-28',
  tools: [flight],
};

export const servers: readonly ServerConfig[] = [
  airline,
  {
    name: 'Old airline',
    about: 'The same address for a client of an older revision: the server pushes its questions.',
    path: '/api/mcp',
    revision: '2025-11-25',
    tools: [flight],
  },
  {
    name: 'Everything',
    about: 'The reference server of the protocol. It has no plugin here: its questions are asked in forms.',
    path: '/api/mcp/everything',
    revision: '2025-11-25',
    tools: [
      { name: 'trigger-elicitation-request', calls: [{}] },
      { name: 'trigger-url-elicitation', calls: [page, { ...page, errorPath: true }] },
    ],
  },
];

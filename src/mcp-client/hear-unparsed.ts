import type { McpClient } from './mcp-sdk.ts';

/** The parts of an SDK client that get requests as they were sent. */
interface Hearing {
  fallbackRequestHandler?: Handler | undefined;
  connect?: (...args: unknown[]) => Promise<unknown>;
}

type Handler = (request: { readonly method: string; readonly params?: unknown }, context: never) => unknown;

/**
 * Hear a server's elicitations through the handler for what has no handler: the only one that gets them unparsed. The
 * host's own one gets everything else, whenever it sets it.
 *
 * @param settle - called each time the client has connected
 * @returns leaves the client as it was
 */
export function hearUnparsed(client: McpClient, hear: Handler, settle: () => void = () => undefined): () => void {
  const hearing = client as Hearing;
  const { connect } = hearing;
  let { fallbackRequestHandler: theirs } = hearing;
  const ours: Handler = async (request, context) => {
    if (request.method === 'elicitation/create') return hear(request, context);
    if (theirs === undefined) throw Object.assign(new Error('Method not found'), { code: -32601 });
    return theirs(request, context);
  };
  Object.defineProperty(client, 'fallbackRequestHandler', {
    configurable: true,
    enumerable: true,
    get: () => ours,
    set(handler: Handler | undefined) {
      theirs = handler;
    },
  });
  if (connect !== undefined) {
    hearing.connect = async (...args) => {
      const connected = await connect.apply(client, args);
      settle();
      return connected;
    };
  }
  return () => {
    delete hearing.fallbackRequestHandler;
    hearing.fallbackRequestHandler = theirs;
    delete hearing.connect;
    if (hearing.connect !== connect) hearing.connect = connect as never;
  };
}

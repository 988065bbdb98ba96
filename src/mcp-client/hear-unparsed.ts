import type { McpClient } from './mcp-sdk.ts';

/** The parts of an SDK client that get requests as they were sent. */
interface Hearing {
  fallbackRequestHandler?: Handler | undefined;
  connect?: (...args: unknown[]) => Promise<unknown>;
}

type Handler = (request: { readonly method: string; readonly params?: unknown }, context: never) => unknown;

interface Hook {
  hear: Handler;
  settle: () => void;
  /** The host's own handler. */
  theirs: Handler | undefined;
  readonly connect: Hearing['connect'];
}

const hooks = new WeakMap<McpClient, Hook>();

/**
 * Hear a server's elicitations through the handler for what has no handler: the only one that gets them unparsed. The
 * host's own one gets everything else, whenever it sets it.
 *
 * @param settle - called each time the client has connected
 */
export function hearUnparsed(client: McpClient, hear: Handler, settle: () => void = () => undefined): void {
  const known = hooks.get(client);
  if (known) return void Object.assign(known, { hear, settle });
  const hearing = client as Hearing;
  const { fallbackRequestHandler: theirs, connect } = hearing;
  const hook: Hook = { hear, settle, theirs, connect };
  hooks.set(client, hook);
  const ours: Handler = async (request, context) => {
    if (request.method === 'elicitation/create') return hook.hear(request, context);
    if (hook.theirs === undefined) throw Object.assign(new Error('Method not found'), { code: -32601 });
    return hook.theirs(request, context);
  };
  Object.defineProperty(client, 'fallbackRequestHandler', {
    configurable: true,
    enumerable: true,
    get: () => ours,
    set(handler: Handler | undefined) {
      hook.theirs = handler;
    },
  });
  if (connect === undefined) return;
  hearing.connect = async (...args) => {
    const connected = await connect.apply(client, args);
    hook.settle();
    return connected;
  };
}

/** Leave the client as it was. */
export function unhear(client: McpClient): void {
  const hook = hooks.get(client);
  if (hook === undefined) return;
  hooks.delete(client);
  const hearing = client as Hearing;
  delete hearing.fallbackRequestHandler;
  hearing.fallbackRequestHandler = hook.theirs;
  delete hearing.connect;
  if (hearing.connect !== hook.connect) hearing.connect = hook.connect as never;
}

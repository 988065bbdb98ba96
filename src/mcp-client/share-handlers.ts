import type { JsonObject } from '../protocol/json.ts';
import type { McpClient, McpRequestContext, McpSdk } from './mcp-sdk.ts';
import type { ActiveCall } from './question-desk.ts';

/** One connection of an MCP client. */
export interface Sharer {
  /** Its calls in progress. */
  readonly calls: ReadonlySet<ActiveCall>;
  /** Ask a server's question. `call` is set if only one call is in progress. */
  readonly ask: (params: unknown, context: McpRequestContext, call: ActiveCall | undefined) => Promise<JsonObject>;
  /** Take a completion notification. */
  readonly hear: (params: unknown) => void;
}

/** The connections of a client that are open, and what handles its requests for them. */
interface Shared {
  readonly sharers: Sharer[];
  readonly stop: () => void;
}

const sharedOf = new WeakMap<McpClient, Shared>();

/**
 * Handle a client's requests together with its other connections: an SDK client has one handler for all.
 *
 * @returns a function that leaves, so that the others handle the rest
 * @throws what the SDK throws if the client declares no elicitation
 */
export function shareHandlers(client: McpClient, sdk: McpSdk, sharer: Sharer): () => void {
  const shared = sharedOf.get(client) ?? begin(sdk);
  sharedOf.set(client, shared);
  const { sharers, stop } = shared;
  sharers.push(sharer);
  return () => {
    sharers.splice(sharers.indexOf(sharer), 1);
    if (sharers.length > 0) return;
    sharedOf.delete(client);
    stop();
  };
}

function begin(sdk: McpSdk): Shared {
  const sharers: Sharer[] = [];
  const stop = sdk.handle(
    async (params, context) => {
      const running = sharers.flatMap((one) => [...one.calls].map((call) => ({ one, call })));
      // The SDK does not say which call asks. If one is running, it is that one. Otherwise ask the latest connection.
      const { one, call } = running.length === 1 && running[0] ? running[0] : { one: sharers.at(-1), call: undefined };
      return one?.ask(params, context, call) ?? { action: 'cancel' };
    },
    (params) => [...sharers].forEach(({ hear }) => hear(params)),
  );
  return { sharers, stop };
}

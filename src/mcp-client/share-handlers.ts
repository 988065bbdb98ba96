import type { JsonObject } from '../protocol/json.ts';
import type { McpClient, McpRequestContext, McpSdk } from './mcp-sdk.ts';
import type { ActiveCall } from './question-desk.ts';

/** One connection of an MCP client. */
export interface Sharer {
  /** Its calls in progress. */
  readonly calls: ReadonlySet<ActiveCall>;
  /** Ask a server's question. `call` is set if only one call is in progress. */
  readonly ask: (params: unknown, context: McpRequestContext, call: ActiveCall | undefined) => Promise<JsonObject>;
  /** Take a completion notification. Undefined if it opens no pages. */
  readonly hear: ((params: unknown) => void) | undefined;
}

/**
 * Handle a client's requests together with its other connections: an SDK client has one handler for all.
 *
 * @returns a function that leaves, so that the others handle the rest
 * @throws what the SDK throws if the client declares no elicitation
 */
export function shareHandlers(client: McpClient, sdk: McpSdk, sharer: Sharer): () => void {
  const sharers = sharersOf.get(client) ?? [];
  sdk.onElicitation((params, context) => {
    const running = sharers.flatMap((one) => [...one.calls].map((call) => ({ one, call })));
    // The SDK does not say which call asks. If one is running, it is that one. Otherwise ask the latest connection.
    const { one, call } = running.length === 1 && running[0] ? running[0] : { one: sharers.at(-1), call: undefined };
    return (one ?? sharer).ask(params, context, call);
  });
  if (sharer.hear) {
    sdk.onCompletion((params) => {
      const now = [...sharers];
      for (const { hear } of now) hear?.(params);
    });
  }
  sharersOf.set(client, sharers);
  sharers.push(sharer);
  return () => {
    sharers.splice(sharers.indexOf(sharer), 1);
    if (sharers.length > 0) return;
    sharersOf.delete(client);
    sdk.removeHandlers();
  };
}

const sharersOf = new WeakMap<McpClient, Sharer[]>();

import type { JsonObject } from '../protocol/json.ts';
import type { McpClient, McpRequestContext, McpSdk } from './mcp-sdk.ts';
import type { ActiveCall } from './question-desk.ts';

/** One connection of an MCP client. */
export interface Sharer {
  /** Its calls that run. */
  readonly calls: ReadonlySet<ActiveCall>;
  /** Ask what the server asks; `call` is known where only one runs. */
  readonly ask: (params: unknown, context: McpRequestContext, call: ActiveCall | undefined) => Promise<JsonObject>;
  /** Hear of a page that is done with; undefined where it opens none. */
  readonly hear: ((params: unknown) => void) | undefined;
}

/**
 * Handle what the server of a client sends, together with the other connections of that client: an SDK has one handler
 * for all of them.
 *
 * @returns what handles no more of it, and leaves the rest to the others
 * @throws what the SDK throws where the client declares no elicitation
 */
export function shareHandlers(client: McpClient, sdk: McpSdk, sharer: Sharer): () => void {
  const sharers = sharersOf.get(client) ?? [];
  sdk.onElicitation((params, context) => {
    const running = sharers.flatMap((one) => [...one.calls].map((call) => ({ one, call })));
    // The SDK does not say which call asks. Where one runs, it is that one; else whoever came last is asked.
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

import type { AnyMcpTool } from '../src/plugin.ts';
import { createPluginClient, type PluginClient } from '../src/index.ts';
import { createChatHandler, type ChatProvider } from '../src/server.ts';
import { memoryTransport } from '../src/testing.ts';

/** A real chat in this page, in which the person says this at once. */
export function openChat(
  provider: ChatProvider,
  tool: AnyMcpTool,
  message: string,
): { client: PluginClient; close: () => void } {
  const handler = createChatHandler({ provider, tools: [tool], onEvent: () => undefined });
  // Stories share a page, so keep each from finding another's conversation.
  const client = createPluginClient({ transport: memoryTransport(handler), plugins: [], storage: false, tabs: false });
  // Begin once there is an outlet: without a form, the model is not offered the tool.
  setTimeout(() => void client.send(message));
  const close = () => {
    void client.close();
    void handler.close();
  };
  return { client, close };
}

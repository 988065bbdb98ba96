import { fileURLToPath } from 'node:url';
import { runnerImport, type Connect, type Plugin, type InlineConfig } from 'vite';
import type * as ChatModule from './chat.ts';
import type * as McpModule from './mcp.ts';
import { nodeListener } from './node-listener.ts';

/** Serve the chat and the demo's MCP server from inside Vite, in development and from the built page alike: nothing else to start. */
export function chatServer(path: string, mcpPath: string, config: InlineConfig): Plugin {
  async function mount(middlewares: Connect.Server, onClose: (close: () => void) => void): Promise<void> {
    const { module } = await runnerImport<typeof ChatModule>(entry, config);
    const chat = module.createDemoChat();
    const { module: mcpModule } = await runnerImport<typeof McpModule>(mcpEntry, config);
    const mcp = mcpModule.createDemoMcp();
    onClose(() => void Promise.all([chat.close(), mcp.close()]));
    const listener = nodeListener(chat);
    const mcpListener = nodeListener(mcp.handle);
    middlewares.use(path, (request, response, next) => {
      listener(request, response).catch(next);
    });
    middlewares.use(mcpPath, (request, response, next) => {
      mcpListener(request, response).catch(next);
    });
  }
  return {
    name: 'demo-chat-server',
    configureServer: ({ middlewares, httpServer }) => mount(middlewares, (close) => httpServer?.once('close', close)),
    configurePreviewServer: ({ middlewares, httpServer }) =>
      mount(middlewares, (close) => httpServer.once('close', close)),
  };
}

const entry = fileURLToPath(new URL('chat.ts', import.meta.url));
const mcpEntry = fileURLToPath(new URL('mcp.ts', import.meta.url));

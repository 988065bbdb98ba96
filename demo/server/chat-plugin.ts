import { fileURLToPath } from 'node:url';
import { runnerImport, type Connect, type Plugin, type InlineConfig } from 'vite';
import type * as ChatModule from './kept-chat.ts';
import type * as McpModule from './mcp.ts';
import { nodeListener } from '../../src/command/node-listener.ts';

/**
 * Serves the chat, the airline's ledger and the demo's MCP server inside Vite, in development and preview, so there is
 * nothing else to start.
 *
 * @param folder - where conversations and the ledger are kept. Undefined for memory
 */
export function chatServer(paths: Paths, folder: string | undefined, config: InlineConfig): Plugin {
  async function mount(
    { middlewares, httpServer }: Mountable,
    loadChat: () => Promise<typeof ChatModule>,
  ): Promise<void> {
    const { module: mcpModule } = await runnerImport<typeof McpModule>(mcpEntry, config);
    const mcp = mcpModule.createDemoMcp();
    let chat = (await loadChat()).keepDemoChat(folder);
    httpServer?.once('close', () => void Promise.all([chat.close(), mcp.close()]));
    const listener = nodeListener(async (request) => {
      chat = (await loadChat()).keepDemoChat(folder);
      return chat(request);
    });
    const mcpListener = nodeListener(mcp.handle);
    const ledgerListener = nodeListener(async (request) => (await loadChat()).answerLedger(request));
    const filesListener = nodeListener(async (request) => (await loadChat()).answerFiles(request));
    middlewares.use(paths.files, (request, response, next) => {
      filesListener(request, response).catch(next);
    });
    middlewares.use(paths.ledger, (request, response, next) => {
      ledgerListener(request, response).catch(next);
    });
    middlewares.use(paths.chat, (request, response, next) => {
      listener(request, response).catch(next);
    });
    middlewares.use(paths.mcp, (request, response, next) => {
      mcpListener(request, response).catch(next);
    });
  }
  return {
    name: 'demo-chat-server',
    // Vite reloads an edited tool, and the kept handler runs it from the next call on. Edits of the package's own
    // server need a restart.
    configureServer: (server) => mount(server, async () => (await server.ssrLoadModule(entry)) as typeof ChatModule),
    async configurePreviewServer(server) {
      const { module } = await runnerImport<typeof ChatModule>(entry, config);
      await mount(server, async () => module);
    },
  };
}

interface Paths {
  chat: string;
  files: string;
  ledger: string;
  mcp: string;
}

interface Mountable {
  middlewares: Connect.Server;
  httpServer: { once(event: 'close', listener: () => void): unknown } | null;
}

const entry = fileURLToPath(new URL('kept-chat.ts', import.meta.url));
const mcpEntry = fileURLToPath(new URL('mcp.ts', import.meta.url));

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chatServer } from './server/chat-plugin.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

// Conversations and the airline's ledger outlive the server, unless it is started with `npm start -- --memory`.
const kept = process.env['ELICITKIT_FOLDER'] ?? fileURLToPath(new URL('../.elicit', import.meta.url));
const folder = process.argv.includes('--memory') ? undefined : kept;
const paths = { chat: '/api/chat', files: '/api/files', ledger: '/api/ledger', mcp: '/api/mcp' };

// The demo imports the package by name, as a user would. tsconfig.json maps the name to the source, also where the
// package was built.
const shared = { root, resolve: { tsconfigPaths: true, noExternal: [/^elicitkit/] } };

export default defineConfig({
  ...shared,
  plugins: [react(), chatServer(paths, folder, { ...shared, configFile: false })],
  // Listed so that a cold cache does not reload the page during a first conversation.
  optimizeDeps: { include: ['react', 'react-dom/client', 'react/jsx-dev-runtime', 'effection', 'zod'] },
  build: {
    outDir: fileURLToPath(new URL('../demo-dist', import.meta.url)),
    emptyOutDir: true,
    // Effection's "main", which no page calls, imports `node:process` under Node only.
    rolldownOptions: {
      external: ['node:process'],
      input: [`${root}index.html`, `${root}questions.html`, `${root}desk.html`, `${root}mcp/index.html`],
    },
  },
});

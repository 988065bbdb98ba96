import { getRequestListener } from '@hono/node-server';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** During development the chat runs inside Vite, which reloads the tool after each edit. */
const chatServer: Plugin = {
  name: 'chat-server',
  configureServer(server) {
    const listener = getRequestListener(async (request) => {
      const { chat } = await server.ssrLoadModule('/src/tool.ts');
      return chat(request);
    });
    server.middlewares.use('/api/chat', (request, response) => void listener(request, response));
  },
};

export default defineConfig({ plugins: [react(), chatServer] });

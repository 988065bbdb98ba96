import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { createAgUiHandler } from 'elicitkit/ag-ui';
import { createChatHandler } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { Hono } from 'hono';
import { provider } from './model';
import { bookFlightTool } from './tool';

const chat = createChatHandler({ provider, tools: [bookFlightTool], store: fileStore('.data/elicit') });
const agent = createAgUiHandler(chat);

const app = new Hono();
app.all('/api/agent', ({ req }) => agent(req.raw));
app.use('*', serveStatic({ root: 'dist' }));

const port = Number(process.env['PORT'] ?? 3000);
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, () =>
  console.log(`Open http://127.0.0.1:${port}`),
);
process.once('SIGTERM', () => {
  server.close();
  void chat.close();
});

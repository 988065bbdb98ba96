import { serve } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { chat } from './tool';

const app = new Hono();
app.post('/api/chat', (c) => chat(c.req.raw));
app.use(serveStatic({ root: './dist' }));

serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`Open http://localhost:${port}`);
});

// Runs the two functions on this machine, and the cron job every ten seconds.
import { serve } from '@hono/node-server';
import chat from './api/chat.js';
import sweep from './api/sweep.js';

const routes: Readonly<Record<string, typeof chat>> = { '/api/chat': chat, '/api/sweep': sweep };
const headers = { authorization: `Bearer ${process.env['CRON_SECRET']}` };

serve(
  {
    port: Number(process.env['PORT'] ?? 3000),
    async fetch(request) {
      const route = routes[new URL(request.url).pathname];
      return route === undefined ? new Response('Not found', { status: 404 }) : await route.fetch(request);
    },
  },
  ({ port }) => {
    console.log(`The chat is at http://localhost:${port}/api/chat`);
    const cron = new Request(`http://localhost:${port}/api/sweep`, { headers });
    setInterval(() => void sweep.fetch(cron).catch(console.error), 10_000);
  },
);

import { serve } from '@hono/node-server';
import { chat } from './tool';

serve({ fetch: chat, port: 3000 }, ({ port }) => console.log(`The chat is at http://localhost:${port}`));

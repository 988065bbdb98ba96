import { serve } from '@hono/node-server';
import { chat } from './tool';

serve({ fetch: chat, port: 3000 });

import { createChatHandler } from 'elicitkit/server';
import { provider } from './model.ts';
import { bookFlightTool } from './tool.ts';
import { userOf } from './sign-in.ts';

export const chat = createChatHandler({
  provider,
  tools: [bookFlightTool],
  identify: (request) => userOf(request) ?? new Response('Sign in.', { status: 401 }),
  limits: { sessionTtl: 3_600_000 },
});

import { createChatHandler } from 'elicitkit/server';
import { provider } from './model';
import { bookFlightTool } from './tool';
import { userOf } from './sign-in';

export const chat = createChatHandler({
  provider,
  tools: [bookFlightTool],
  identify: (request) => userOf(request) ?? new Response('Sign in.', { status: 401 }),
  limits: { sessionTtl: 3_600_000 },
});

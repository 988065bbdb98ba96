import { createMcpEndpoint } from 'elicitkit/mcp';
import { postgresStore, type SqlRunner } from 'elicitkit/store/postgres';
import { provider } from './model';
import { userOf } from './sign-in';
import { bookFlightTool } from './tool';

export const openMcp = (database: SqlRunner, secret: string) =>
  createMcpEndpoint({
    name: 'airline',
    version: '1.0.0',
    tools: [bookFlightTool],
    provider,
    principal: (request) => userOf(request) ?? new Response('Sign in.', { status: 401 }),
    store: postgresStore(database),
    keys: [{ kid: '2026-11', secret }],
    allowedHosts: ['mcp.airline.example'],
    allowedOrigins: ['chat.airline.example'],
  });

import { expectTypeOf, it } from 'vitest';
import { answerLinks } from '../../src/links.ts';
import { createMcpEndpoint } from '../../src/mcp.ts';
import {
  createChatHandler,
  createPluginSessionManager,
  type ChatLimits,
  type SessionLimits,
} from '../../src/server.ts';

it('a limit that a server does not have does not compile', () => {
  const options = { provider: {} as never, tools: [] };
  createChatHandler({ ...options, limits: { bytes: 1, keepAlive: 1 } });
  // @ts-expect-error: it follows from `bytes`
  createChatHandler({ ...options, limits: { bodyBytes: 1 } });
  // @ts-expect-error: a call has no stream
  createPluginSessionManager({ ...options, limits: { keepAlive: 1 } });
  const mcp = { name: 'a', version: '1', tools: [], principal: 'ada' };
  createMcpEndpoint({ ...mcp, limits: { bytes: 1 } });
  // @ts-expect-error: an MCP server runs no model in turns
  createMcpEndpoint({ ...mcp, limits: { iterations: 1 } });
  // @ts-expect-error: a page sends answers, and keeps no calls
  answerLinks({ chat: {} as never, secret: '', url: '', limits: { sessionTtl: 1 } });
});

it('every limit is a number', () => {
  expectTypeOf<ChatLimits>().toExtend<Record<keyof ChatLimits, number>>();
  expectTypeOf<ChatLimits>().toExtend<SessionLimits>();
});

import { keepChatHandler, type ChatHandler } from 'elicitkit/server';
import { demoOptions } from './chat.ts';
import { demoProvider } from './provider.ts';

/**
 * The chat server: one handler in one process, with its calls in memory. It is the same handler each time, for a server
 * that reloads this file after every edit: open questions survive.
 */
export function keepDemoChat(): ChatHandler {
  return keepChatHandler('demo', { ...demoOptions, provider: demoProvider(process.env) });
}

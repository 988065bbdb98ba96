import { keepChatHandler, type ChatHandler, type DurableStore } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { demoOptions } from './chat.ts';
import { demoProvider } from './provider.ts';

/**
 * The chat server: one handler in one process. It is the same handler each time, for a server that reloads this file
 * after every edit: open questions survive.
 *
 * @param folder - where conversations are kept, so that they survive a restart, too. Undefined for memory
 */
export function keepDemoChat(folder: string | undefined): ChatHandler {
  const store = folder === undefined ? undefined : openStore(folder);
  return keepChatHandler('demo', { ...demoOptions, provider: demoProvider(process.env), store });
}

/** One for the process, since a folder can be open only once. */
function openStore(folder: string): DurableStore {
  const holder = globalThis as { [key]?: DurableStore };
  return (holder[key] ??= fileStore(folder));
}

const key = Symbol.for('elicitkit.demo-store');

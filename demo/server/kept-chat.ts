import { keepChatHandler, type ChatHandler, type DurableStore } from 'elicitkit/server';
import { fileStore } from 'elicitkit/store/file';
import { demoOptions } from './chat.ts';
import { keepLedger } from './kept-ledger.ts';
import { demoProvider } from './provider.ts';
import { mayAnswer, whoOf } from '../desk/people.ts';

export { answerFiles } from './files-page.ts';
export { answerLedger } from './ledger-page.ts';

/**
 * The chat server: one handler in one process. It is the same handler each time, for a server that reloads this file
 * after every edit: open questions survive.
 *
 * @param folder - where conversations and the airline's ledger are kept, so that they survive a restart, too. Undefined
 *   for memory
 */
export function keepDemoChat(folder: string | undefined): ChatHandler {
  const store = folder === undefined ? undefined : openStore(folder);
  return keepChatHandler('demo', {
    ...demoOptions,
    provider: demoProvider(process.env),
    identify: whoOf,
    mayAnswer,
    store,
  });
}

/** One for the process, since a folder can be open only once. */
function openStore(folder: string): DurableStore {
  const holder = globalThis as { [key]?: DurableStore };
  if (holder[key] !== undefined) return holder[key];
  keepLedger(`${folder}-ledger.json`);
  return (holder[key] = fileStore(folder));
}

const key = Symbol.for('elicitkit.demo-store');

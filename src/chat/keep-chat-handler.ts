import { createReloadableCalls, type CallHandler, type CallHandlerOptions } from './create-call-handler.ts';
import {
  createReloadableHandler,
  type ChatHandler,
  type ChatHandlerOptions,
  type ReloadableHandler,
} from './create-chat-handler.ts';

/**
 * Create a chat server that survives hot reloads: the same name returns the same handler while the process lives.
 *
 * A development server calls it again after an edit: it keeps every open question and then uses the new options.
 * An open call finishes in the code that it started with; the next call runs the new code. `limits`, `sessions` and
 * `store` keep their first values. After `close()` the name gives a new handler.
 *
 * @example
 * export const chat = keepChatHandler('chat', { provider, tools: [bookFlightTool] });
 *
 * @param name - unique for each chat in the process
 * @throws {TypeError} for invalid options; the existing handler keeps running
 */
export function keepChatHandler(name: string, options: ChatHandlerOptions): ChatHandler {
  const kept = keptUnder<ReloadableHandler>('elicitkit.chat-handlers');
  const known = kept.get(name);
  if (known !== undefined) {
    known.reload(options);
    return known.chat;
  }
  const made = createReloadableHandler(options);
  const chat: ChatHandler = Object.assign((request: Request) => made.chat(request), {
    sessions: made.chat.sessions,
    sweep: made.chat.sweep,
    close() {
      if (kept.get(name)?.chat === chat) kept.delete(name);
      return made.chat.close();
    },
  });
  kept.set(name, { ...made, chat });
  return chat;
}

/** The same for a call handler. Two bundles of one process share it by its name. */
export function keepCallHandler(name: string, options: CallHandlerOptions): CallHandler {
  const kept = keptUnder<ReturnType<typeof createReloadableCalls>>('elicitkit.call-handlers');
  const known = kept.get(name);
  if (known !== undefined) {
    known.reload(options);
    return known.calls;
  }
  const { calls: made, reload } = createReloadableCalls(options);
  const calls: CallHandler = Object.assign((request: Request) => made(request), {
    ...made,
    close() {
      if (kept.get(name)?.calls === calls) kept.delete(name);
      return made.close();
    },
  });
  kept.set(name, { calls, reload });
  return calls;
}

/** On the global object, because a bundler may load this module again, or put a copy of it into each route. */
function keptUnder<Kept>(name: string): Map<string, Kept> {
  const holder = globalThis as { [key: symbol]: Map<string, Kept> | undefined };
  return (holder[Symbol.for(name)] ??= new Map());
}

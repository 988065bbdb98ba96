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
 * An open call finishes in the code that it started with; the next call runs the new code. `limits` and `sessions` keep
 * their first values. After `close()` the name gives a new handler.
 *
 * @example
 * export const chat = keepChatHandler('chat', { provider, tools: [bookFlightTool] });
 *
 * @param name - unique for each chat in the process
 * @throws {TypeError} for invalid options; the existing handler keeps running
 */
export function keepChatHandler(name: string, options: ChatHandlerOptions): ChatHandler {
  const kept = keptHandlers();
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

/** On the global object, because a bundler may load this module again, or put a copy of it into each route. */
function keptHandlers(): Map<string, ReloadableHandler> {
  const holder = globalThis as { [key]?: Map<string, ReloadableHandler> };
  return (holder[key] ??= new Map());
}

const key = Symbol.for('elicitkit.chat-handlers');

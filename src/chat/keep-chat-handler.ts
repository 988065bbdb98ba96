import { CodedError } from '../protocol/coded-error.ts';
import { createCallHandler, type CallHandler, type CallHandlerOptions } from './create-call-handler.ts';
import { createChatHandler, type ChatHandler, type ChatHandlerOptions } from './create-chat-handler.ts';

/**
 * Create a chat server that survives hot reloads: the same name returns the same handler while the process lives.
 *
 * A development server calls it again after an edit: it keeps every open question and then uses the new options.
 * An open call finishes in the code that it started with; the next call runs the new code. `limits`, `store` and
 * `record` keep their first values. After `close()` the name gives a new handler.
 *
 * @example
 * export const chat = keepChatHandler('chat', { provider, tools: [bookFlightTool] });
 *
 * @param name - unique for each chat in the process
 * @throws {CodedError} `INVALID_OPTIONS` without a name, {TypeError} for other wrong options; the existing handler stays
 */
export function keepChatHandler(name: string, options: ChatHandlerOptions): ChatHandler {
  return keep('keepChatHandler', "'chat', { … }", name, options, createChatHandler);
}

/** The same for the call handler of `createElicitTools`. Two bundles of one process share it by its name. */
export function keepCallHandler(name: string, options: CallHandlerOptions): CallHandler {
  return keep('createElicitTools', "{ name: 'chat', … }", name, options, createCallHandler);
}

function keep<Options, Handler extends (ChatHandler | CallHandler) & { '~reload': (options: Options) => void }>(
  maker: string,
  given: string,
  name: string,
  options: Options,
  make: (options: Options) => Handler,
): Handler {
  if (typeof name !== 'string') {
    const next = `Write ${maker}(${given}), with a name of its own for each chat.`;
    throw new CodedError('INVALID_OPTIONS', `${maker} has no name. ${next}`);
  }
  // On the global object, because a bundler may load this module again, or put a copy of it into each route.
  const holder = globalThis as { [key: symbol]: Map<string, Handler> | undefined };
  const kept = (holder[Symbol.for(`elicitkit.${maker}`)] ??= new Map());
  const known = kept.get(name);
  if (known !== undefined) {
    known['~reload'](options);
    return known;
  }
  const made = make(options);
  const handler: Handler = Object.assign((request: Request) => made(request), {
    ...made,
    close() {
      if (kept.get(name) === handler) kept.delete(name);
      return made.close();
    },
  });
  kept.set(name, handler);
  return handler;
}

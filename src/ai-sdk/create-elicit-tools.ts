import { jsonSchema, type ModelMessage, type Tool, type ToolSet, type UIMessage } from 'ai';
import type * as z from 'zod';
import {
  CallNameError,
  type CallHandler,
  type CallHandlerOptions,
  type CallName,
  type CallOutcome,
} from '../chat/create-call-handler.ts';
import type { Owner } from '../chat/create-chat-handler.ts';
import { keepCallHandler } from '../chat/keep-chat-handler.ts';
import { outcomeUnknown, valueIn } from '../protocol/message-parts.ts';
import { isRequestId } from '../protocol/chat-request.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { AnyMcpTool, ResultOf } from '../tool/tool-facts.ts';
import { currentTools } from '../tool/tool-versions.ts';
import { isDangling } from './dangling.ts';
import { fillIn } from './fill-in.ts';

/** Tools that ask, in an app that keeps its own route with the AI SDK. */
export interface ElicitTools<Tools extends readonly AnyMcpTool[] = readonly AnyMcpTool[]> {
  /** The person whom `identify` finds behind a request, undefined for anonymous, or a Response to return instead. */
  owner(request: Request): Promise<Owner>;
  /**
   * The tools for `streamText` or `generateText`. Make them anew for each request.
   *
   * @throws {CallNameError} if the conversation's id is not a text of 1 to 200 characters
   */
  tools(where: ConversationOf): ElicitToolSet<Tools>;
  /**
   * Fill in the outcomes of calls that have none because a message came instead of an answer. Give the result to
   * `convertToModelMessages`. Only calls of this owner and this conversation get their outcome.
   *
   * @throws {CallNameError} as `tools`
   */
  messages<Message extends UIMessage>(messages: readonly Message[], where: ConversationOf): Promise<Message[]>;
  /** Answers the page's client. Mount it at the client's `endpoint`. */
  readonly handler: CallHandler;
}

/** A conversation and its owner. */
export interface ConversationOf {
  /** The chat's id, the same as the client's `conversationId`. */
  conversationId: string;
  /** What `owner` gives, or a person's id. */
  owner: CallName['owner'];
}

/**
 * These tools as a `ToolSet`, by their names. The output is what the tool returned, or a text if nobody knows that.
 *
 * @example
 * type MyTools = InferUITools<ReturnType<typeof elicit.tools>>;
 */
export type ElicitToolSet<Tools extends readonly AnyMcpTool[]> = {
  [Name in Tools[number]['name']]: SdkToolOf<Extract<Tools[number], { readonly name: Name }>>;
};

type SdkToolOf<Given extends AnyMcpTool> = Tool<z.input<Given['parameters']>, ResultOf<Given> | string>;

/** Options of `createElicitTools`. */
export interface ElicitToolsOptions<Tools extends readonly AnyMcpTool[]> extends CallHandlerOptions {
  tools: Tools;
  /**
   * Unique for each chat in the process. Two bundles of one process, such as two routes, share the calls of one name. So
   * does a module after a hot reload: it brings its options along, except for `limits` and `store`.
   */
  name: string;
}

/**
 * Let an app with `streamText` and `useChat` ask people questions from its tools. The app keeps its route, its own tools
 * and its messages. Works with version 6 or 7 of the `ai` package.
 *
 * The routes may be separate functions or processes if there is a `store` that outlives them.
 *
 * @example
 * export const elicit = createElicitTools({ name: 'chat', tools: [bookFlightTool], provider: aiSdkProvider(model) });
 *
 * @throws {CodedError} `INVALID_OPTIONS` without a name
 * @throws {TypeError} for other invalid options
 */
export function createElicitTools<const Tools extends readonly AnyMcpTool[]>(
  options: ElicitToolsOptions<Tools>,
): ElicitTools<Tools> {
  const { name, ...others } = options;
  const handler = keepCallHandler(name, others);
  return {
    handler,
    owner: (request) => handler.owner(request),
    tools: (where) =>
      Object.fromEntries(toolsOf(handler, currentTools(options.tools), checked(where))) as ElicitToolSet<Tools>,
    messages: async (messages, where) =>
      fillIn(messages, {
        handler,
        where: checked(where),
        names: new Set(options.tools.map((tool) => tool.name)),
      }),
  };
}

/** A request brings the id, so refuse a bad one before the model runs. */
function checked({ conversationId, owner }: ConversationOf): ConversationOf {
  if (!isRequestId(conversationId)) throw new CallNameError('conversationId');
  return { conversationId, owner };
}

/** The facts that every version of the SDK gives a tool. */
interface About {
  toolCallId: string;
  messages: readonly ModelMessage[];
  abortSignal?: AbortSignal | undefined;
}

function toolsOf(
  handler: CallHandler,
  tools: readonly AnyMcpTool[],
  where: ConversationOf,
): (readonly [string, ToolSet[string]])[] {
  /** The calls that this request began, until they are executed. */
  const begun = new Map<string, Promise<{ status: 'asks' } | CallOutcome>>();

  return tools.map(({ name: toolName, description, parametersJson }) => {
    const begin = (toolCallId: string, input: unknown) => handler.begin({ ...where, toolCallId, toolName, input });
    const tool: ToolSet[string] = {
      description,
      // Not the tool's own schema: its transforms would run here, and again when the call begins.
      inputSchema: jsonSchema<JsonObject>(parametersJson),
      metadata: { elicitkit: true },
      async needsApproval(input: unknown, { toolCallId, messages }: About) {
        // The SDK asks again before it executes an approved call, and version 6 denies one that needs no approval.
        if (isDangling(messages, toolCallId)) return true;
        const began = begin(toolCallId, input);
        begun.set(toolCallId, began);
        // What could not begin fails in `execute`, where the model reads why.
        return began.then(
          ({ status }) => status === 'asks',
          () => false,
        );
      },
      async execute(input: unknown, { toolCallId, messages, abortSignal }: About) {
        // A call from a history never begins here: it has begun, or the history is made up.
        if (!isDangling(messages, toolCallId)) {
          // A host whose own approval decides gets here at once. Then the stream stays open.
          const began = begun.get(toolCallId) ?? begin(toolCallId, input);
          begun.delete(toolCallId);
          const first = await began;
          if (first.status === 'ended') return outputOf(first);
        }
        const outcome = await handler.outcome({ ...where, toolCallId }, { signal: abortSignal });
        return outcome.status === 'ended' ? outputOf(outcome) : outcomeUnknown;
      },
    };
    return [toolName, tool] as const;
  });
}

/**
 * What a tool returned, as the AI SDK takes it: an object or a list instead of its JSON text.
 *
 * @throws {Error} with the tool's words, if it failed or was stopped
 */
function outputOf({ content, isError }: CallOutcome): unknown {
  if (isError) throw new Error(content);
  return valueIn(content);
}

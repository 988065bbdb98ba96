import { isRequestId } from '../protocol/chat-request.ts';
import { CodedError } from '../protocol/coded-error.ts';
import type { ChatProvider } from '../protocol/chat-provider.ts';
import { requirePerson, type Person } from '../protocol/person.ts';
import { followed } from '../store/tenant.ts';
import { conversationBusy } from './chat-errors.ts';
import { createChatServer } from './chat-server.ts';
import { newCallToken } from './conversation-store.ts';
import type { ChatHandler, ChatHandlerOptions, Owner } from './create-chat-handler.ts';
import type { HostInput } from './host-input.ts';
import { readReply } from './read-reply.ts';

/**
 * Runs tools for a host that runs its own model. As a function it answers the page: questions, answers and aborts go
 * over the same wire as those of a chat handler. Mount it where the page's client has its `endpoint`.
 */
export interface CallHandler extends Pick<
  ChatHandler,
  'sessions' | 'resolve' | 'approvals' | 'inbox' | 'reassign' | 'record' | 'forget' | 'sweep' | 'close'
> {
  (request: Request): Promise<Response>;
  /** The person whom `identify` finds behind a request, undefined for anonymous, or a Response that refuses it. */
  owner(request: Request): Promise<Owner>;
  /**
   * Begin a call that the host's model made, and wait until it asks the person or ends. A call of this name that is
   * open already is not begun again.
   *
   * @throws {CallNameError} for an id that a page could not send back
   */
  begin(call: BegunCall): Promise<{ status: 'asks' } | CallOutcome>;
  /**
   * Wait for the end of a call, for as long as the person takes.
   *
   * @throws the signal's reason, if it aborts. The call goes on
   */
  outcome(call: CallName, options?: { signal?: AbortSignal | undefined }): Promise<CallOutcome | UnknownCall>;
  /**
   * The person does not answer these calls any more, for example because a message came instead. What they ask ends as
   * `cancel` with reason `interrupted`.
   *
   * @returns when they have ended, how each has
   */
  interrupt(
    calls: Omit<CallName, 'toolCallId'> & { toolCallIds: readonly string[] },
  ): Promise<ReadonlyMap<string, CallOutcome | UnknownCall>>;
  /** Stop a call. Does nothing if it is not open. */
  abort(call: CallName & { reason?: string | undefined }): Promise<void>;
  /** @internal See `ChatHandler`. */
  readonly '~reload': (options: CallHandlerOptions) => void;
}

/** How the host names a call. */
export interface CallName {
  /** The conversation's id, the same that the page gives its client. At most 200 characters. */
  conversationId: string;
  /** Who may see the call and answer it: what `owner` says of the request, or a person's id. */
  owner: string | Person | undefined;
  /**
   * The model's id for the call, at most 200 characters. When the call has ended, the same id can name a new one: then
   * the last one is meant.
   */
  toolCallId: string;
}

/** A call to begin. */
export interface BegunCall extends CallName {
  toolName: string;
  /** The arguments as the model gave them: an object, or its JSON text. */
  input: unknown;
  /**
   * Never begin a second call of this name: if it has ended, `begin` gives its outcome. For a caller that begins again
   * after a crash, such as a step of a workflow. @default false
   */
  once?: boolean | undefined;
}

/** How a call ended. An object that the tool returned is JSON text here. */
export interface CallOutcome {
  status: 'ended';
  content: string;
  /** True if the tool failed or was stopped: `content` says why. */
  isError: boolean;
}

/** This owner has no such call in this conversation, or the server has forgotten it. */
export interface UnknownCall {
  status: 'unknown';
}

/** Options of `createCallHandler`, with the meaning that they have for `createChatHandler`. */
export interface CallHandlerOptions extends Pick<
  ChatHandlerOptions,
  | 'tools'
  | 'callable'
  | 'identify'
  | 'mayAnswer'
  | 'onWaiting'
  | 'notify'
  | 'store'
  | 'record'
  | 'limits'
  | 'onInterruption'
  | 'onEvent'
  | 'traceparent'
  | '~answers'
> {
  /** The model for `ctx.sample`. @default none: a tool that requires one is refused */
  provider?: ChatProvider | undefined;
}

/** A conversation or a call has a name that no request of a page could have. */
export class CallNameError extends CodedError<'CALL_NAME'> {
  constructor(what: 'conversationId' | 'toolCallId') {
    super(
      'CALL_NAME',
      `The ${what} is not a text of 1 to 200 characters without control characters. Give another one.`,
    );
  }
}

/**
 * Create a server that runs tools and asks their questions, for a host that runs its own model. It is the engine of
 * `createChatHandler`: answers, stores, limits, leases and sweeps are the same.
 *
 * @throws {TypeError} for invalid options, for a tool that requires the chat's messages and, without a `provider`, for
 *   one that requires a model
 */
export function createCallHandler(options: CallHandlerOptions): CallHandler {
  const server = createChatServer('createCallHandler', asChatOptions(options));

  async function post({ conversationId, owner }: ConversationName, host: CallInput) {
    if (!isRequestId(conversationId)) throw new CallNameError('conversationId');
    const ids = 'toolCallIds' in host ? host.toolCallIds : [host.toolCallId];
    if (!ids.every(isRequestId)) throw new CallNameError('toolCallId');
    return server.post(conversationId, personOf(owner), host);
  }

  /** Hand something to the conversation until its process has answered. */
  function ask(call: CallName, host: CallInput, signal?: AbortSignal) {
    const once = async () => readReply(await post(call, host), call.toolCallId, host.type === 'begin', signal);
    return followed(once, conversationBusy);
  }

  async function outcome(call: CallName, { signal }: { signal?: AbortSignal | undefined } = {}) {
    const { conversationId, toolCallId } = call;
    const owner = personOf(call.owner)?.id;
    const endOf = async () => {
      signal?.throwIfAborted();
      const reply = await ask(call, { type: 'follow', toolCallId }, signal);
      return reply.status === 'asks' ? undefined : reply;
    };
    let end: CallOutcome | UnknownCall | undefined;
    while (end === undefined) end = await server.untilFound(conversationId, owner, endOf, signal);
    return end;
  }

  return Object.assign((request: Request) => server.handle(request), {
    owner: server.identify,
    async begin(call: BegunCall) {
      const { toolCallId, toolName, input, once = false } = call;
      const reply = await ask(call, { type: 'begin', token: newCallToken(), toolCallId, toolName, input, once });
      return reply.status === 'unknown' ? ({ status: 'asks' } as const) : reply;
    },
    outcome,
    async interrupt({ toolCallIds, ...name }: Parameters<CallHandler['interrupt']>[0]) {
      await (await post(name, { type: 'interrupt', toolCallIds })).body.cancel();
      const ended = toolCallIds.map(
        async (toolCallId) => [toolCallId, await outcome({ ...name, toolCallId })] as const,
      );
      return new Map(await Promise.all(ended));
    },
    async abort({ reason, ...call }: Parameters<CallHandler['abort']>[0]) {
      await (await post(call, { type: 'abort', toolCallId: call.toolCallId, reason })).body.cancel();
    },
    ...server.members,
    '~reload': (next: CallHandlerOptions) => server.reload(asChatOptions(next)),
  });
}

const personOf = (owner: CallName['owner']) =>
  owner === undefined ? owner : requirePerson(owner, 'owner names nobody.');

type ConversationName = Pick<CallName, 'conversationId' | 'owner'>;
/** What names its calls. */
type CallInput = Extract<HostInput, { toolCallId: string } | { toolCallIds: readonly string[] }>;

function asChatOptions({ provider, ...options }: CallHandlerOptions): ChatHandlerOptions {
  const { tools, callable = [] } = options;
  for (const { name, needs } of Array.isArray(tools) ? [...tools, ...callable] : []) {
    if (needs?.parentMessages === true) {
      throw new TypeError(`createCallHandler: ${name} requires the chat's messages, which only a chat handler has.`);
    }
    if (needs?.sampling === true && provider === undefined) {
      throw new TypeError(`createCallHandler: ${name} requires a model. Give a provider.`);
    }
  }
  return { ...options, provider: provider ?? noModel };
}

/** `ctx.sample` without a model. */
const noModel: ChatProvider = {
  async *stream() {
    const what = 'The tool asked a model, but there is none. Give createCallHandler a provider.';
    throw new CodedError('NO_PROVIDER', what);
  },
};

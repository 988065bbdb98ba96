import type * as z from 'zod';
import type { AnyPlugin, PluginRegistry } from '../plugin/plugin-registry.ts';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatFile, ChatMessage } from '../protocol/chat-message.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { BegunCall, CallOptions } from './begin-call.ts';
import type { ClientCapabilities } from '../protocol/chat-request.ts';
import type { ClientError } from './client-error.ts';
import type { ClientSnapshot } from './client-snapshot.ts';
import type { Connection } from './delivery/connection.ts';
import type { RetryOptions } from './delivery/retry-policy.ts';
import type { ClientStorage } from './storage/client-storage.ts';
import type { TabChannel } from './tabs.ts';
import type { ChatTransport } from './wire/chat-transport.ts';

/** Options of `createPluginClient`: its settings and where to send POSTs. */
export type PluginClientOptions = PluginClientSettings &
  (
    | {
        /**
         * The chat server's URL.
         *
         * Without it and without a `transport`, there is no chat server: the client asks only the questions of MCP
         * servers and of the host (`askHere`). Anything for a chat server fails with `NO_ENDPOINT`.
         */
        endpoint?: string | undefined;
        transport?: undefined;
      }
    | {
        endpoint?: undefined;
        /** Sends the POSTs instead of `fetch`. */
        transport: ChatTransport;
      }
  );

/** Options of `createPluginClient`, except where to send POSTs. */
export interface PluginClientSettings {
  /** They answer their tools' questions. At most one for each tool name. Without one, a form asks. @default none */
  plugins?: readonly AnyPlugin[] | undefined;
  /**
   * Whether the page shows a form for questions without a plugin, and pages to open. The server offers the model tools
   * accordingly.
   *
   * @default what `declare` was told; `<PluginSessionProvider>` declares both
   */
  capabilities?: ClientCapabilities | undefined;
  /**
   * The conversation's id on the server and in the storage. A new id starts a new conversation.
   *
   * @default this tab's last conversation, if `storage` has one; otherwise a new UUID
   */
  conversationId?: string | undefined;
  /** The conversation so far. It takes precedence over what the storage has. */
  messages?: readonly ChatMessage[] | undefined;
  /** @default the global fetch */
  fetch?: typeof fetch | undefined;
  /** Your own headers, such as authorization. A function is called for each POST. */
  headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  /** How to retry automatically after a failure; false: never. */
  retry?: RetryOptions | false | undefined;
  /** Says whether there is a network. @default what the browser says */
  connection?: Connection | undefined;
  /**
   * Where the conversation, its questions, drafts and receipts survive a reload; false: nowhere. Drafts, answers and
   * receipts of fields that look secret are not stored.
   *
   * @default sessionStorage, in browsers
   */
  storage?: ClientStorage | false | undefined;
  /**
   * The most bytes stored of a conversation. Over that, tool results go first, then old receipts, then files, reasoning
   * and sources, which the server tells again, then old messages.
   *
   * @default 524288
   */
  maxStoredBytes?: number | undefined;
  /**
   * The most questions kept, including answered ones, and the most tool calls. The oldest that have ended go first. If
   * every kept question is open, a new one is not shown and `onError` gets `TOO_MANY_QUESTIONS`.
   *
   * @default 500
   */
  maxItems?: number | undefined;
  /**
   * The most messages kept while streams add to them. The oldest go first, and the rest starts with a message of the
   * person. A whole history from the host or the server is kept whole.
   *
   * @default 2000
   */
  maxMessages?: number | undefined;
  /**
   * The longest line the client reads from a stream, in bytes. A longer one ends the stream: the turn fails with
   * `LINE_TOO_LONG`.
   *
   * @default 1048576
   */
  maxLineBytes?: number | undefined;
  /**
   * Opens the channel on which tabs of one conversation tell each other that the server has recorded an answer, so that
   * they ask the server; false: none.
   *
   * @default a BroadcastChannel, in browsers
   */
  tabs?: ((name: string) => TabChannel | undefined) | false | undefined;
  /** Says in the chat what the person asks for with "Ask again", where the chat is not this client's. @default `send` */
  say?: ((text: string) => void) | undefined;
  /**
   * Hear of answers that are given elsewhere, while a question waits and the page is visible: one request waits at the
   * server, for 25 seconds at most. It is sent to the endpoint as any other.
   *
   * @default true on a page, and false with a `transport`
   */
  news?: boolean | undefined;
  /** Gets every event of every stream. */
  onEvent?: ((event: ChatStreamEvent) => void) | undefined;
  /**
   * Gets every error, worded for developers and with its `cause`. Items hold what the person is told.
   *
   * @default console.error
   */
  onError?: ((error: ClientError) => void) | undefined;
}

/** Options of `client.send`. */
export interface SendOptions {
  /** Images and other files that belong to the message. @default none */
  files?: readonly ChatFile[] | undefined;
  /** The message's id, unique in the conversation: a message counts once. @default a new UUID */
  id?: string | undefined;
}

/** Runs one conversation: posts messages, reads the stream, runs the handlers and sends the answers. */
export interface PluginClient {
  readonly conversationId: string;
  /** The plugins. Adding, replacing or removing one here also affects open questions: the new one asks them. */
  readonly registry: PluginRegistry;
  /** What the page can show besides its plugins' questions. For a host that posts messages itself. */
  readonly capabilities: ClientCapabilities;
  /**
   * Declare that the page shows a form for questions without a plugin, or pages to open. The client cannot detect it.
   *
   * @returns a function that takes it back
   */
  readonly declare: (capabilities: ClientCapabilities) => () => void;
  readonly getSnapshot: () => ClientSnapshot;
  /** The snapshot from when the client was created, for server rendering. */
  readonly getInitialSnapshot: () => ClientSnapshot;
  /**
   * Hear of every change. After a reload, the client goes on with the first who does, or the first action. While nobody
   * does, it hears nothing from other tabs and other devices; then it catches up.
   *
   * @returns a function that ends the subscription
   */
  readonly subscribe: (onChange: () => void) => () => void;
  /**
   * Send a message, with up to 20 files, once the current stream has ended; until then it is neither shown nor stored.
   * Questions still pending end unanswered.
   *
   * @returns when the turn rests; it never rejects: see `problem` in the snapshot
   */
  readonly send: (text: string, options?: SendOptions) => Promise<void>;
  /**
   * Replace one of the person's messages. All that follows it is dropped, and the model answers anew. Questions still
   * open end unanswered; what tools have done stays, with their results. Its files stay unless you give others.
   *
   * @param messageId - the `id` of that message. One that is unknown, or has none, is `MESSAGE_UNKNOWN` to `onError`
   * @returns when the turn rests; it never rejects: see `problem` in the snapshot
   */
  readonly edit: (messageId: string, text: string, options?: SendOptions) => Promise<void>;
  /**
   * Drop the model's last answer and have it answer again, as if the person had edited their message without changing it.
   * The message gets a new `id`.
   *
   * @returns when the turn rests; it never rejects: see `problem` in the snapshot
   */
  readonly regenerate: (options?: RegenerateOptions) => Promise<void>;
  /** Retry the last turn if it failed. */
  readonly retry: () => Promise<void>;
  /** Stop one call, or every call that has a session. If there is none, stop reading the text. */
  readonly abort: (which?: AbortOptions) => Promise<void>;
  /**
   * Call a tool without the model, such as from a button. The host must let the page do so, in `callable` of its handler.
   * Its questions are asked like any other, and `snapshot.calls` has its progress. It begins once, however often
   * the request is sent.
   *
   * @param tool - its name, or its declaration: then the arguments are typed
   */
  readonly call: {
    (tool: string, args: JsonObject, options?: CallOptions): BegunCall;
    // The last one is what TypeScript complains of.
    <Params extends z.ZodObject>(
      tool: { readonly name: string; readonly parameters: Params },
      args: z.input<Params>,
      options?: CallOptions,
    ): BegunCall;
  };
  /** Take an event from a stream that the host reads itself. The client checks it. */
  readonly push: (event: unknown) => void;
  /**
   * Say that the stream the host reads itself has ended; if it broke, pass on why. Answers it did not confirm fail and
   * can be sent again. A turn it left unfinished can be retried.
   *
   * A transport that reads the whole stream before it returns need not call this: it throws instead.
   */
  readonly pushEnded: (failure?: unknown) => void;
  /**
   * Ask the server where the conversation stands, and read what is still running.
   *
   * @returns when nothing runs any more; it never rejects: see `problem` in the snapshot
   */
  readonly attach: (options?: AttachOptions) => Promise<void>;
  /** What `askHere` works with. */
  readonly '~asking': object;
  /** Delete the conversation from the storage and stop storing it. Call it on sign-out. */
  readonly forget: () => void;
  /** Pass an error to `onError`. */
  readonly report: (error: ClientError) => void;
  /** Halt every handler, close every stream and stop waiting. Pending questions stay on the server. */
  readonly close: () => Promise<void>;
}

/** Options of `client.regenerate`. */
export interface RegenerateOptions {
  /** The `id` of the person's message to answer again; all that follows is dropped. @default their last one */
  messageId?: string | undefined;
  /** The id of the new message, unique in the conversation. @default a new UUID */
  id?: string | undefined;
}

/** Options of `client.attach`. */
export interface AttachOptions {
  /**
   * Calls of which the page has heard, up to 100. The server waits a moment for those that have not begun. Those that it
   * does not know count as failed then. @default none
   */
  calls?: readonly string[] | undefined;
}

/** What `abort` stops, and what becomes of the turn. */
export interface AbortOptions {
  /** The call to stop. @default every call */
  callId?: string | undefined;
  /** For the tool and the log. @default none */
  reason?: string | undefined;
  /** Don't let the model continue. @default false */
  silent?: boolean | undefined;
}

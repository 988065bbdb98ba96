import type { AnyPlugin, PluginRegistry } from '../plugin/plugin-registry.ts';
import type { ChatStreamEvent } from '../protocol/chat-event.ts';
import type { ChatMessage } from '../protocol/chat-message.ts';
import type { ClientCapabilities } from '../protocol/chat-request.ts';
import type { ClientError } from './client-error.ts';
import type { ClientSnapshot } from './client-snapshot.ts';
import type { Connection } from './delivery/connection.ts';
import type { ExchangeRequest } from './delivery/exchange.ts';
import type { RetryOptions } from './delivery/retry-policy.ts';
import type { ClientStorage } from './storage/client-storage.ts';
import type { AskedQuestion, OutsideQuestion } from './outside-questions.ts';
import type { TabChannel } from './tabs.ts';
import type { ChatTransport } from './wire/chat-transport.ts';

/** Options of `createPluginClient`: its settings, and where the POSTs go. */
export type PluginClientOptions = PluginClientSettings &
  (
    | {
        /**
         * Where the chat server is.
         *
         * Without it, and without a `transport`, there is none: the client asks what MCP servers and the host itself
         * (`ask`) ask, and what would go to a chat server fails with `NO_ENDPOINT`.
         */
        endpoint?: string | undefined;
        transport?: undefined;
      }
    | {
        endpoint?: undefined;
        /** Carries the POSTs instead of `fetch`. */
        transport: ChatTransport;
      }
  );

/** Options of `createPluginClient`, but for where the POSTs go. */
export interface PluginClientSettings {
  plugins: readonly AnyPlugin[];
  /**
   * Whether questions without a plugin are shown in a form, and pages to open: the server offers the model tools by it.
   *
   * @default what `declare` was told, as `<PluginSessionProvider>` does for both
   */
  capabilities?: ClientCapabilities | undefined;
  /**
   * Names the conversation on the server, and in the storage. A new id begins a new conversation.
   *
   * @default the last conversation of this tab, where `storage` has one, else a new UUID
   */
  conversationId?: string | undefined;
  /** The conversation so far; it counts before what a storage has. */
  messages?: readonly ChatMessage[] | undefined;
  /** @default the global fetch */
  fetch?: typeof fetch | undefined;
  /** The host's own headers, such as authorization; a function is asked for each POST. */
  headers?: ExchangeRequest['headers'];
  /** How what failed is tried again by itself; false: never. */
  retry?: RetryOptions | false | undefined;
  /** Knows whether there is a network. @default what the browser says */
  connection?: Connection | undefined;
  /**
   * Where the conversation, its questions, drafts and receipts outlive a reload; false: nowhere. Drafts and answers
   * of fields that look secret are not kept.
   *
   * @default sessionStorage, in browsers
   */
  storage?: ClientStorage | false | undefined;
  /** The most that is kept of a conversation: then old tool results go, old receipts, old messages. @default 524288 */
  maxStoredBytes?: number | undefined;
  /**
   * The most questions that are kept, answered ones included, and the most tool calls: of what has ended the oldest
   * goes first. A question that finds no room because all are open is not shown: `onError` hears `TOO_MANY_QUESTIONS`.
   *
   * @default 500
   */
  maxItems?: number | undefined;
  /**
   * The most messages that are kept while streams add to them: the oldest go first, and what is left begins with the
   * person's words. A history that the host gives or the server tells as a whole is kept whole.
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
   * Opens the channel on which a tab tells the others of its conversation that the server has recorded an answer, so that
   * they ask the server; false: none.
   *
   * @default a BroadcastChannel, in browsers
   */
  tabs?: ((name: string) => TabChannel | undefined) | false | undefined;
  /** Hears every event of every stream. */
  onEvent?: ((event: ChatStreamEvent) => void) | undefined;
  /**
   * Hears whatever goes wrong, in words for developers and with its `cause`; what the person is told is in the items.
   *
   * @default console.error
   */
  onError?: ((error: ClientError) => void) | undefined;
}

/** Knows one conversation: posts what is said, reads the stream, runs the handlers and sends the answers. */
export interface PluginClient {
  readonly conversationId: string;
  /** The plugins: what is registered, replaced or taken out here concerns the questions that wait, too. */
  readonly registry: PluginRegistry;
  /** What it can show beside the questions of its plugins: for a host that posts messages itself. */
  readonly capabilities: ClientCapabilities;
  /**
   * Say that questions without a plugin are shown in a form, or pages to open. Nothing here tells whether they are.
   *
   * @returns a function that takes it back
   */
  readonly declare: (capabilities: ClientCapabilities) => () => void;
  readonly getSnapshot: () => ClientSnapshot;
  /** As it was when the client was made, for rendering on a server. */
  readonly getInitialSnapshot: () => ClientSnapshot;
  /** @returns a function that ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /**
   * Say something, once the stream under way has ended; until then it is neither shown nor kept. Questions still pending
   * end unanswered.
   *
   * @returns when the turn rests; it never rejects: see `problem` in the snapshot
   */
  readonly send: (text: string) => Promise<void>;
  /** Try the last turn again, where it failed. */
  readonly retry: () => Promise<void>;
  /** Stop one call, or every call that has a session; where there is none, stop reading the text. */
  readonly abort: (which?: AbortOptions) => Promise<void>;
  /** Take an event from a stream that the host reads itself; it is checked here. */
  readonly push: (event: unknown) => void;
  /**
   * Say that the stream the host reads itself has ended, and pass on why where it broke. Answers that it told nothing
   * of have failed, and can be sent again; a turn that it left unfinished can be tried again.
   *
   * A transport that reads the stream before it returns need not call this: it throws.
   */
  readonly pushEnded: (failure?: unknown) => void;
  /** Ask the server where the conversation stands, and read what is still running. */
  readonly attach: () => Promise<void>;
  /**
   * Ask the person something that the chat server does not ask, such as what an MCP server wants to know. It is shown
   * and answered like any other question; it does not outlive the page.
   */
  readonly ask: (question: OutsideQuestion) => AskedQuestion;
  /** Put a plugin in the place of the one for the same tool: questions that wait are asked by the new one. */
  readonly replacePlugin: (plugin: AnyPlugin) => void;
  /** Remove the conversation from the storage, and keep it no longer: for signing out. */
  readonly forget: () => void;
  /** Tell `onError`. */
  readonly report: (error: ClientError) => void;
  /** Halt every handler and let go of every stream and of all waiting. Pending questions stay on the server. */
  readonly close: () => Promise<void>;
}

/** What `abort` stops, and what becomes of the turn. */
export interface AbortOptions {
  callId?: string | undefined;
  /** In words for the tool and the log. */
  reason?: string | undefined;
  /** The model does not go on. @default false */
  silent?: boolean | undefined;
}

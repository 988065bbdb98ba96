import { ClientError } from '../client/client-error.ts';
import type { PluginClient, PluginClientSettings } from '../client/client-options.ts';
import { browserConnection } from '../client/delivery/connection.ts';
import { createRetryPolicy } from '../client/delivery/retry-policy.ts';
import { pollNews } from '../client/news-poll.ts';
import { createPluginClient } from '../client/plugin-client.ts';
import { currentKey, tabStorage, type ClientStorage } from '../client/storage/client-storage.ts';
import type { AnyPlugin } from '../plugin/plugin-registry.ts';
import type { QuestionPlace } from '../protocol/inbox.ts';
import { createStore } from '../ui/parts/store.ts';
import { createInboxDesk } from './inbox-desk.ts';
import { createInboxList } from './inbox-list.ts';
import { createInboxRequests } from './inbox-requests.ts';
import { emptyInbox, isAt, reduceInbox, type InboxInput, type InboxSnapshot, type InboxState } from './inbox-state.ts';

/** Options of `createInboxClient`. */
export interface InboxClientOptions extends Pick<
  PluginClientSettings,
  'fetch' | 'headers' | 'retry' | 'connection' | 'storage'
> {
  /** The chat server's URL. It must identify the person. */
  endpoint: string;
  /**
   * They answer their tools' questions. Without one, a form asks. A handler has no conversation here: it gets the
   * question, and of the tool's arguments what the server shows.
   */
  plugins: readonly AnyPlugin[];
  /** Your name for the inbox in this tab, such as the person's id: what was typed is kept under it. @default 'inbox' */
  id?: string | undefined;
  /** Hear of new questions, and of those answered elsewhere, while the page is visible. @default true */
  news?: boolean | undefined;
  /** Gets every error, worded for developers. The snapshot holds what the person is told. @default console.error */
  onError?: ((error: ClientError) => void) | undefined;
}

/** The questions that wait for a person, in whatever conversation they were asked. */
export interface InboxClient {
  /** Asks the questions that were opened: show it by a `<PluginSessionProvider>`, if not by `<ElicitInbox>`. */
  readonly client: PluginClient;
  readonly getSnapshot: () => InboxSnapshot;
  /** The snapshot from before anything was read, for server rendering. */
  readonly getInitialSnapshot: () => InboxSnapshot;
  /** The first one begins to read. @returns a function that ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Open a question: an item of the list, or one that a link names. */
  readonly open: (place: QuestionPlace) => void;
  /** Look at no question any more. What was entered is kept. */
  readonly close: () => void;
  /** Read the next page. */
  readonly more: () => void;
  /** Read the list again, as after a failure. */
  readonly refresh: () => void;
  /** Ask the server nothing any more, and halt every handler. */
  readonly stop: () => Promise<void>;
}

/**
 * Create a client for the questions that wait for a person, such as those asked `{ to: { role: 'manager' } }`.
 *
 * @example
 * const inbox = createInboxClient({ endpoint: '/api/chat', plugins: [giveCreditPlugin] });
 *
 * @throws {ToolDeclarationError} for two plugins of one tool
 */
export function createInboxClient(options: InboxClientOptions): InboxClient {
  const { plugins, endpoint, headers, retry, connection = browserConnection, id = 'inbox' } = options;
  const storage = options.storage ?? tabStorage();
  const client = createPluginClient({
    plugins,
    conversationId: id,
    storage: storage && besideChat(storage),
    tabs: false,
    connection,
    onError: options.onError,
  });
  const { report: onError } = client;
  const store = createStore<InboxState>(emptyInbox);
  const dispatch = (input: InboxInput) => store.set(reduceInbox(store.get(), input));
  const stopping = new AbortController();
  const { signal: closing } = stopping;
  const policy = createRetryPolicy(retry ?? {}, connection);
  const requests = createInboxRequests({ endpoint, fetch: options.fetch, headers, policy });
  const list = createInboxList({ requests, dispatch, onError, closing });
  const desk = createInboxDesk({ requests, client, dispatch, refresh: () => background(read()), onError, closing });
  let begun: Promise<void> | undefined;

  async function read(): Promise<void> {
    await list.read();
    const { opened, items, reading } = store.get();
    // Not listed any more, it may have been answered elsewhere.
    const isListed = reading || opened === undefined || items.some((item) => isAt(item, opened));
    if (!isListed && opened.status === 'asked' && desk.isOpenHere(opened.askedAs)) await desk.open(opened);
  }

  async function begin(): Promise<void> {
    desk.resume();
    await read();
    if (options.news === false || typeof document !== 'object') return;
    await pollNews({
      isWanted: () => store.get().mark !== undefined,
      subscribe: store.subscribe,
      connection,
      closing,
      ask: (signal) => requests.wait(store.get().mark ?? '', signal),
      follow: read,
    });
  }

  /** Nobody waits for this. */
  function background(work: Promise<void>): void {
    void work.catch((error: unknown) => {
      if (!closing.aborted) throw error;
    });
  }

  return {
    client,
    getSnapshot: store.get,
    getInitialSnapshot: () => emptyInbox,
    subscribe(onChange) {
      const leave = store.subscribe(onChange);
      if (!closing.aborted && begun === undefined) background((begun = begin()));
      return leave;
    },
    open(place) {
      dispatch({ type: 'opens', place });
      background(desk.open(place));
    },
    close: () => dispatch({ type: 'closed' }),
    more() {
      if (store.get().hasMore) background(list.more());
    },
    refresh: () => background(read()),
    async stop() {
      stopping.abort(new ClientError('CLIENT_CLOSED', 'The inbox was stopped.'));
      await client.close();
    },
  };
}

/** The tab's last conversation is the chat's: an inbox beside it must not take its place. */
function besideChat(storage: ClientStorage): ClientStorage {
  return {
    getItem: (key) => (key === currentKey ? null : storage.getItem(key)),
    setItem: (key, value) => (key === currentKey ? undefined : storage.setItem(key, value)),
    removeItem: (key) => (key === currentKey ? undefined : storage.removeItem(key)),
  };
}

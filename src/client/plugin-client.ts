import { defaultBytes, lineBounds } from '../protocol/bounds.ts';
import type { PluginClient, PluginClientOptions } from './client-options.ts';
import { createClient, type ChatWire, type Reach, type WireParts } from './create-client.ts';
import { browserConnection } from './delivery/connection.ts';
import { createDelivery } from './delivery/deliver.ts';
import { readHeaders } from './delivery/exchange.ts';
import { createRetryPolicy } from './delivery/retry-policy.ts';
import { guardCallback } from './guard.ts';
import { createHear } from './hear.ts';
import { pollNews } from './news-poll.ts';
import { createPushedStream } from './pushed-stream.ts';
import { isBusy, isHeldUp } from './state/client-state.ts';
import { tabStorage } from './storage/client-storage.ts';
import { createKeeper } from './storage/keeper.ts';
import { restoreState } from './storage/save-state.ts';
import { browserChannel, openTabs } from './tabs.ts';
import { createFetchTransport, type ChatTransport } from './wire/chat-transport.ts';

/**
 * Create a client that talks to the chat server and runs the plugins' handlers, with or without a page.
 *
 * @example
 * const client = createPluginClient({ endpoint: '/api/chat', plugins: [bookFlightPlugin] });
 * await client.send('Book me a flight from NYC to LAX');
 *
 * @throws {ToolDeclarationError} for two plugins of one tool
 */
export function createPluginClient(options: PluginClientOptions): PluginClient {
  return createClient(options, reach);
}

const reach: Reach = {
  openWire,
  openKeeper({ options: { storage = tabStorage(), maxStoredBytes: maxBytes = 512 * 1024 }, ...parts }) {
    return storage ? createKeeper({ ...parts, storage, maxBytes }) : undefined;
  },
  restoreState,
  openTabs({ tabs = browserChannel }, conversationId, store, onNews) {
    const channel = tabs ? tabs(`elicitkit:${conversationId}`) : undefined;
    return channel && openTabs(channel, store, onNews);
  },
};

function openWire({ options, store, base, onError, retry }: WireParts): ChatWire {
  const { maxLineBytes = defaultBytes, connection = browserConnection, headers } = options;
  const transport = transportOf(options);
  const hear = createHear({ store, onEvent: guardCallback(options.onEvent), onError });
  return {
    deliver: createDelivery({
      store,
      transport,
      endpoint: options.endpoint,
      isOwnTransport: options.transport === undefined,
      isPlainFetch: options.transport === undefined && options.fetch === undefined,
      policy: createRetryPolicy(options.retry ?? {}, connection),
      base,
      headers,
      maxLineBytes,
      hear,
      onError,
    }),
    pushed: createPushedStream({ store, bounds: lineBounds(maxLineBytes), hear, onError, retry }),
    pollNews(closing, follow) {
      // Another transport may take every POST for one of the conversation.
      const isAsked = options.news ?? options.transport === undefined;
      if (typeof document !== 'object' || transport === undefined || !isAsked) return undefined;
      const ask = async (stop: AbortSignal) => {
        const sent = await readHeaders(headers);
        const { revision = 0 } = store.getState();
        return transport({ body: { ...base(), messages: [], revision, wait: true }, headers: sent, signal: stop });
      };
      const isWanted = () => !isBusy(store.getState()) && isHeldUp(store.getState());
      return pollNews({ ...store, isWanted, connection, closing, ask, follow });
    },
  };
}

/** Undefined without a chat server. */
function transportOf({ transport, endpoint, fetch }: PluginClientOptions): ChatTransport | undefined {
  return transport ?? (endpoint === undefined ? undefined : createFetchTransport(endpoint, fetch));
}

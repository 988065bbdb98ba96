import { defaultBytes } from '../../protocol/bounds.ts';
import type { PluginClientOptions } from '../client-options.ts';
import { pollNews } from '../news-poll.ts';
import { isBusy, isHeldUp } from '../state/client-state.ts';
import { browserChannel, openTabs } from '../tabs.ts';
import { createFetchTransport, type ChatTransport } from '../wire/chat-transport.ts';
import { browserConnection } from './connection.ts';
import { createDelivery } from './deliver.ts';
import { readHeaders } from './exchange.ts';
import type { ChatWire, WireParts } from './load-wire.ts';
import { createRetryPolicy } from './retry-policy.ts';

export function openWire({ options, store, base, createLines, hear, onError }: WireParts): ChatWire {
  const { maxLineBytes = defaultBytes, connection = browserConnection, headers } = options;
  const transport = transportOf(options);
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
      createLines,
      hear,
      onError,
    }),
    async pollNews(closing, follow) {
      // Another transport may take every POST for one of the conversation.
      const isAsked = options.news ?? options.transport === undefined;
      if (typeof document !== 'object' || transport === undefined || !isAsked) return;
      const ask = async (stop: AbortSignal) => {
        const sent = await readHeaders(headers);
        const { revision = 0 } = store.getState();
        return transport({ body: { ...base(), messages: [], revision, wait: true }, headers: sent, signal: stop });
      };
      const isWanted = () => !isBusy(store.getState()) && isHeldUp(store.getState());
      await pollNews({ ...store, isWanted, connection, closing, ask, follow });
    },
    openTabs(conversationId, onNews) {
      const { tabs = browserChannel } = options;
      const channel = tabs ? tabs(`elicitkit:${conversationId}`) : undefined;
      return channel && openTabs(channel, store, onNews);
    },
  };
}

/** Undefined without a chat server. */
function transportOf({ transport, endpoint, fetch }: PluginClientOptions): ChatTransport | undefined {
  return transport ?? (endpoint === undefined ? undefined : createFetchTransport(endpoint, fetch));
}

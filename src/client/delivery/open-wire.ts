import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import type { StopSignal } from '../abortable.ts';
import type { ClientError } from '../client-error.ts';
import type { PluginClientOptions } from '../client-options.ts';
import type { ClientStore } from '../client-store.ts';
import { pollNews } from '../news-poll.ts';
import { isBusy, isHeldUp } from '../state/client-state.ts';
import { browserChannel, openTabs } from '../tabs.ts';
import { postJson, type ChatTransport } from '../wire/chat-transport.ts';
import { browserConnection } from './connection.ts';
import type { LineReader, Told } from '../wire/read-line.ts';
import { createDelivery, type Deliver } from './deliver.ts';
import { readHeaders } from './exchange.ts';
import { createRetryPolicy } from './retry-policy.ts';

/** A wire to a chat server. */
export interface ChatWire {
  readonly deliver: Deliver;
  /**
   * Hear of answers that are given elsewhere, if the page asks for them.
   *
   * @throws the reason of `closing` once that aborts
   */
  pollNews(closing: StopSignal, follow: () => Promise<void>): Promise<void>;
  /** @returns closes the channel to the other tabs, if there is one */
  openTabs(onNews: (revision: number) => void): (() => void) | undefined;
}

/** What a wire to a chat server needs of its client. */
export interface WireParts {
  readonly options: PluginClientOptions;
  readonly store: ClientStore;
  /** The part that every body has. */
  readonly base: () => Omit<ChatRequestBody, 'messages'> & { readonly conversationId: string };
  /** Reads the lines of a stream. It is given, not imported, for the reason that `readResult` is. */
  readonly createLines: () => LineReader;
  /** Apply what a stream says to the state. */
  readonly hear: (post: string, told: readonly Told[]) => void;
  readonly onError: (error: ClientError) => void;
}

export function openWire(parts: WireParts): ChatWire {
  const { options, store, base } = parts;
  const { connection = browserConnection, headers } = options;
  const transport = transportOf(options);
  return {
    deliver: createDelivery({ ...parts, transport, policy: createRetryPolicy(options.retry ?? {}, connection) }),
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
    openTabs(onNews) {
      const { tabs = browserChannel } = options;
      const channel = tabs ? tabs(`elicitkit:${base().conversationId}`) : undefined;
      return channel && openTabs(channel, store, onNews);
    },
  };
}

/** Undefined without a chat server. */
function transportOf({ transport, endpoint, fetch }: PluginClientOptions): ChatTransport | undefined {
  if (transport !== undefined || endpoint === undefined) return transport;
  return (request) => postJson(endpoint, fetch, request);
}

import type { PluginClientOptions } from './client-options.ts';
import { browserConnection } from './delivery/connection.ts';
import { createDelivery, type WireParts } from './delivery/deliver.ts';
import { readHeaders } from './delivery/exchange.ts';
import { createRetryPolicy } from './delivery/retry-policy.ts';
import type { ClientParts, PartsOptions } from './later-parts.ts';
import { pollNews } from './news-poll.ts';
import { changed } from './post.ts';
import { createQuestions } from './questions.ts';
import { isBusy, isHeldUp } from './state/client-state.ts';
import { browserChannel, openTabs } from './tabs.ts';
import { postJson, type ChatTransport } from './wire/chat-transport.ts';

/** What asks, takes answers and sends. One file: no question is shown whose answer could not be delivered. */
export function createParts(options: PartsOptions): ClientParts {
  const { closing, background, wire } = options;
  const { follow, hearTab } = createAttach(options);
  const questions = createQuestions(options, follow);
  if (wire === undefined) return questions;
  const { store, base } = wire;
  const { connection = browserConnection, retry = {}, tabs = browserChannel } = wire.options;
  const transport = transportOf(wire.options);
  let closeTabs: (() => void) | undefined;
  return {
    ...questions,
    deliver: transport && createDelivery({ ...wire, transport, policy: createRetryPolicy(retry, connection) }),
    begin() {
      questions.begin?.();
      const ask = transport && newsFrom(transport, wire);
      const isWanted = () => store.isWatched() && !isBusy(store.getState()) && isHeldUp(store.getState());
      if (ask) background(pollNews({ ...store, isWanted, connection, closing, ask, follow }));
      const channel = tabs ? tabs(`elicitkit:${base().conversationId}`) : undefined;
      closeTabs = channel && openTabs(channel, store, (revision) => background(hearTab(revision)));
    },
    close() {
      // The other tabs see the state as it was before anything ends.
      closeTabs?.();
      return questions.close();
    },
  };
}

/** Catches up with the server: after a deadline, or news from another tab. */
function createAttach({ store, post, closing }: PartsOptions) {
  /** True while another tab's news waits for the current stream to end. */
  let isNewsWaiting = false;

  /** Ask the server what happened meanwhile. Does nothing before the conversation has begun. */
  async function follow(): Promise<void> {
    if (store.getState().revision === undefined) return;
    while (isBusy(store.getState())) await changed(store, closing);
    await post({ attach: true });
  }

  /**
   * Another tab says the server has told it more. Trust only the server: ask it. However much news arrives, only one
   * request runs at a time, and one more waits.
   */
  async function hearTab(revision: number): Promise<void> {
    const isNews = () => revision > (store.getState().revision ?? -1);
    if (isNewsWaiting || !isNews()) return;
    isNewsWaiting = true;
    while (isBusy(store.getState()) || !store.isWatched()) await changed(store, closing);
    isNewsWaiting = false;
    if (isNews()) await follow();
  }

  return { follow, hearTab };
}

/** Asks the server whether it has told more. Undefined if the page does not want to hear of answers given elsewhere. */
function newsFrom(transport: ChatTransport, { options, store, base }: WireParts) {
  // Another transport may take every POST for one of the conversation.
  const isAsked = options.news ?? options.transport === undefined;
  if (typeof document !== 'object' || !isAsked) return undefined;
  return async (signal: AbortSignal) => {
    const headers = await readHeaders(options.headers);
    const { revision = 0 } = store.getState();
    return transport({ body: { ...base(), messages: [], revision, wait: true }, headers, signal });
  };
}

/** Undefined without a chat server. */
function transportOf({ transport, endpoint, fetch }: PluginClientOptions): ChatTransport | undefined {
  if (transport !== undefined || endpoint === undefined) return transport;
  return (request) => postJson(endpoint, fetch, request);
}

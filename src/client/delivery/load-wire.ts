import type { StopSignal } from '../abortable.ts';
import type { ChatRequestBody } from '../../protocol/chat-request.ts';
import { ClientError } from '../client-error.ts';
import type { PluginClientOptions } from '../client-options.ts';
import type { ClientStore } from '../client-store.ts';
import type { Later } from '../later.ts';
import type { LineReader, Told } from '../wire/read-line.ts';
import type { Deliver } from './deliver.ts';
import { notSent } from './delivery-errors.ts';

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
  openTabs(conversationId: string, onNews: (revision: number) => void): (() => void) | undefined;
}

/** Opens a wire. */
export type OpenWire = (parts: WireParts) => ChatWire;

/** What a wire to a chat server needs of its client. */
export interface WireParts {
  readonly options: PluginClientOptions;
  readonly store: ClientStore;
  /** The part that every body has. */
  readonly base: () => Omit<ChatRequestBody, 'messages'>;
  /**
   * Reads the lines of a stream. It is given, not imported: a bundler puts what this part shares with the start of a page
   * before everything else, and no schema may be made before the page has told zod of its policy.
   */
  readonly createLines: () => LineReader;
  /** Apply what a stream says to the state. */
  readonly hear: (post: string, told: readonly Told[]) => void;
  readonly onError: (error: ClientError) => void;
}

/**
 * A wire that delivers as soon as what sends is there. Where that cannot be loaded, a POST fails, and can be retried.
 *
 * @param onLoaded - called when a POST had it loaded
 */
export function createLaterWire(parts: WireParts, wire: Later<{ openWire: OpenWire }>, onLoaded: () => void): ChatWire {
  let opened: ChatWire | undefined;
  const here = () => (opened ??= wire.get()?.openWire(parts));
  const loaded = () => {
    onLoaded();
    return here();
  };
  const load = () => wire.load().then(loaded, (cause: unknown) => notSent({ cause }));
  return {
    async deliver(...given) {
      const there = here() ?? (await load());
      const [, , signal] = given;
      signal.throwIfAborted();
      return there instanceof ClientError ? there : there?.deliver(...given);
    },
    pollNews: async (...given) => here()?.pollNews(...given),
    openTabs: (...given) => here()?.openTabs(...given),
  };
}

import type { PluginComponent } from '../../plugin/elicit-handler.ts';
import type { ReceiptWords } from '../../protocol/receipt.ts';
import type { ElicitIssue, ElicitRequest } from '../../protocol/elicit-request.ts';
import type { ElicitResult } from '../../protocol/elicit-result.ts';
import type { JsonObject } from '../../protocol/json.ts';

/** A server that asks, other than the chat server. */
export interface ElicitServer {
  /**
   * The host's name for it, never a name the server gave itself. Empty for the host's own server: cards then name none.
   */
  readonly name: string;
  /** Its origin, such as `https://mcp.example.com`. */
  readonly origin?: string | undefined;
}

/** A component in place of a question's form: it gets the item and the form. */
export type StandIn = PluginComponent<{ item: never; form: never }>;

/** A question that does not come from the chat server. */
export interface OutsideQuestion extends Readonly<
  Pick<
    ElicitRequest,
    'plain' | 'inWords' | 'params' | 'handoff' | 'issues' | 'mode' | 'url' | 'until' | 'expiresAt' | 'extensions'
  >
> {
  /** The server that asks. */
  readonly server: ElicitServer;
  /** The tool that asks, if known. With `key` it selects the plugin that answers. */
  readonly toolName?: string | undefined;
  readonly key?: string | undefined;
  /** The call it belongs to: that call's outlet shows it. @default an id of its own */
  readonly callId?: string | undefined;
  /**
   * Your name for the question, of up to 200 characters. Together with the server's name and `key` it identifies the
   * question in this conversation, so that it survives a reload: the card then waits until you ask for the same `id`
   * again, which brings back its draft, and the answer if one was on its way.
   *
   * Asking for an open question again replaces its functions and, with a `timeout`, its deadline. Asking for one that has ended gives its
   * result. It is shown again only if it was stopped, or for a higher `attempt`.
   *
   * @default none: it goes with the page
   */
  readonly id?: string | undefined;
  /** The question's text. */
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject | undefined;
  /** Data for its component: the props that the plugin's handler reads. @default what `schema` or `message` carries */
  readonly context?: JsonObject | undefined;
  /** How often it was asked, from 1. A higher one asks again: what was entered stays. @default the known one, or 1 */
  readonly attempt?: number | undefined;
  /**
   * An earlier answer to start with: the form is filled with it, and the first component of a plugin gets it as its
   * `draft`. What the person entered here counts instead. @default nothing
   */
  readonly draft?: unknown;
  /**
   * The label of the submit button, such as "Try again". In mode `url`, accepting then means that the person is done
   * with the page, not that they opened it. Use your own words, never the server's: a server could mislabel the button.
   */
  readonly submitLabel?: string | undefined;
  /** @internal Shown in place of the form, which it is given. */
  readonly '~form'?: StandIn | undefined;
  /** With `expiresAt`: how long it waits, in milliseconds. The last fifth of it is short. @default five minutes */
  readonly timeout?: number | undefined;
  /** Asks for more time, up to `extensions` times. Ask for the question again with the later `expiresAt`. @default the time is a real limit */
  readonly moreTime?: (() => void) | undefined;
  /** Set if there is nothing left to ask: only these words are shown, as a receipt. */
  readonly ended?: ReceiptWords | undefined;
  /** Returns what is wrong with an answer, in addition to the plugin's schema. */
  readonly check?: ((content: unknown) => readonly ElicitIssue[]) | undefined;
  /**
   * Takes each answer of the person, and the expiry, to the server that asks. The card says that it is being sent until
   * this resolves. If it throws, the card keeps the answer, and Try again calls this again.
   *
   * @default the question ends with the answer, and `answer` tells it
   */
  readonly deliver?: DeliverAnswer | undefined;
  /** The most that `deliver` may take, in milliseconds. After that it counts as failed. @default 120000 */
  readonly deliverTimeout?: number | undefined;
  /** Ends the question when the caller no longer wants an answer. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Takes an answer to the server that asks.
 *
 * @returns once the server has the answer: nothing, or what is wrong with it (at most 100 issues). Issues ask the
 * question again
 * @throws if the server may not have the answer. The card shows a problem by the error's `code`, if it has one
 */
export type DeliverAnswer = (
  result: ElicitResult<unknown>,
  options: {
    /** The same for every try of one answer, over reloads too, so that the server can count it once. */
    readonly answerId: string;
    /** Its words, unless it looks secret, for other pages. */
    readonly receipt?: ReceiptWords | undefined;
    /** Aborts when nobody waits for this try any more: the question ended, time is up, or the client closed. */
    readonly signal: AbortSignal;
  },
) => Promise<readonly ElicitIssue[] | void>;

/** What came of a change. */
export interface OutcomeOfChange {
  /**
   * Why the earlier answer still counts: the change came too `late`, or something could not be undone (`stuck`).
   *
   * @default the new answer counts
   */
  readonly kept?: 'late' | 'stuck' | undefined;
  /** Of several answers that `deliver` got and failed with, the one that counts. @default the one on its way */
  readonly answerId?: string | undefined;
  /** The `elicitId`s of the questions that no longer count. They leave the page, and what was entered there is kept. */
  readonly gone?: readonly string[] | undefined;
}

import type { ReceiptWords } from '../plugin/make-plugin.ts';
import type { ElicitIssue, ElicitRequest } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { JsonObject } from '../protocol/json.ts';
import type { ClientStore } from './client-store.ts';
import {
  endItem,
  findItem,
  isOfChat,
  isOpen,
  openItem,
  type ElicitServer,
  type EndOfItem,
  type ItemState,
} from './state/item-state.ts';
import { uuid } from './uuid.ts';

/** A question that does not come from the chat server. */
export interface OutsideQuestion {
  /** The server that asks. */
  readonly server: ElicitServer;
  /** The tool that asks, if known. With `key` it selects the plugin that answers. */
  readonly toolName?: string | undefined;
  readonly key?: string | undefined;
  /** The call it belongs to: that call's outlet shows it. @default an id of its own */
  readonly callId?: string | undefined;
  /** The question's text. */
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject | undefined;
  /**
   * The label of the submit button, such as "Try again". In mode `url`, accepting then means that the person is done
   * with the page, not that they opened it. Use your own words, never the server's: a server could mislabel the button.
   */
  readonly submitLabel?: string | undefined;
  /** The tool's arguments. */
  readonly params?: unknown;
  readonly mode?: 'form' | 'url' | undefined;
  readonly url?: string | undefined;
  /** When the question expires, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | undefined;
  /** Set if there is nothing left to ask: only these words are shown, as a receipt. */
  readonly ended?: ReceiptWords | undefined;
  /** Returns what is wrong with an answer, in addition to the plugin's schema. */
  readonly check?: ((content: unknown) => readonly ElicitIssue[]) | undefined;
  /** Ends the question when the caller no longer wants an answer. */
  readonly signal?: AbortSignal | undefined;
}

/** A question asked with `ask`, as its caller sees it. */
export interface AskedQuestion {
  readonly elicitId: string;
  /** The result. It never rejects: any failure is a `cancel`. */
  readonly answer: Promise<ElicitResult<unknown>>;
  /** Answer it in the person's place, if it is still open. */
  readonly settle: (result: ElicitResult<unknown>) => void;
  /** End it, with words for its receipt. */
  readonly stop: (receipt?: ReceiptWords) => void;
  /** Replace the receipt of a question that has ended. */
  readonly note: (receipt: ReceiptWords) => void;
}

/** The questions of this client that no chat server asked. */
export interface OutsideQuestions {
  readonly ask: (question: OutsideQuestion) => AskedQuestion;
  /**
   * The person stops a call.
   *
   * @returns false if the chat server must be told too
   */
  readonly abort: (callId: string) => boolean;
}

/** @param isClosed - true once the client can take no more answers */
export function createOutsideQuestions(store: ClientStore, isClosed: () => boolean): OutsideQuestions {
  const find = (elicitId: string) => findItem(store.getState().items, elicitId);
  const end = (elicitId: string, how: EndOfItem) => store.dispatch({ type: 'ended_here', elicitId, how });

  return {
    ask(question) {
      const elicitId = uuid();
      const { signal } = question;
      const stop = (receipt?: ReceiptWords) => end(elicitId, { status: 'aborted', by: 'server', receipt });
      const answer = new Promise<ElicitResult<unknown>>((resolve) => {
        if (isClosed() || signal?.aborted === true) return resolve(interrupted);
        const onAbort = () => stop();
        const look = () => {
          const item = find(elicitId);
          if (item !== undefined && isOpen(item)) return;
          unsubscribe();
          signal?.removeEventListener('abort', onAbort);
          resolve(item === undefined ? failed : resultOf(item));
        };
        const unsubscribe = store.subscribe(look);
        signal?.addEventListener('abort', onAbort);
        store.dispatch({ type: 'asked_here', item: itemOf(question, elicitId, store.getState().items) });
        // It was turned away if there was no room.
        if (find(elicitId) === undefined) look();
      });
      return {
        elicitId,
        answer,
        settle: (result) => end(elicitId, { status: 'settled', action: result.action, result }),
        stop,
        note: (receipt) => store.dispatch({ type: 'noted', elicitId, receipt }),
      };
    },
    abort(callId) {
      const { items, calls } = store.getState();
      const asked = items.filter((item) => item.request.callId === callId && !isOfChat(item));
      for (const { request } of asked) end(request.elicitId, { status: 'aborted', by: 'user' });
      return asked.length > 0 && !calls.some((call) => call.callId === callId);
    },
  };
}

const interrupted: ElicitResult<unknown> = { action: 'cancel', reason: 'interrupted' };
const failed: ElicitResult<unknown> = { action: 'cancel', reason: 'failed' };
const expired: ElicitResult<unknown> = { action: 'cancel', reason: 'expired' };

function resultOf({ status, result }: ItemState): ElicitResult<unknown> {
  if (status === 'expired') return expired;
  return status === 'settled' && result !== undefined ? result : interrupted;
}

function itemOf(question: OutsideQuestion, elicitId: string, items: readonly ItemState[]): ItemState {
  const { server, toolName = '', key = '', callId = uuid(), message, schema = {}, params } = question;
  const { mode, url, expiresAt, ended, submitLabel, check } = question;
  const request: ElicitRequest = {
    sessionId: callId,
    callId,
    toolName,
    elicitId,
    key,
    message,
    schema,
    seq: items.filter((item) => item.request.callId === callId).length,
    attempt: 1,
    ...(params !== undefined && { params }),
    ...(mode !== undefined && { mode }),
    ...(url !== undefined && { url }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const item = { ...openItem(request, Date.now()), server, check, submitLabel };
  return ended === undefined ? item : endItem(item, { status: 'aborted', by: 'server', receipt: ended });
}

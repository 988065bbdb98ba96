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

/** A question that did not come from the chat server. */
export interface OutsideQuestion {
  /** Who asks. */
  readonly server: ElicitServer;
  /** The tool that asks, where that is known: with `key` it finds the plugin that answers. */
  readonly toolName?: string | undefined;
  readonly key?: string | undefined;
  /** The call it belongs to: an outlet for that call shows it. @default an id of its own */
  readonly callId?: string | undefined;
  /** What the person is asked, in words. */
  readonly message: string;
  /** JSON Schema of the answer. */
  readonly schema?: JsonObject | undefined;
  /**
   * Names the button that sends the answer, such as "Try again". In mode `url` the answer is then the person's word that
   * they are done with the page, and no longer that they opened it. Words of the host or of whoever asks for it, never
   * the server's: a server could name the button for something that it does not do.
   */
  readonly submitLabel?: string | undefined;
  /** The tool's arguments. */
  readonly params?: unknown;
  readonly mode?: 'form' | 'url' | undefined;
  readonly url?: string | undefined;
  /** When the question ends by itself, in milliseconds since the Unix epoch. */
  readonly expiresAt?: number | undefined;
  /** It is no question any more: these words alone are shown, as the line that stays. */
  readonly ended?: ReceiptWords | undefined;
  /** Says what is wrong with an answer, beside what the plugin's schema says. */
  readonly check?: ((content: unknown) => readonly ElicitIssue[]) | undefined;
  /** Ends the question: whoever asked wants no answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** A question that was asked from outside, for whoever asked it. */
export interface AskedQuestion {
  readonly elicitId: string;
  /** What came of it. It never rejects: whatever goes wrong is a `cancel`. */
  readonly answer: Promise<ElicitResult<unknown>>;
  /** Answer it from outside, where the person has not. */
  readonly settle: (result: ElicitResult<unknown>) => void;
  /** End it, with words for the line that stays. */
  readonly stop: (receipt?: ReceiptWords) => void;
  /** Put other words into the line that stays of an answered question. */
  readonly note: (receipt: ReceiptWords) => void;
}

/** The questions of this client that no chat server asked. */
export interface OutsideQuestions {
  readonly ask: (question: OutsideQuestion) => AskedQuestion;
  /**
   * The person stops a call.
   *
   * @returns false where nothing of that call was asked from outside
   */
  readonly abort: (callId: string) => boolean;
}

/** @param isClosed - then nobody will answer any more */
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
        // Where there is no room it is not among the items.
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

import type { ReceiptWords } from '../plugin/make-plugin.ts';
import { writeContext } from '../protocol/context-data.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { ClientError } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { endHere, endWith, openItem, type EndOfItem } from './state/change-item.ts';
import { answerUnderWay, countsIn, findItem, isOfChat, isOpen, type ItemState } from './state/item-state.ts';
import type { DeliverAnswer, OutcomeOfChange, OutsideQuestion } from './state/outside-question.ts';
import { uuid } from './uuid.ts';

/** A question asked with `ask`, as its caller sees it. */
export interface AskedQuestion {
  readonly elicitId: string;
  /**
   * The result, once the question has ended: with `deliver`, once its server has the answer. It never rejects: any
   * failure is a `cancel`. After a reload, an accepted answer that holds a secret has the content `undefined`.
   */
  readonly answer: Promise<ElicitResult<unknown>>;
  /**
   * Answer it in the person's place, if it is still open. `deliver` is not called. If another answer of the person is on
   * its way, the receipt says that the question was answered elsewhere.
   */
  readonly settle: (result: ElicitResult<unknown>) => void;
  /** End it, with words for its receipt. `deliver` is not called. */
  readonly stop: (receipt?: ReceiptWords) => void;
  /** Replace the receipt of a question that has ended. */
  readonly note: (receipt: ReceiptWords) => void;
  /**
   * Ask it again in its place, even after its answer was settled: what was entered stays, and `issues` are shown at
   * their fields.
   */
  readonly askAgain: (question: OutsideQuestion) => AskedQuestion;
  /**
   * Let the person change the answer that it has: its receipt gets a Change button. Offer it again after each change.
   *
   * @param deliver - takes the new answer to the server. The card says that it is being sent until `tell` says what came
   * of it, or until `deliver` returns issues or throws
   */
  readonly offerChange: (deliver: DeliverAnswer) => OfferedChange;
}

/** A change that the person may make. */
export interface OfferedChange {
  /** The server takes none any more. An answer that is sent after that is too late. */
  readonly withdraw: () => void;
  /** Say what came of it. */
  readonly tell: (outcome: OutcomeOfChange) => void;
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

/**
 * @param isClosed - true once the client can take no more answers
 * @param retry - sends a failed answer again
 */
export function createOutsideQuestions(
  store: ClientStore,
  isClosed: () => boolean,
  retry: (elicitId: string) => void,
): OutsideQuestions {
  const find = (elicitId: string) => findItem(store.getState().items, elicitId);
  const end = (elicitId: string, how: EndOfItem) => store.dispatch({ type: 'ended_here', elicitId, how });

  const put = (question: OutsideQuestion, elicitId: string): AskedQuestion => {
    const { signal } = question;
    const stop = (receipt?: ReceiptWords) => end(elicitId, { how: 'aborted', by: 'server', receipt });
    const answer = new Promise<ElicitResult<unknown>>((resolve) => {
      if (isClosed() || signal?.aborted === true) return resolve(interrupted);
      // Once it was asked again, the newer signal counts.
      const onAbort = () => find(elicitId)?.outside?.asked === question && stop();
      const look = () => {
        const item = find(elicitId);
        if (item !== undefined && isOpen(item)) return;
        unsubscribe();
        signal?.removeEventListener('abort', onAbort);
        resolve(item === undefined ? failed : resultOf(item));
      };
      const unsubscribe = store.subscribe(look);
      signal?.addEventListener('abort', onAbort);
      const { items } = store.getState();
      const known = findItem(items, elicitId);
      store.dispatch({ type: 'asked_here', item: itemOf(question, elicitId, items, known) });
      // After a reload, the answer that was on its way still is.
      if (known !== undefined && known.context === undefined) retry(elicitId);
      // It was turned away if there was no room, or has ended before.
      look();
    });
    return {
      elicitId,
      answer,
      settle(result) {
        const item = find(elicitId);
        const { result: own = result, receipt } = (item && answerUnderWay(item)) ?? {};
        if (canonicalJson(own) === canonicalJson(result)) return end(elicitId, endWith(own, receipt));
        end(elicitId, { ...endWith(result), elsewhere: result.action === 'cancel' ? undefined : true });
      },
      stop,
      note: (receipt) => store.dispatch({ type: 'noted', elicitId, receipt }),
      offerChange(deliver) {
        store.dispatch({ type: 'takes_change', elicitId, deliver });
        return {
          withdraw() {
            if (find(elicitId)?.outside?.takesChange === deliver) store.dispatch({ type: 'takes_change', elicitId });
          },
          tell: (outcome) => store.dispatch({ ...outcome, type: 'changed_here', elicitId }),
        };
      },
      askAgain: (next) => put({ ...next, attempt: Math.max(next.attempt ?? 1, attemptOf(elicitId) + 1) }, elicitId),
    };
  };
  const attemptOf = (elicitId: string) => find(elicitId)?.request.attempt ?? 0;

  return {
    ask: (question) => put(question, question.id === undefined ? uuid() : idOf(question, question.id)),
    abort(callId) {
      const { items, calls } = store.getState();
      const asked = items.filter((item) => item.request.callId === callId && !isOfChat(item));
      for (const { request } of asked) end(request.elicitId, { how: 'aborted', by: 'user' });
      return asked.length > 0 && !calls.some((call) => call.callId === callId);
    },
  };
}

/** Servers and tools number their questions themselves: two of them may use the same id. */
function idOf({ server, key = '' }: OutsideQuestion, id: string): string {
  const elicitId = JSON.stringify([server.name, key, id]);
  if (elicitId.length <= 1_000) return elicitId;
  throw new ClientError('ID_TOO_LONG', 'The id, the key and the name of the server are too long. Choose a shorter id.');
}

const interrupted: ElicitResult<unknown> = { action: 'cancel', reason: 'interrupted' };
const failed: ElicitResult<unknown> = { action: 'cancel', reason: 'failed' };
const expired: ElicitResult<unknown> = { action: 'cancel', reason: 'expired' };

function resultOf(item: ItemState): ElicitResult<unknown> {
  if (item.end?.how === 'expired') return expired;
  return (item.end?.how === 'settled' && countsIn(item)?.result) || interrupted;
}

function itemOf(
  question: OutsideQuestion,
  elicitId: string,
  items: readonly ItemState[],
  known: ItemState | undefined,
): ItemState {
  const { server, toolName = '', key = '', message, context, params, handoff, issues } = question;
  const { callId = known?.request.callId ?? uuid(), attempt = known?.request.attempt ?? 1, schema = {} } = question;
  const { mode, url, expiresAt, ended, inWords } = question;
  const request: ElicitRequest = {
    sessionId: callId,
    callId,
    toolName,
    elicitId,
    key,
    message,
    schema: context === undefined ? schema : writeContext(schema, context),
    seq: known?.request.seq ?? items.filter((item) => item.request.callId === callId).length,
    attempt,
    ...(params !== undefined && { params }),
    ...(handoff !== undefined && { handoff }),
    ...(issues !== undefined && { issues }),
    ...(inWords !== undefined && { inWords }),
    ...(mode !== undefined && { mode }),
    ...(url !== undefined && { url }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
  const item: ItemState = { ...openItem(request, Date.now()), outside: { server, asked: question } };
  return ended === undefined ? item : endHere(item, { how: 'aborted', by: 'server', receipt: ended });
}

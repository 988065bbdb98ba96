import { createDeadline } from '../base/timers.ts';
import { CodedError, reasonOf } from '../protocol/coded-error.ts';
import { elicitIssueSchema, type ElicitIssue, type ElicitRequest } from '../protocol/elicit-request.ts';
import type { Answerer } from '../protocol/person.ts';
import { list } from '../protocol/wire-schemas.ts';
import { abortable } from './abortable.ts';
import type { PluginClient, PluginClientOptions } from './client-options.ts';
import type { ReceiptWords } from '../protocol/receipt.ts';
import { writeContext } from '../protocol/context-data.ts';
import { canonicalJson } from '../protocol/json.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { endHere, endWith, openItem, type EndOfItem } from './state/change-item.ts';
import {
  answerOnItsWay,
  answerUnderWay,
  countsIn,
  firstView,
  formAnswer,
  isOpen,
  isRevised,
  questionName,
  type ItemState,
} from './state/item-state.ts';
import type { DeliverAnswer, OutcomeOfChange, OutsideQuestion } from './state/outside-question.ts';
import { toldReceipt } from './state/secrets.ts';
import { uuid } from './uuid.ts';

/** A question asked with `askHere`, as its caller sees it. */
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
   *
   * @param by - somebody else gave this answer. The receipt names them
   */
  readonly settle: (result: ElicitResult<unknown>, by?: Pick<Answerer, 'name'>) => void;
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

/** What of a client asks and delivers here. */
export interface AskingParts {
  readonly options: PluginClientOptions;
  readonly store: ClientStore;
  /** Aborts when the client closes. */
  readonly closing: AbortSignal;
  readonly onError: (error: ClientError) => void;
  /** Tries again a question that failed, or the turn. */
  readonly retry: (elicitId?: string) => void;
}

/**
 * Ask a question that does not come from the chat server, such as an MCP server's. It is shown and answered like any
 * other. With `deliver`, its card stays until its server has the answer; with an `id`, it survives a reload.
 *
 * @throws {ClientError} `ID_TOO_LONG` if `id`, `key` and the server's name have over 1,000 characters together
 */
export function askHere(client: Pick<PluginClient, '~asking'>, question: OutsideQuestion): AskedQuestion {
  const elicitId = question.id === undefined ? uuid() : idOf(question, question.id);
  return put(client['~asking'] as AskingParts, question, elicitId);
}

function put(parts: AskingParts, question: OutsideQuestion, elicitId: string): AskedQuestion {
  const { store, closing, retry } = parts;
  const { signal } = question;
  const find = () => store.find(elicitId);
  const end = (how: EndOfItem) => store.dispatch({ type: 'ended_here', elicitId, how });
  const stop = (receipt?: ReceiptWords) => end({ how: 'aborted', by: 'server', receipt });
  const answer = new Promise<ElicitResult<unknown>>((resolve) => {
    if (closing.aborted || signal?.aborted === true) return resolve(interrupted);
    // Once it was asked again, the newer signal counts.
    const onAbort = () => find()?.outside?.asked === question && stop();
    const look = () => {
      const item = find();
      if (item !== undefined && isOpen(item)) return;
      unsubscribe();
      signal?.removeEventListener('abort', onAbort);
      resolve(item === undefined ? failed : resultOf(item));
    };
    const unsubscribe = store.subscribe(look);
    signal?.addEventListener('abort', onAbort);
    const known = find();
    store.dispatch({ type: 'asked_here', item: itemOf(parts, question, elicitId) });
    // After a reload, the answer that was on its way still is.
    if (known !== undefined && known.context === undefined) retry(elicitId);
    // It was turned away if there was no room, or has ended before.
    look();
  });
  return {
    elicitId,
    answer,
    settle(result, by) {
      if (by !== undefined) return end({ how: 'settled', answer: { result, by, elsewhere: true } });
      const item = find();
      const { result: own = result, receipt } = (item && answerUnderWay(item)) ?? {};
      if (canonicalJson(own) === canonicalJson(result)) return end(endWith({ result: own, receipt }));
      end(endWith({ result, elsewhere: result.action === 'cancel' ? undefined : true }));
    },
    stop,
    note: (receipt) => store.dispatch({ type: 'noted', elicitId, receipt }),
    offerChange(deliver) {
      store.dispatch({ type: 'takes_change', elicitId, deliver });
      return {
        withdraw() {
          if (find()?.outside?.takesChange === deliver) store.dispatch({ type: 'takes_change', elicitId });
        },
        tell: (outcome) => store.dispatch({ ...outcome, type: 'changed_here', elicitId }),
      };
    },
    askAgain: (next) =>
      put(parts, { ...next, attempt: Math.max(next.attempt ?? 1, (find()?.request.attempt ?? 0) + 1) }, elicitId),
  };
}

/** Servers and tools number their questions themselves: two of them may use the same id. */
function idOf({ server, key = '' }: OutsideQuestion, id: string): string {
  const elicitId = JSON.stringify([server.name, key, id]);
  if (elicitId.length <= 1_000) return elicitId;
  throw new ClientError('ID_TOO_LONG', 'The id, key and server name are too long. Choose a shorter id.');
}

const interrupted: ElicitResult<unknown> = { action: 'cancel', reason: 'interrupted' };
const failed: ElicitResult<unknown> = { action: 'cancel', reason: 'failed' };
const expired: ElicitResult<unknown> = { action: 'cancel', reason: 'expired' };

function resultOf(item: ItemState): ElicitResult<unknown> {
  if (item.end?.how === 'expired') return expired;
  return (item.end?.how === 'settled' && countsIn(item)?.result) || interrupted;
}

function itemOf(parts: AskingParts, question: OutsideQuestion, elicitId: string): ItemState {
  const known = parts.store.find(elicitId);
  const { items } = parts.store.getState();
  const { server, toolName = '', key = '', message, context, params, handoff, issues } = question;
  const { callId = known?.request.callId ?? uuid(), attempt = known?.request.attempt ?? 1, schema = {} } = question;
  const { mode, url, until, expiresAt, timeout, extensions, ended, inWords, plain, draft } = question;
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
    params,
    handoff,
    issues,
    inWords,
    mode,
    url,
    until,
    plain,
    expiresAt,
    timeout,
    extensions,
  };
  const drafts = draft === undefined ? {} : { [formAnswer]: draft, [firstView]: draft };
  const item: ItemState = {
    ...openItem(request, Date.now(), drafts),
    outside: { server, asked: question, carry: () => carry(parts, elicitId) },
  };
  return ended === undefined ? item : endHere(item, { how: 'aborted', by: 'server', receipt: ended });
}

/**
 * Take an answer to whoever asked, where that is not the chat server. The item is being sent.
 *
 * @throws the reason of `closing` once that aborts
 */
async function carry({ store, closing, onError, retry }: AskingParts, elicitId: string): Promise<void> {
  const sent = () => {
    const item = store.find(elicitId);
    return item && answerOnItsWay(item);
  };
  const item = store.find(elicitId);
  const answer = sent();
  const { result, id: answerId = '', receipt } = answer ?? {};
  if (item === undefined || answer === undefined || result === undefined) return;
  const { asked, takesChange } = item.outside ?? {};
  const { deliver: first, deliverTimeout = 120_000 } = asked ?? {};
  const isChange = isRevised(item);
  const deliver = isChange ? takesChange : first;
  const stop = new AbortController();
  let told: Told | undefined = { issues: [] };
  try {
    const delivery =
      deliver && deliverOnce(deliver, result, { answerId, receipt: toldReceipt(item, answer), signal: stop.signal });
    if (delivery) {
      told = await abortable<Told | undefined>(closing, (resolve, reject) => {
        const leave = store.subscribe(() => sent() ?? resolve(undefined));
        const timer = createDeadline();
        if (deliverTimeout < Infinity) timer.set(Date.now() + deliverTimeout, () => resolve(undefined));
        delivery.then(resolve, reject);
        return () => {
          leave();
          timer.clear();
        };
      });
    }
  } finally {
    stop.abort();
  }
  // Ended meanwhile, by its call or by the caller of `ask`.
  if (sent() === undefined) return;
  const { issues = [], cause } = told ?? { cause: new Error(`It took longer than ${deliverTimeout} ms.`) };
  if (cause === undefined) {
    return store.dispatch(
      issues.length > 0
        ? { type: 'refused', elicitId, issues }
        : isChange
          ? { type: 'changed_here', elicitId, kept: deliver === undefined ? 'late' : undefined }
          : { type: 'ended_here', elicitId, how: endWith({ result, receipt }) },
    );
  }
  const code = cause instanceof CodedError ? String(cause.code) : 'ANSWER_NOT_CONFIRMED';
  const message = `The answer to ${questionName(item)} was not delivered: ${reasonOf(cause)}`;
  const error = new ClientError(code, message, { elicitId, cause, retry: () => retry(elicitId) });
  store.dispatch({ type: 'undelivered', elicitId, problem: problemOf(error) });
  onError(error);
}

interface Told {
  readonly issues?: readonly ElicitIssue[];
  readonly cause?: unknown;
}

async function deliverOnce(
  deliver: DeliverAnswer,
  result: ElicitResult<unknown>,
  options: Parameters<DeliverAnswer>[1],
): Promise<Told> {
  try {
    return { issues: issuesSchema.parse((await deliver(result, options)) ?? []) };
  } catch (cause) {
    return { cause: cause ?? new Error('It threw nothing.') };
  }
}

/** More would help no reader. */
const issuesSchema = list(elicitIssueSchema, 100);

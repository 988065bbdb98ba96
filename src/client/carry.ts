import { abortable, type StopSignal } from './abortable.ts';
import { createDeadline } from '../base/timers.ts';
import { CodedError, reasonOf } from '../protocol/coded-error.ts';
import { elicitIssueSchema, type ElicitIssue } from '../protocol/elicit-request.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import { list } from '../protocol/wire-schemas.ts';
import { ClientError, problemOf } from './client-error.ts';
import type { ClientStore } from './client-store.ts';
import { endWith } from './state/change-item.ts';
import { answerOnItsWay, findItem, isRevised, questionName } from './state/item-state.ts';
import type { DeliverAnswer } from './state/outside-question.ts';

export interface CarryParts {
  store: ClientStore;
  /** Aborts when the client closes. */
  readonly closing: StopSignal;
  readonly onError: (error: ClientError) => void;
  readonly retry: (elicitId: string) => void;
}

/**
 * Take an answer to whoever asked, where that is not the chat server. The item is being sent.
 *
 * @throws the reason of `closing` once that aborts
 */
export async function carry({ store, closing, onError, retry }: CarryParts, elicitId: string): Promise<void> {
  const find = () => findItem(store.getState().items, elicitId);
  const sent = () => {
    const item = find();
    return item && answerOnItsWay(item);
  };
  const item = find();
  const { result, id = '', receipt } = sent() ?? {};
  if (item === undefined || result === undefined) return;
  const { asked, takesChange } = item.outside ?? {};
  const { deliver: first, deliverTimeout = 120_000 } = asked ?? { deliver: notAskedAgain };
  const isChange = isRevised(item);
  const deliver = isChange ? takesChange : first;
  const stop = new AbortController();
  let told: Told | undefined = { issues: [] };
  try {
    const delivery = deliver && deliverOnce(deliver, result, id, stop.signal);
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
          : { type: 'ended_here', elicitId, how: endWith(result, receipt) },
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
  answerId: string,
  signal: AbortSignal,
): Promise<Told> {
  try {
    return { issues: issuesSchema.parse((await deliver(result, { answerId, signal })) ?? []) };
  } catch (cause) {
    return { cause: cause ?? new Error('It threw nothing.') };
  }
}

/** More would help no reader. */
const issuesSchema = list(elicitIssueSchema, 100);

const notAskedAgain: DeliverAnswer = async () => {
  throw new Error('Nobody has asked the question again since the page was reloaded. Call ask with its id.');
};

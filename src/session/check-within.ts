import { race, sleep, type Operation } from 'effection';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { Checked } from '../runtime/check-answer.ts';
import { longestTimer } from '../base/timers.ts';
import type { InnerCall } from './call.ts';

/** A question's `check` took too long to judge an answer. */
export class CheckTimeoutError extends CodedError<'CHECK_TIMEOUT'> {
  constructor(key: string) {
    super('CHECK_TIMEOUT', `The check of the question "${key}" took too long. The question was asked again.`);
  }
}

interface Asking extends Pick<BridgeElicit, 'abandoned'> {
  readonly question: { readonly key: string };
  check(result: ElicitResult<unknown>): Operation<Checked | undefined>;
}

/**
 * Check an answer. If the check fails or times out, return an issue so that the question is asked again. Return
 * undefined if the question is closed first.
 */
export function* checkWithin(
  { limits, onEvent }: Pick<InnerCall, 'limits' | 'onEvent'>,
  asking: Asking,
  result: ElicitResult<unknown>,
): Operation<Checked | undefined> {
  const onError = (error: unknown) => onEvent({ type: 'error', where: 'tool', error });
  try {
    const late = sleep(Math.min(limits.checkTime, longestTimer));
    const checked = yield* race([asking.check(result), told('closed', asking.abandoned), told('late', late)]);
    if (checked === 'closed') return undefined;
    if (checked !== 'late') return checked;
    onError(new CheckTimeoutError(asking.question.key));
  } catch (error) {
    onError(error);
  }
  return { ok: false, issues: [{ path: [], message: 'This answer could not be checked. Please try again.' }] };
}

function* told<T extends string>(end: T, operation: Operation<void>): Operation<T> {
  yield* operation;
  return end;
}

import type { Operation } from 'effection';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitResult } from '../protocol/elicit-result.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import type { Checked } from '../runtime/check-answer.ts';
import { within } from '../base/wait.ts';

/** A question's `check` took too long to judge an answer. */
export class CheckTimeoutError extends CodedError<'CHECK_TIMEOUT'> {
  constructor(key: string) {
    super('CHECK_TIMEOUT', `The check of the question "${key}" took too long. The question was asked again.`);
  }
}

/** Check an answer. If the check fails or times out, return an issue so that the question is asked again. */
export function* checkWithin(
  milliseconds: number,
  asking: BridgeElicit,
  result: ElicitResult<unknown>,
  onError: (error: unknown) => void,
): Operation<Checked> {
  try {
    const checked = yield* within(milliseconds, () => asking.check(result));
    if (checked !== undefined) return checked;
    onError(new CheckTimeoutError(asking.question.key));
  } catch (error) {
    onError(error);
  }
  return { ok: false, issues: [{ path: [], message: 'This answer could not be checked. Please try again.' }] };
}

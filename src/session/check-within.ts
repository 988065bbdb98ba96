import type { Operation } from 'effection';
import { CodedError } from '../protocol/coded-error.ts';
import type { ElicitIssue } from '../protocol/elicit-request.ts';
import type { BridgeElicit } from '../runtime/bridge-event.ts';
import { within } from './within.ts';

/** A question's `check` took too long over an answer. */
export class CheckTimeoutError extends CodedError<'CHECK_TIMEOUT'> {
  constructor(key: string) {
    super('CHECK_TIMEOUT', `The check of the question "${key}" took too long. The question was asked again.`);
  }
}

/** Look at an answer; one that cannot be checked is asked for again, so that it is not lost. */
export function* checkWithin(
  milliseconds: number,
  asking: BridgeElicit,
  content: unknown,
  onError: (error: unknown) => void,
): Operation<readonly ElicitIssue[]> {
  try {
    const issues = yield* within(milliseconds, () => asking.check(content));
    if (issues !== undefined) return issues;
    onError(new CheckTimeoutError(asking.question.key));
  } catch (error) {
    onError(error);
  }
  return [{ path: [], message: 'This answer could not be checked. Please try again.' }];
}

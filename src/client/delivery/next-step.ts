import type { ClientError } from '../client-error.ts';
import type { ExchangeEnd, FailedExchange } from './exchange.ts';

/** What to do about a POST that did not finish. */
export type NextStep = 'send' | 'read on' | 'give up';

/** Everything the choice depends on. */
export interface Failure {
  /** What was in progress: the POST itself, or reading on afterwards. */
  readonly doing: 'send' | 'read on';
  readonly end:
    | { kind: Exclude<ExchangeEnd['kind'], 'handed over' | 'refused'> }
    | { kind: FailedExchange['kind']; error: Pick<ClientError, 'status' | 'code'> };
  /** The server has named what the POST carried. */
  readonly isDelivered: boolean;
}

/**
 * Choose so that nothing is lost and nothing counts twice: the server ignores what it has, and tells everything after a
 * revision. Pure.
 */
export function nextStep({ doing, end, isDelivered }: Failure): NextStep {
  const afterSilence = isDelivered ? 'read on' : 'send';
  if (end.kind === 'unsent') return doing;
  if (end.kind === 'unreadable') return 'give up';
  if (end.kind !== 'refused') return afterSilence;
  const { status, code } = end.error;
  // A proxy got no answer: the server may or may not have the POST.
  if (status === 502 || status === 504) return afterSilence;
  const isForNow = status === 408 || status === 429 || status === 503 || code === 'BODY_CUT';
  if (!isForNow) return 'give up';
  // Without a code the refusal comes from a proxy, which may have passed the POST on.
  return code === 'HTTP_ERROR' ? afterSilence : doing;
}

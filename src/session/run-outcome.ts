import type { Operation } from 'effection';
import { toJson } from '../protocol/json.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { recordError, type RecordedError } from '../runtime/journal.ts';
import type { SessionOutcome } from './plugin-session.ts';
import { CodedError } from '../protocol/coded-error.ts';

/**
 * Run the tool to its end and say how it ended; nothing it throws gets out.
 *
 * @param onThrown - hears what the tool threw, whole
 * @param onFault - hears of a journal that could not be written, which is no fault of the tool
 */
export function* runToOutcome(
  host: BridgeHost,
  onThrown: (error: unknown) => void,
  onFault: (error: unknown) => void,
): Operation<SessionOutcome> {
  try {
    return { status: 'completed', content: contentOf(yield* host.run()) };
  } catch (error) {
    if (error instanceof JournalError) onFault(error);
    else onThrown(error);
    return { status: 'failed', error: recordError(error) };
  }
}

function contentOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(toJson(value, 'What the tool returned'));
}

/** What is told of faults of ours; the host hears what happened. */
export const internalError: RecordedError = {
  name: 'Error',
  message: 'The server failed, so the call is over.',
  code: 'INTERNAL_ERROR',
};

/** What the tool did could not be kept, so the call cannot go on. */
export class JournalError extends CodedError<'INTERNAL_ERROR'> {
  constructor(options: ErrorOptions) {
    super('INTERNAL_ERROR', internalError.message, options);
  }
}

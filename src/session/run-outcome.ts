import type { Operation } from 'effection';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { contentOf } from '../runtime/call-body.ts';
import { recordError, type RecordedError } from '../runtime/journal.ts';
import type { SessionOutcome } from './plugin-session.ts';

/**
 * Run the tool to its end and return how it ended. This never throws what the tool throws.
 *
 * @param onThrown - gets the error that the tool threw, with its stack
 */
export function* runToOutcome(host: BridgeHost, onThrown: (error: unknown) => void): Operation<SessionOutcome> {
  try {
    return { status: 'completed', content: contentOf(yield* host.run()) };
  } catch (error) {
    onThrown(error);
    return { status: 'failed', error: recordError(error) };
  }
}

/** The error that the model and the person see for a fault of the server. The host gets the real error. */
export const internalError: RecordedError = {
  name: 'Error',
  message: 'The server failed, so the call is over.',
  code: 'INTERNAL_ERROR',
};

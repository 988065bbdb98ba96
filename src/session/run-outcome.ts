import type { Operation } from 'effection';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { contentOf } from '../runtime/call-body.ts';
import { recordError, type RecordedError } from '../runtime/journal.ts';
import type { SessionOutcome } from './plugin-session.ts';

/** How a run ended: the value that the tool returned, or the error that ended it. */
export type ToolExit = { readonly value: unknown } | { readonly error: unknown };

/** The exits of calls that ended in this process, by their outcome. No record and no wire has them. */
const exits = new WeakMap<SessionOutcome, ToolExit>();

/** The value or error itself of a call that ended in this process. Undefined if the call was stopped. */
export function exitOf(outcome: SessionOutcome): ToolExit | undefined {
  return exits.get(outcome);
}

/**
 * Run the tool to its end and return how it ended. This never throws what the tool throws.
 *
 * @param failed - gives the keys of the questions that failed
 * @param onThrown - gets the error that the tool threw, with its stack
 */
export function* runToOutcome(
  host: BridgeHost,
  failed: () => readonly string[],
  onThrown: (error: unknown) => void,
): Operation<SessionOutcome> {
  try {
    const value = yield* host.run();
    const content = [host.note(), contentOf(value)].filter((text) => text !== undefined).join('\n');
    const unanswered = failed();
    return withExit({ status: 'completed', content, ...(unanswered.length > 0 && { unanswered }) }, { value });
  } catch (error) {
    onThrown(error);
    return withExit({ status: 'failed', error: recordError(error) }, { error });
  }
}

/** The end of a call for a fault of the server, which the model and the person see. The host gets the real error. */
export function serverFailed(error: unknown): SessionOutcome {
  return withExit({ status: 'failed', error: internalError }, { error });
}

const internalError: RecordedError = {
  name: 'Error',
  message: 'The server failed, so the call is over.',
  code: 'INTERNAL_ERROR',
};

function withExit(outcome: SessionOutcome, exit: ToolExit): SessionOutcome {
  exits.set(outcome, exit);
  return outcome;
}

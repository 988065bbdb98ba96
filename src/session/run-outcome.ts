import type { Operation } from 'effection';
import { toJson } from '../protocol/json.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { recordError } from '../runtime/journal.ts';
import { JournalError } from './internal-error.ts';
import type { SessionOutcome } from './plugin-session.ts';

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

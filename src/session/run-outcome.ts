import type { Operation } from 'effection';
import { byteLength } from '../base/byte-length.ts';
import type { BridgeHost } from '../runtime/bridge-host.ts';
import { contentOf } from '../runtime/call-body.ts';
import { ToolRunError } from '../runtime/errors.ts';
import { recordError } from '../runtime/journal.ts';
import type { SessionOutcome } from './plugin-session.ts';

/** How a run ended: the value that the tool returned, or the error that ended it. No record and no wire has them. */
export type ToolExit = { readonly value: unknown } | { readonly error: unknown };

/**
 * Run the tool to its end and return how it ended. This never throws what the tool throws.
 *
 * @param failed - gives the keys of the questions that failed
 * @param most - bytes, as JSON, of what the tool returns or throws: a page reads it in one line
 * @param onExit - gets the value itself, or the error with its stack
 */
export function* runToOutcome(
  host: BridgeHost,
  failed: () => readonly string[],
  { toolName, most }: { toolName: string; most: number },
  onExit: (exit: ToolExit) => void,
): Operation<SessionOutcome> {
  try {
    const value = yield* host.run();
    const content = [host.note(), contentOf(value)].filter((text) => text !== undefined).join('\n');
    const bytes = byteLength(JSON.stringify(content));
    if (bytes > most) throw new ToolRunError('RESULT_TOO_LARGE', toolName, bytes, most);
    const unanswered = failed();
    onExit({ value });
    return { status: 'completed', content, ...(unanswered.length > 0 && { unanswered }) };
  } catch (error) {
    onExit({ error });
    const { message, ...recorded } = recordError(error);
    // No character takes more bytes than six. Any page reads a thousand.
    return { status: 'failed', error: { ...recorded, message: message.slice(0, Math.max(1000, most / 6)) } };
  }
}

/** The end of a call for a fault of the server, which the model and the person see. The host gets the real error. */
export const serverFailed: SessionOutcome = {
  status: 'failed',
  error: { name: 'Error', message: 'The server failed, so the call is over.', code: 'INTERNAL_ERROR' },
};

import { CodedError } from '../protocol/coded-error.ts';
import type { RecordedError } from '../runtime/journal.ts';

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

import { byteLength } from '../base/byte-length.ts';
import { ToolRunError } from '../runtime/errors.ts';
import type { InnerCall } from './call.ts';

/** How much a call's journal may hold. */
export function createJournalBudget({ record, limits }: InnerCall) {
  const { toolName, journal } = record.entry;
  const { journalEntries, journalBytes } = limits;
  /** Bytes of the first entries, and how many these are. */
  let bytes = 0;
  let counted = 0;

  /** The limit that the journal has reached this part of, such as a half. Undefined for none. */
  function reached(part: number): string | undefined {
    if (journal.length >= journalEntries * part) return `${journalEntries} outcomes`;
    for (; counted < journal.length; counted += 1) bytes += byteLength(JSON.stringify(journal[counted]));
    return bytes >= journalBytes * part ? `${journalBytes} bytes` : undefined;
  }

  return {
    reached,
    /** Why the call may begin nothing new. Undefined while it may. */
    refusal(): ToolRunError | undefined {
      const most = reached(1);
      return most === undefined ? undefined : new ToolRunError('JOURNAL_FULL', toolName, most);
    },
  };
}

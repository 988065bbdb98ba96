import { usePluginSession } from 'elicitkit';
import { useEffect, useState } from 'react';
import { entriesSchema, type LedgerEntry } from '../airline/ledger-entry.ts';
import { namesVisitor } from '../airline/visitor.ts';

/**
 * What the airline did for this visitor, oldest first. Undefined in a conversation without a booking, and until it is
 * read.
 *
 * It is read again after everything that the conversation tells. A tool tells of nothing before the airline has done
 * its part, so the ledger needs no stream of its own.
 */
export function useLedger(): readonly LedgerEntry[] | undefined {
  const [entries, setEntries] = useState<readonly LedgerEntry[]>();
  const news = usePluginSession(({ status, pending, receipts, calls }) =>
    !calls.some(({ toolName }) => toolName.startsWith('book_'))
      ? ''
      : [
          status,
          ...pending.map(({ elicitId }) => elicitId),
          ...receipts.map((receipt) => `${receipt.elicitId} ${receipt.status}`),
          ...calls.map((call) => `${call.callId} ${call.status}`),
        ].join(),
  );

  useEffect(() => {
    if (news === '') return;
    const stop = new AbortController();
    async function read(): Promise<void> {
      const response = await fetch('/api/ledger', { headers: namesVisitor(), signal: stop.signal });
      const found = entriesSchema.safeParse(await response.json()).data;
      if (found !== undefined && !stop.signal.aborted) setEntries(found);
    }
    // Without a server, the conversation says so.
    const readIfThere = () => void read().catch(() => undefined);
    readIfThere();
    // Another tab may have booked meanwhile.
    document.addEventListener('visibilitychange', readIfThere);
    return () => {
      stop.abort();
      document.removeEventListener('visibilitychange', readIfThere);
    };
  }, [news]);

  return news === '' ? undefined : entries;
}

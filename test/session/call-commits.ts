import { withResolvers, type Operation } from 'effection';
import type { ElicitRequest } from '../../src/protocol/elicit-request.ts';
import type { JournalEntry } from '../../src/runtime/journal.ts';
import type { ToolSessionEntry } from '../../src/session/call-entry.ts';
import { callRecords } from '../../src/session/call-record.ts';
import type { SessionOutcome } from '../../src/session/plugin-session.ts';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { memoryStore } from '../../src/store/memory-store.ts';

/** What a commit writes of a call. */
export interface CallCommit {
  readonly callId: string;
  /** It is the call's first. */
  readonly begins: boolean;
  /** What is appended to the journal. */
  readonly journal: readonly JournalEntry[];
  /** The questions that wait when it is kept. */
  readonly pending: readonly ElicitRequest[];
  readonly outcome?: SessionOutcome | undefined;
  /** Only the remains are left when it is kept. */
  readonly deletes: boolean;
}

/** A store that calls outlive their process in. Each call that belongs to nothing else is written for itself. */
export function keptStore(): DurableStore {
  return { ...memoryStore(), isVolatile: false };
}

/**
 * Do something around each commit that writes a call.
 *
 * @param around - `keep` makes the commit
 */
export function aroundCalls(
  store: DurableStore,
  around: (keep: () => Promise<string | null>, call: CallCommit) => Promise<string | null>,
): DurableStore {
  return {
    ...store,
    commit(commit) {
      const call = callOf(commit);
      const keep = () => store.commit(commit);
      return call === undefined ? keep() : around(keep, call);
    },
  };
}

/** A store whose process dies as soon as it has kept an entry of a call's journal. `died` resolves then. */
export function mortalAtEntry(store: DurableStore): { store: DurableStore; died: Operation<void> } {
  const died = withResolvers<void>();
  const mortal = aroundCalls(store, async (keep, { journal }) => {
    const kept = await keep();
    if (journal.length === 0) return kept;
    died.resolve();
    return never;
  });
  return { store: mortal, died: died.operation };
}

function callOf({ put = [], append = [] }: StoreCommit): CallCommit | undefined {
  for (const { key, value } of put) {
    const [, callId = '', part] = /^call\/([^/]+)(\/remains)?$/.exec(key) ?? [];
    if (callId === '') continue;
    if (part !== undefined) return { callId, begins: false, journal: [], pending: [], deletes: true };
    const { write, pending, outcome } = JSON.parse(value) as ToolSessionEntry & { write: number };
    const listed = append.filter((to) => to.key === `call/${callId}/journal`).flatMap(({ items }) => items);
    const begins = write === 1;
    // The list begins with what the call began with.
    const journal = listed.slice(begins ? 1 : 0).map((item) => JSON.parse(item) as JournalEntry);
    return { callId, begins, journal, pending, outcome, deletes: false };
  }
  return undefined;
}

/** A call as a process finds it that opens the store now. */
export function* storedCall(store: DurableStore, callId: string): Operation<ToolSessionEntry | undefined> {
  return (yield* callRecords(store).load(callId))?.entry;
}

/** The store answers no more. */
export const never = new Promise<never>(() => undefined);

/** More than anything needs that is not held up. */
export async function aWhile(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    // Each turn is after the one before.
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

import { suspend, until, type Operation } from 'effection';
import { createOnce, unless } from '../base/coming.ts';
import type { ElicitRequest } from '../protocol/elicit-request.ts';
import { canChange, seqOf } from '../protocol/question-keys.ts';
import { sourceOf, type JournalEntry } from '../runtime/journal.ts';
import { heardBy } from './asked-request.ts';
import { closedBy } from './call-entry.ts';
import type { InnerCall } from './call.ts';
import { createEventLog } from './event-log.ts';
import type { Writer } from '../store/tenant.ts';
import type { PluginSessionEvent, SessionOutcome } from './plugin-session.ts';

/** Has the right to write a call's record, such as the call's conversation. */
export interface CallTenant {
  /** The call was left by a process that is gone, in the middle of its work. */
  readonly takesOver: boolean;
  /** The next commit writes the call's first record. */
  begin?(): void;
  /** Resolves when this process may write. Rejects as `commit`. */
  hold(writer: Writer | undefined): Promise<void>;
  /** The commit that holds how the call ended tells it in another record, too: that lets go of the call. */
  tellsEnd?(): boolean;
  /**
   * Write what has changed.
   *
   * @param events - what this means for the call's readers. They hear it when it is kept
   * @returns resolves when it is kept. Rejects if this process may write no more: then the call is dropped. Undefined if
   *   there is nothing to write
   */
  commit(writer: Writer | undefined, events: readonly PluginSessionEvent[]): Promise<void> | undefined;
}

/** Resolves when what was told is kept. Undefined if there is nothing to wait for. */
type Kept = Promise<void> | undefined;

/** Writes what has changed in a call, and tells it when it is kept: to the call's readers, and to the host's listener. */
export function createCallNews(call: InnerCall) {
  const { record, times, host, tellHost } = call;
  const { entry, way } = record;
  const { tenant } = call;
  const log = createEventLog(host.mostEvents, host.hear);
  const { fail, ...loss } = createLoss();
  /** When this process asked, by `elicitId`. Another process asked what waits now when it wrote the record last. */
  const askedAt = new Map<string, number>();
  const openedAt = entry.changedAt ?? entry.createdAt;

  /** Tell readers when all that has changed before is kept. @param onKept - called first then */
  function tell(events: readonly PluginSessionEvent[], onKept?: () => void): Kept {
    const keeping = tenant?.commit(record.writer, events);
    function tellNow(): void {
      onKept?.();
      for (const event of events) log.add(event);
    }
    if (keeping === undefined) tellNow();
    else keeping.then(tellNow, noFailure);
    return keeping;
  }

  /** Resolves when all that has changed is kept, or cannot be. */
  function* settled(): Operation<void> {
    const keeping = tell([]);
    if (keeping !== undefined) yield* until(keeping.catch(noFailure));
  }

  /** The questions that wait, as readers hear of them. */
  const pending = () => entry.pending.map((request) => heardOf(call, request));

  /** Which answer counts, and which questions count no more. */
  function standing(): void {
    const { revised } = way.now();
    if (revised !== undefined) void tell([{ type: 'elicit_revised', ...revised }]);
  }

  /**
   * The call has ended.
   *
   * @param hasStopped - a step was stopped in the middle, so that it is not in the journal
   */
  function ended(outcome: SessionOutcome, hasStopped: boolean, onKept?: () => void): Kept {
    if (tenant?.tellsEnd?.() === true) record.release();
    return tell([endOf(outcome, hasStopped || entry.journal.some(isEffect))], onKept);
  }

  return {
    tell,
    settled,
    pending,
    standing,
    ended,
    after: log.after,
    /** A question waits, or waits again. @param isShown - false if it ends at once: then no reader hears of it */
    asked(request: ElicitRequest, isShown: boolean): void {
      const { elicitId, key, attempt, expiresAt } = request;
      if (attempt === 1) askedAt.set(elicitId, Date.now());
      if (!isShown) return void tell([]);
      times.waiting(elicitId, expiresAt);
      const event: PluginSessionEvent = { type: 'elicit_request', request: heardOf(call, request) };
      void tell([event], () => tellHost({ type: 'asked', elicitId, key, attempt }));
    },
    /** It waits longer. */
    extended(request: ElicitRequest): void {
      times.waiting(request.elicitId, request.expiresAt);
      void tell([{ type: 'elicit_request', request: heardOf(call, request) }]);
    },
    /** An answer to it failed its check. */
    refused({ elicitId, key, attempt }: ElicitRequest): void {
      void tell([], () => tellHost({ type: 'refused', elicitId, key, attempt }));
    },
    /** A question is closed, by this entry. Resolves when that is kept. */
    *closed(by: JournalEntry, { elicitId, key }: ElicitRequest): Operation<void> {
      const event = settledEvent(by, entry.owner);
      const { action, reason } = event;
      times.closed(elicitId);
      if (entry.pending.length === 0) times.running();
      // Its answer can be changed while others wait.
      const again = pending().filter((waits) => canChange(waits, seqOf(elicitId)));
      yield* loss.kept(tell([event, ...again.map((request) => ({ type: 'elicit_request', request }) as const)]));
      const duration = Date.now() - (askedAt.get(elicitId) ?? openedAt);
      tellHost({ type: 'settled', elicitId, key, action, reason, ...sourceOf(by.question), duration });
      askedAt.delete(elicitId);
    },
    /** The call goes back. @param withdrawn - the questions that waited, and wait no more */
    revised(withdrawn: readonly string[]): void {
      standing();
      times.running();
      for (const elicitId of withdrawn) times.closed(elicitId);
    },
    ...loss,
    /** This process has the call no more. @param outcome - how it is over for its readers. @default it goes on elsewhere */
    lose(error: unknown, outcome: SessionOutcome | undefined): void {
      fail(error as Error);
      if (outcome !== undefined) log.add(endOf(outcome, entry.journal.some(isEffect)));
    },
  };
}

/** Comes when this process may write no more of the call. */
function createLoss() {
  const lost = createOnce<never>();
  const causes = new Set<unknown>();

  function fail(error: Error): void {
    causes.add(error);
    lost.reject(error);
  }

  return {
    fail,
    /** Wait until it is kept. If this process may write no more, nothing that happens here counts: the call is dropped. */
    *kept(keeping: Kept): Operation<void> {
      if (keeping === undefined) return;
      const failure = yield* until(keeping.then(noFailure, (error: Error) => ({ error })));
      if (failure === undefined) return;
      fail(failure.error);
      yield* suspend();
    },
    /** Fails when this process has the call no more. */
    lost: lost.coming,
    /** Wait for something, until this process has the call no more: then this throws why. */
    unlessLost: <T>(operation: Operation<T>) => unless(operation, lost.coming),
    /** Something failed because this process has the call no more. */
    isLoss: (error: unknown) => causes.has(error),
  };
}

function endOf(outcome: SessionOutcome, hasStepped: boolean): PluginSessionEvent {
  return { type: 'ended', outcome, ...(hasStepped && { hasStepped }) };
}

/** A question as the call's readers hear it: its owner's pages, or those who answer for everybody. */
function heardOf({ tool, host, interruption, budget, record }: InnerCall, asked: ElicitRequest): ElicitRequest {
  const request = heardBy(asked, record.entry.owner, asked.to === undefined || host.answers !== undefined);
  // Half of the journal is for the way on, which a call that is full could not go.
  const isClosed = tool?.runsOnce === true || interruption !== undefined || budget.reached(1 / 2) !== undefined;
  const changeable = isClosed ? [] : record.way.changeable();
  return changeable.length === 0 ? request : { ...request, changeable };
}

/** The step may have changed something outside. */
function isEffect({ kind, back, key }: JournalEntry): boolean {
  return (kind === 'step' && back !== 'free') || (kind === 'started' && !key.startsWith('undo:'));
}

/** How this entry closed its question. */
export function settledEvent(
  by: JournalEntry,
  owner: string | undefined,
): Extract<PluginSessionEvent, { type: 'elicit_settled' }> {
  const { to: _to, ...closed } = closedBy(by, owner) ?? { elicitId: '', action: 'cancel' };
  return { type: 'elicit_settled', ...closed };
}

const noFailure = () => undefined;

import { createDeadline, type Deadline } from '../base/timers.ts';
import type { Settlement } from '../runtime/check-answer.ts';
import { McpToolTimeoutError } from '../runtime/errors.ts';
import { sleepsUntil } from '../runtime/journal.ts';
import { createRunClock } from '../runtime/run-clock.ts';
import type { InnerCall } from './call.ts';

/** Keeps a session's time limits: its questions' deadlines, the tool's running time and the session's idle time. */
export function createSessionTimes(call: InnerCall) {
  const { entry } = call.record;
  const { isScripted = false } = call.host;
  const { sessionTtl } = call.limits;
  const { timeout = Infinity } = entry.limits;
  const alarms = new Map<string, { readonly deadline: Deadline; readonly at: number; readonly onPassed: () => void }>();
  let isStopped = false;
  const clock = createRunClock();
  clock.after(timeout, () => stopCall(new McpToolTimeoutError(entry.toolName, timeout).message));

  function set(name: string, at: number, onPassed: () => void): void {
    const deadline = alarms.get(name)?.deadline ?? createDeadline();
    alarms.set(name, { deadline, at, onPassed });
    if (isStopped || !Number.isFinite(at)) deadline.clear();
    else deadline.set(at, onPassed);
  }

  function stopCall(reason: string): void {
    call.background(() => call.abort(reason, 'timeout'));
  }

  function stirred(at: number): void {
    set('idle', at + sessionTtl, () => {
      // A question whose time is over ends first, and the tool goes on.
      const isOver = entry.pending.some(({ expiresAt = Infinity }) => expiresAt <= Date.now());
      if (!isOver) stopCall('Nobody came back to it.');
    });
  }

  function expireAt(elicitId: string, at: number | undefined): void {
    if (at === undefined || isScripted) return;
    set(elicitId, at, () => call.background(() => call.answers.settle(elicitId, expired)));
  }

  /**
   * The tool sleeps until this moment beside its questions, and nothing of it runs here: wake it then. In milliseconds
   * since the Unix epoch. `Infinity` for a tool that does not sleep, or runs here.
   */
  function sleeps(until: number): void {
    // This changes nothing if the sleep had lost its race before.
    set('sleep', until, () => call.background(call.runs.start));
  }

  if (entry.pending.length > 0) {
    // These have been waiting since before this process had the session.
    stirred(entry.changedAt ?? Date.now());
    for (const { elicitId, expiresAt } of entry.pending) expireAt(elicitId, expiresAt);
    sleeps(sleepsUntil(call.record.way.now().passed.map((passed) => passed.entry)));
  }

  return {
    clock,
    /** The tool starts or goes on, and no question waits. */
    running(): void {
      clock.start();
      stirred(Date.now());
    },
    /** A question waits for the person, until `expiresAt` if that is set. */
    waiting(elicitId: string, expiresAt: number | undefined): void {
      if (!isScripted) clock.pause();
      stirred(Date.now());
      expireAt(elicitId, expiresAt);
    },
    /** A question is closed. */
    closed(elicitId: string): void {
      alarms.get(elicitId)?.deadline.clear();
      alarms.delete(elicitId);
      stirred(Date.now());
    },
    sleeps,
    /** When the first of the limits is reached, in milliseconds since the Unix epoch. `Infinity` for never. */
    due: () => Math.min(...[...alarms.values()].map(({ at }) => at)),
    /** The session is over, or goes on elsewhere: no limit sets anything going, until `goOn`. */
    stop(): void {
      isStopped = true;
      for (const { deadline } of alarms.values()) deadline.clear();
      clock.pause();
    },
    goOn(): void {
      isStopped = false;
      for (const [name, { at, onPassed }] of alarms) set(name, at, onPassed);
    },
  };
}

const expired: Settlement = { action: 'cancel', reason: 'expired' };

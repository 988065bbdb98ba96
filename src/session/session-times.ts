import { createDeadline, type Deadline } from '../base/timers.ts';
import type { Settlement } from '../runtime/check-answer.ts';
import { McpToolTimeoutError } from '../runtime/errors.ts';
import { sleepsUntil } from '../runtime/journal.ts';
import { createRunClock, type RunClock } from '../runtime/run-clock.ts';
import type { InnerCall } from './call.ts';

/** Keeps a session's time limits: its questions' deadlines, the tool's running time and the session's idle time. */
export interface SessionTimes {
  readonly clock: RunClock;
  /** The tool starts or goes on, and no question waits. */
  running(): void;
  /** A question waits for the person, until `expiresAt` if that is set. */
  waiting(elicitId: string, expiresAt: number | undefined): void;
  /** A question is closed. */
  closed(elicitId: string): void;
  /**
   * The tool sleeps until this moment beside its questions, and nothing of it runs here: wake it then. In milliseconds
   * since the Unix epoch. `Infinity` for a tool that does not sleep, or runs here.
   */
  sleeps(until: number): void;
  /** When the first of the limits is reached, in milliseconds since the Unix epoch. `Infinity` for never. */
  due(): number;
  /** The session is over, or goes on elsewhere: no limit sets anything going, until `goOn`. */
  stop(): void;
  goOn(): void;
}

export function createSessionTimes(call: InnerCall): SessionTimes {
  const { entry } = call.record;
  const { isScripted = false } = call.host;
  const { sessionTtl } = call.limits;
  const { timeout = Infinity } = call.toolLimits;
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
    running() {
      clock.start();
      stirred(Date.now());
    },
    waiting(elicitId, expiresAt) {
      if (!isScripted) clock.pause();
      stirred(Date.now());
      expireAt(elicitId, expiresAt);
    },
    closed(elicitId) {
      alarms.get(elicitId)?.deadline.clear();
      alarms.delete(elicitId);
      stirred(Date.now());
    },
    sleeps,
    due: () => Math.min(...[...alarms.values()].map(({ at }) => at)),
    stop() {
      isStopped = true;
      for (const { deadline } of alarms.values()) deadline.clear();
      clock.pause();
    },
    goOn() {
      isStopped = false;
      for (const [name, { at, onPassed }] of alarms) set(name, at, onPassed);
    },
  };
}

const expired: Settlement = { action: 'cancel', reason: 'expired' };

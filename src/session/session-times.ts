import { createDeadline, type Deadline } from '../base/timers.ts';
import { createRunClock, type RunClock } from '../runtime/run-clock.ts';

/** Keeps a session's time limits: its questions' deadlines, the tool's running time and the session's idle time. */
export interface SessionTimes {
  readonly clock: RunClock;
  /** The tool starts or goes on, and no question waits. */
  running(): void;
  /** A question waits for the person, until `expiresAt` if that is set. */
  waiting(elicitId: string, expiresAt: number | undefined): void;
  /** A question is closed. */
  closed(elicitId: string): void;
  /** The session is over. */
  stop(): void;
}

export interface SessionTimesOptions {
  /** How long the tool may run. @default Infinity */
  toolRunTime: number | undefined;
  /** How long the call may wait. */
  sessionTtl: number;
  onExpired(elicitId: string): void;
  /** A limit was reached: stop the call. */
  onOver(reason: string): void;
}

export function createSessionTimes({
  toolRunTime = Infinity,
  sessionTtl,
  onExpired,
  onOver,
}: SessionTimesOptions): SessionTimes {
  const deadlines = new Map<string, Deadline>();
  const idle = createDeadline();
  const clock = createRunClock();
  clock.after(toolRunTime, () => onOver('It ran for too long.'));

  function stirred(): void {
    if (Number.isFinite(sessionTtl)) {
      idle.set(Date.now() + sessionTtl, () => onOver('Nobody came back to it.'));
    }
  }

  return {
    clock,
    running() {
      clock.start();
      stirred();
    },
    waiting(elicitId, expiresAt) {
      clock.pause();
      stirred();
      if (expiresAt === undefined) return;
      const deadline = deadlines.get(elicitId) ?? createDeadline();
      deadlines.set(elicitId, deadline);
      deadline.set(expiresAt, () => onExpired(elicitId));
    },
    closed(elicitId) {
      deadlines.get(elicitId)?.clear();
      deadlines.delete(elicitId);
      stirred();
    },
    stop() {
      for (const deadline of deadlines.values()) deadline.clear();
      idle.clear();
      clock.pause();
    },
  };
}

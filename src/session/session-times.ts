import { createDeadline } from '../base/timers.ts';
import type { SessionLimits } from './session-limits.ts';

/** Keeps a session's time limits: the question's deadline, the tool's running time and the session's idle time. */
export interface SessionTimes {
  /** The tool starts or goes on. */
  running(): void;
  /** A question waits for the person, until `expiresAt` if that is set. */
  waiting(elicitId: string, expiresAt: number | undefined): void;
  /** The session is over. */
  stop(): void;
}

export interface SessionTimesOptions {
  limits: Pick<SessionLimits, 'toolRunTime' | 'sessionTtl'>;
  onExpired(elicitId: string): void;
  /** A limit was reached: stop the call. */
  onOver(reason: string): void;
}

export function createSessionTimes({ limits, onExpired, onOver }: SessionTimesOptions): SessionTimes {
  const deadline = createDeadline();
  const idle = createDeadline();
  const clock = createRunClock(limits.toolRunTime, () => onOver('It ran for too long.'));

  function stirred(): void {
    if (Number.isFinite(limits.sessionTtl)) {
      idle.set(Date.now() + limits.sessionTtl, () => onOver('Nobody came back to it.'));
    }
  }

  return {
    running() {
      deadline.clear();
      clock.start();
      stirred();
    },
    waiting(elicitId, expiresAt) {
      clock.pause();
      stirred();
      if (expiresAt !== undefined) deadline.set(expiresAt, () => onExpired(elicitId));
    },
    stop() {
      deadline.clear();
      idle.clear();
      clock.pause();
    },
  };
}

/** Measures how long a tool runs, without the time that people take, and calls back when the limit is reached. */
export interface RunClock {
  /** The tool starts or goes on. */
  start(): void;
  /** The tool waits for the person. */
  pause(): void;
}

/** @param limit - total running time, in milliseconds */
export function createRunClock(limit: number, onOver: () => void): RunClock {
  const deadline = createDeadline();
  let left = limit;
  let startedAt: number | undefined;
  return {
    start() {
      if (startedAt !== undefined) return;
      startedAt = Date.now();
      if (Number.isFinite(left)) deadline.set(startedAt + left, onOver);
    },
    pause() {
      deadline.clear();
      if (startedAt !== undefined) left -= Date.now() - startedAt;
      startedAt = undefined;
    },
  };
}

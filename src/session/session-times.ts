import { createDeadline } from '../base/deadline.ts';
import { createRunClock } from './run-clock.ts';
import type { SessionLimits } from './session-limits.ts';

/** Keeps a session's time limits: of the question that waits, of the tool's running, and of being left alone. */
export interface SessionTimes {
  /** The tool runs, or runs on. */
  running(): void;
  /** A question waits for the person, until a moment where it has one. */
  waiting(elicitId: string, expiresAt: number | undefined): void;
  /** The session is over. */
  stop(): void;
}

export interface SessionTimesOptions {
  limits: Pick<SessionLimits, 'toolRunTime' | 'sessionTtl'>;
  onExpired(elicitId: string): void;
  /** The call is to be stopped. */
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

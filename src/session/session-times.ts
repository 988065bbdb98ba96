import { createDeadline, type Deadline } from '../base/timers.ts';
import { McpToolTimeoutError } from '../runtime/errors.ts';
import { createRunClock, type RunClock } from '../runtime/run-clock.ts';

/** Keeps a session's time limits: its questions' deadlines, the tool's running time and the session's idle time. */
export interface SessionTimes {
  readonly clock: RunClock;
  /** The tool starts or goes on, and no question waits. */
  running(): void;
  /** A question waits for the person, until `expiresAt` if that is set. */
  waiting(elicitId: string, expiresAt: number | undefined): void;
  /** A question has been waiting for the person since before this process had the session. */
  waits(elicitId: string, expiresAt: number | undefined): void;
  /** A question is closed. */
  closed(elicitId: string): void;
  /**
   * The tool sleeps until this moment beside its questions, and nothing of it runs here: wake it then. In milliseconds
   * since the Unix epoch. `Infinity` for a tool that does not sleep, or runs here.
   */
  sleeps(until: number): void;
  /** When the first of the limits is reached, in milliseconds since the Unix epoch. `Infinity` for never. */
  due(): number;
  /** The session is over, or goes on elsewhere. */
  stop(): void;
}

export interface SessionTimesOptions {
  toolName: string;
  /** See `CallHost`. */
  isScripted: boolean | undefined;
  /** How long the tool may run. @default Infinity */
  toolRunTime: number | undefined;
  /** How long the call may wait. */
  sessionTtl: number;
  /** When something last happened to it, in milliseconds since the Unix epoch. @default now */
  changedAt: number | undefined;
  onExpired(elicitId: string): void;
  /** The tool has slept long enough. */
  onSlept(): void;
  /** A limit was reached: stop the call. */
  onOver(reason: string): void;
}

export function createSessionTimes({
  toolName,
  isScripted = false,
  toolRunTime = Infinity,
  sessionTtl,
  changedAt = Date.now(),
  onExpired,
  onSlept,
  onOver,
}: SessionTimesOptions): SessionTimes {
  const deadlines = new Map<string, { deadline: Deadline; at: number }>();
  const idle = createDeadline();
  const waking = createDeadline();
  let wakesAt = Infinity;
  let idleAt = changedAt + sessionTtl;
  let isOver = false;
  const clock = createRunClock();
  clock.after(toolRunTime, () => onOver(new McpToolTimeoutError(toolName, toolRunTime).message));

  function waitIdly(): void {
    if (Number.isFinite(sessionTtl) && !isOver) idle.set(idleAt, () => onOver('Nobody came back to it.'));
  }

  function stirred(): void {
    idleAt = Date.now() + sessionTtl;
    waitIdly();
  }

  function expireAt(elicitId: string, at: number | undefined): void {
    if (at === undefined || isOver || isScripted) return;
    const deadline = deadlines.get(elicitId)?.deadline ?? createDeadline();
    deadlines.set(elicitId, { deadline, at });
    deadline.set(at, () => onExpired(elicitId));
  }

  return {
    clock,
    running() {
      clock.start();
      stirred();
    },
    waiting(elicitId, expiresAt) {
      if (!isScripted) clock.pause();
      stirred();
      expireAt(elicitId, expiresAt);
    },
    waits(elicitId, expiresAt) {
      clock.pause();
      waitIdly();
      expireAt(elicitId, expiresAt);
    },
    closed(elicitId) {
      deadlines.get(elicitId)?.deadline.clear();
      deadlines.delete(elicitId);
      stirred();
    },
    sleeps(until) {
      wakesAt = until;
      waking.clear();
      if (Number.isFinite(until) && !isOver) waking.set(until, onSlept);
    },
    due: () => Math.min(idleAt, wakesAt, ...[...deadlines.values()].map(({ at }) => at)),
    stop() {
      isOver = true;
      for (const { deadline } of deadlines.values()) deadline.clear();
      idle.clear();
      waking.clear();
      clock.pause();
    },
  };
}

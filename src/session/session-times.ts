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
  /** The session is over, or goes on elsewhere: no limit sets anything going, until `goOn`. */
  stop(): void;
  goOn(): void;
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
  const alarms = new Map<string, { readonly deadline: Deadline; readonly at: number; readonly onPassed: () => void }>();
  let isStopped = false;
  const clock = createRunClock();
  clock.after(toolRunTime, () => onOver(new McpToolTimeoutError(toolName, toolRunTime).message));

  function set(name: string, at: number, onPassed: () => void): void {
    const deadline = alarms.get(name)?.deadline ?? createDeadline();
    alarms.set(name, { deadline, at, onPassed });
    if (isStopped || !Number.isFinite(at)) deadline.clear();
    else deadline.set(at, onPassed);
  }

  function stirred(at: number): void {
    set('idle', at + sessionTtl, () => onOver('Nobody came back to it.'));
  }

  function expireAt(elicitId: string, at: number | undefined): void {
    if (at !== undefined && !isScripted) set(elicitId, at, () => onExpired(elicitId));
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
    waits(elicitId, expiresAt) {
      clock.pause();
      stirred(changedAt);
      expireAt(elicitId, expiresAt);
    },
    closed(elicitId) {
      alarms.get(elicitId)?.deadline.clear();
      alarms.delete(elicitId);
      stirred(Date.now());
    },
    sleeps: (until) => set('sleep', until, onSlept),
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

import { defaultBytes } from '../protocol/bounds.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';

/** Limits of calls. Times are in milliseconds. `Infinity` means no limit. */
export interface SessionLimits {
  /** How often a question is asked before it ends as `cancel` with reason `failed`. @default 10 */
  attempts: number;
  /** Bytes of a question's context as JSON. The default is half of what a client reads in one line. @default 524288 */
  contextBytes: number;
  /** How many outcomes of questions, steps and the like a call's journal may hold. @default 10000 */
  journalEntries: number;
  /** Bytes of a call's journal as JSON. When it has these, nothing new begins, and the call ends. @default 8388608 */
  journalBytes: number;
  /**
   * Bytes of the chat's messages that are kept for a tool that requires them. The oldest are left out, and
   * `ctx.parentOmitted` says how many. @default 1048576
   */
  parentBytes: number;
  /** How long a tool may run, without the time that people take to answer. @default 600000 */
  toolRunTime: number;
  /** How many levels of branches a tool may have. @default 10 */
  toolDepth: number;
  /** How many of the model's tokens one call may use with `ctx.sample`, in and out. @default no limit */
  toolTokens: number;
  /**
   * Bytes of one answer's reasoning, sources and files as JSON. More is left out. Raise the clients' `maxLineBytes` with
   * it. @default 786432
   */
  answerBytes: number;
  /** How long the model may take for one `ctx.sample`. @default 120000 */
  sampleTime: number;
  /** How long a question's `check` may take for one answer. @default 30000 */
  checkTime: number;
  /** How long a call may wait without an answer before it is stopped. @default one day */
  sessionTtl: number;
  /** How long a stopped tool's clean-up may take. @default 5000 */
  cleanupTime: number;
  /**
   * How long the store may take for one read or commit. After that the request fails with `STORE_TIMEOUT`, and can be
   * repeated. @default 30000
   */
  storeTime: number;
  /** How many calls of one owner a process may have. Those that only wait in a store do not count. @default 100 */
  sessionsPerOwner: number;
  /** The same of all owners together, and as many again of anonymous callers. @default 10000 */
  sessions: number;
  /**
   * With `record`: how long what happened in a call is kept after it began. The default is a year.
   *
   * @default 31536000000
   */
  recordTtl: number;
}

/** Limits of a server that takes requests, and shares its store with other processes. */
export interface ServerLimits extends SessionLimits {
  /** Bytes of a request's body. @default 1048576 */
  bodyBytes: number;
  /** How long a request's body may take to arrive. @default 60000 */
  bodyTime: number;
  /**
   * How long other processes leave a conversation or call alone whose process has said nothing. Processes' clocks should
   * differ by far less. Not `Infinity`. @default 15000
   */
  leaseTime: number;
  /** How often a process looks for what others have left behind. `Infinity` for never. @default 10000 */
  sweepEvery: number;
}

/**
 * Apply the host's limits over the defaults.
 *
 * @throws {TypeError} if a limit is not a valid number, such as text from the environment, which would limit nothing
 */
export function readLimitsOver<L extends object>(defaults: L, given: Partial<L> = {}): L {
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  const wrong = set.find(([, value]) => typeof value !== 'number' || !(value >= 0));
  if (wrong !== undefined) {
    throw new TypeError(`limits.${wrong[0]} is ${String(wrong[1])}. Use a number from 0, or Infinity.`);
  }
  const none = set.find(([name, value]) => atLeastOne.has(name) && (value as number) < 1);
  if (none !== undefined) throw new TypeError(`limits.${none[0]} is ${String(none[1])}. Use at least 1.`);
  return { ...defaults, ...(Object.fromEntries(set) as Partial<L>) };
}

/** Below 1 of these, nothing would work or the server would spin. */
const atLeastOne = new Set(['attempts', 'iterations', 'keepAlive']);

export const defaultSessionLimits: SessionLimits = {
  attempts: 10,
  contextBytes: defaultBytes / 2,
  journalEntries: 10_000,
  journalBytes: 8_388_608,
  parentBytes: 1_048_576,
  toolRunTime: 600_000,
  toolDepth: 10,
  toolTokens: Infinity,
  answerBytes: 786_432,
  sampleTime: 120_000,
  checkTime: 30_000,
  sessionTtl: 86_400_000,
  cleanupTime: 5000,
  storeTime: 30_000,
  sessionsPerOwner: 100,
  sessions: 10_000,
  recordTtl: 31_536_000_000,
};

export const defaultServerLimits: ServerLimits = {
  ...defaultSessionLimits,
  bodyBytes: defaultBytes,
  bodyTime: 60_000,
  leaseTime: 15_000,
  sweepEvery: 10_000,
};

/** The part of the limits that a tool hears of. */
export function toolLimitsOf({ toolDepth, toolTokens, toolRunTime }: SessionLimits): ToolLimits {
  return { maxDepth: toolDepth, maxTokens: toolTokens, timeout: toolRunTime };
}

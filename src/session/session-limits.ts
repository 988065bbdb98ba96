import { readLimitsOver } from '../base/read-limits.ts';
import { defaultBytes, defaultPatience } from '../protocol/bounds.ts';
import type { ToolLimits } from '../tool/tool-limits.ts';

/** Limits of calls. Times are in milliseconds. `Infinity` means no limit. */
export interface SessionLimits {
  /**
   * Bytes of what comes in one piece. All limits of size follow from it: an answer may have a quarter, a question
   * half, a call's journal eight times as many. Raise the clients' `maxLineBytes` in step. @default 1048576
   */
  bytes: number;
  /**
   * How long the server waits for what is neither a person nor the work itself: one read or commit of the store, after
   * which the request fails with `STORE_TIMEOUT`, the `check` of an answer, a client that left. A body may take twice as
   * long to arrive. @default 30000
   */
  patience: number;
  /** How often a question is asked before it ends as `cancel` with reason `failed`. @default 10 */
  attempts: number;
  /**
   * How long one run may take: of a tool, without the time that people take to answer, and of the model for an answer in
   * the chat. One `ctx.sample` may take a fifth. @default 600000
   */
  runTime: number;
  /** How many levels of branches a tool may have. @default 10 */
  toolDepth: number;
  /** How many of the model's tokens one call may use with `ctx.sample`, in and out. @default no limit */
  toolTokens: number;
  /** How long a call may wait without an answer before it is stopped. @default one day */
  sessionTtl: number;
  /** How long a stopped tool's clean-up may take. @default 5000 */
  cleanupTime: number;
  /**
   * How many one owner may have at once in a process, of each: calls, not counting those that only wait in a store,
   * requests, readers of one conversation, and sessions of MCP clients. @default 100
   */
  perOwner: number;
  /** The same of all owners together, and as many again of anonymous callers. @default 10000 */
  perProcess: number;
  /**
   * With `record`: how long what happened in a call is kept after it began. The default is a year.
   *
   * @default 31536000000
   */
  recordTtl: number;
}

/** Limits of a server that takes requests, and shares its store with other processes. */
export interface ServerLimits extends SessionLimits {
  /**
   * How long other processes leave a conversation or call alone whose process has said nothing. Processes' clocks should
   * differ by far less. Not `Infinity`. @default 15000
   */
  leaseTime: number;
  /** How often a process looks for what others have left behind. `Infinity` for never. @default 10000 */
  sweepEvery: number;
}

export const defaultSessionLimits: SessionLimits = {
  bytes: defaultBytes,
  patience: defaultPatience,
  attempts: 10,
  runTime: 600_000,
  toolDepth: 10,
  toolTokens: Infinity,
  sessionTtl: 86_400_000,
  cleanupTime: 5000,
  perOwner: 100,
  perProcess: 10_000,
  recordTtl: 31_536_000_000,
};

export const defaultServerLimits: ServerLimits = {
  ...defaultSessionLimits,
  leaseTime: 15_000,
  sweepEvery: 10_000,
};

/** What calls are held to: the limits that a host named, and what follows from these. */
export type CallBounds = ReturnType<typeof callBounds>;

export function readSessionLimits(given?: Partial<SessionLimits>): CallBounds {
  return callBounds(readLimitsOver(defaultSessionLimits, given));
}

/** @param callTtl - how long a call is kept in a store after its end if nothing deletes it. @default 30 days */
export function callBounds<L extends SessionLimits>(limits: L, callTtl = 2_592_000_000) {
  const { bytes } = limits;
  return {
    ...limits,
    callTtl,
    /** How long the model may take for one `ctx.sample`. */
    sampleTime: limits.runTime / 5,
    /** Of a question as JSON, and of a value of `ctx.waitFor`. A line carries it beside the call's arguments. */
    contextBytes: bytes / 2,
    /** Of one answer of the model as JSON: its text, calls, reasoning, sources and files. */
    answerBytes: (bytes / 4) * 3,
    /** Of what a tool returns as JSON. A line carries it beside other things. */
    resultBytes: (bytes / 4) * 3,
    /** Of a call's journal as JSON. When it has these, nothing new begins, and the call ends. */
    journalBytes: 8 * bytes,
    /** How many outcomes of questions, steps and the like a journal may hold. */
    journalEntries: perBytes(10_000, bytes),
  };
}

/** A count for this many bytes. @param atDefault - for the default bytes */
export const perBytes = (atDefault: number, bytes: number): number => Math.ceil(atDefault * (bytes / defaultBytes));

/** The part of the limits that a tool hears of. */
export function toolLimitsOf({ toolDepth, toolTokens, runTime }: SessionLimits): ToolLimits {
  return { maxDepth: toolDepth, maxTokens: toolTokens, timeout: runTime };
}

import { longestTimer } from '../base/timers.ts';
import { readLimitsOver, defaultSessionLimits, type SessionLimits } from '../session/session-limits.ts';

/** Limits of an MCP server. Times are in milliseconds. `Infinity` means no limit. */
export interface McpServerLimits extends SessionLimits {
  /** Bytes of a request's body. @default 1048576 */
  bodyBytes: number;
  /** How many values a body may hold. @default 100000 */
  bodyValues: number;
  /** How many sessions may be open, for clients before 2026-07-28. Above it, the least recently used one ends. @default 1000 */
  clientSessions: number;
  /** How long such a session may be unused before it ends. @default 1800000 */
  clientSessionTtl: number;
  /** Bytes of such a session's events that are kept for a client that reconnects. @default 1048576 */
  eventBytes: number;
  /** How many legs of one call may be made at once, from 2026-07-28. @default 20 */
  legsPerCall: number;
  /** Characters of a `requestState`. @default 16384, or 131072 with `sealed` */
  stateLength: number;
  /** How long the result of a call is kept for a repeated leg. @default 600000 */
  resultTime: number;
  /** How long a running tool waits for a client that left to send its leg again. @default 30000 */
  returnTime: number;
  /** How long a process may be silent before another one takes its calls over. Not `Infinity`. @default 15000 */
  leaseTime: number;
  /** How often a process looks for calls that others have left. `Infinity` for never. @default 10000 */
  sweepEvery: number;
}

/** @throws {TypeError} for a limit that is no number, or cannot work */
export function readMcpLimits(given: Partial<McpServerLimits> | undefined, isSealed: boolean): McpServerLimits {
  const limits = readLimitsOver(isSealed ? { ...defaults, stateLength: 131_072 } : defaults, given);
  const { leaseTime } = limits;
  // It is renewed by a timer.
  if (leaseTime < 1 || leaseTime > longestTimer) {
    throw new TypeError(`limits.leaseTime is ${leaseTime}. Use from 1 to ${longestTimer} milliseconds.`);
  }
  return limits;
}

const defaults: McpServerLimits = {
  ...defaultSessionLimits,
  bodyBytes: 1_048_576,
  bodyValues: 100_000,
  clientSessions: 1000,
  clientSessionTtl: 1_800_000,
  eventBytes: 1_048_576,
  legsPerCall: 20,
  stateLength: 16_384,
  resultTime: 600_000,
  returnTime: 30_000,
  leaseTime: 15_000,
  sweepEvery: 10_000,
};

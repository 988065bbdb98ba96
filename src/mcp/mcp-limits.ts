import { readLimitsOver, defaultServerLimits, type ServerLimits } from '../session/session-limits.ts';

/** Limits of an MCP server. Times are in milliseconds. `Infinity` means no limit. */
export interface McpServerLimits extends ServerLimits {
  /** How many values a body may hold. @default 100000 */
  bodyValues: number;
  /** How many bodies of one person may be arriving at once. @default 100 */
  bodiesPerOwner: number;
  /** How many bodies of all people together may be arriving at once, and as many again of nobody's. @default 1000 */
  bodies: number;
  /**
   * How many sessions one person may have open, for clients before 2026-07-28. For a new one above it, the idle one ends
   * that was used longest ago. If all are at work, the new one is refused. A stream of notifications of a later client
   * counts as one that is at work. @default 100
   */
  clientSessionsPerOwner: number;
  /**
   * How many such sessions of all people together may be open, and as many again of anonymous clients. Nobody's ends for
   * another person's. @default 10000
   */
  clientSessions: number;
  /** How long such a session may be unused before it ends. @default 1800000 */
  clientSessionTtl: number;
  /**
   * Bytes of such a session's events that are kept for a client that reconnects. A response of any client is cut off if
   * more of it is unread, and its reader stalls. @default 1048576
   */
  eventBytes: number;
  /** How many choices of a field are listed for a host. It is told how many there are more. @default 200 */
  choices: number;
  /** How many legs of one call may be made at once, from 2026-07-28. @default 20 */
  legsPerCall: number;
  /** Characters of a `requestState`. @default 16384, or 131072 with `sealed` */
  stateLength: number;
  /** How long the record of a call is kept after its end: a repeated leg gets its result. @default 600000 */
  resultTime: number;
  /** How long a running tool waits for a client that left to send its leg again. @default 30000 */
  returnTime: number;
}

/** @throws {TypeError} for a limit that is no number */
export function readMcpLimits(given: Partial<McpServerLimits> | undefined, isSealed: boolean): McpServerLimits {
  return readLimitsOver(isSealed ? { ...defaults, stateLength: 131_072 } : defaults, given);
}

const defaults: McpServerLimits = {
  ...defaultServerLimits,
  bodyValues: 100_000,
  bodiesPerOwner: 100,
  bodies: 1000,
  clientSessionsPerOwner: 100,
  clientSessions: 10_000,
  clientSessionTtl: 1_800_000,
  eventBytes: 1_048_576,
  choices: 200,
  legsPerCall: 20,
  stateLength: 16_384,
  resultTime: 600_000,
  returnTime: 30_000,
};

import { readLimitsOver } from '../base/read-limits.ts';
import { lineBounds } from '../protocol/bounds.ts';
import { callBounds, defaultServerLimits, type ServerLimits } from '../session/session-limits.ts';

/** Limits of an MCP server. Times are in milliseconds. `Infinity` means no limit. */
export interface McpServerLimits extends ServerLimits {
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
  /** How many choices of a field are listed for a host. It is told how many there are more. @default 200 */
  choices: number;
  /** How many legs of one call may be made at once, from 2026-07-28. @default 20 */
  legsPerCall: number;
  /** How long the record of a call is kept after its end: a repeated leg gets its result. @default 600000 */
  resultTime: number;
  /** How long a running tool waits for a client that left to send its leg again. @default 30000 */
  returnTime: number;
}

export const defaultMcpLimits: McpServerLimits = {
  ...defaultServerLimits,
  bodiesPerOwner: 100,
  bodies: 1000,
  clientSessionsPerOwner: 100,
  clientSessions: 10_000,
  clientSessionTtl: 1_800_000,
  choices: 200,
  legsPerCall: 20,
  resultTime: 600_000,
  returnTime: 30_000,
};

/** What an MCP server is held to: the limits that a host named, and what follows from these. */
export type McpBounds = ReturnType<typeof readMcpLimits>;

/** @throws {TypeError} for a limit that is none, or no number */
export function readMcpLimits(given: Partial<McpServerLimits> | undefined, isSealed: boolean) {
  const limits = readLimitsOver(defaultMcpLimits, given);
  const { bytes } = limits;
  return {
    ...callBounds(limits, limits.resultTime),
    /** How many values a body may hold. */
    bodyValues: lineBounds(bytes).values,
    /** Characters of a `requestState`. A sealed one carries the journal. */
    stateLength: bytes / (isSealed ? 8 : 64),
  };
}

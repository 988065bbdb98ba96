import { readLimitsOver } from '../base/read-limits.ts';
import { lineBounds } from '../protocol/bounds.ts';
import { callBounds, defaultServerLimits, type ServerLimits } from '../session/session-limits.ts';

/** What an MCP server is held to: the limits that a host named, and what follows from these. */
export type McpBounds = ReturnType<typeof readMcpLimits>;

/** @throws {TypeError} for a limit that is none, or no number */
export function readMcpLimits(given: Partial<ServerLimits> | undefined, isSealed: boolean) {
  const limits = readLimitsOver(defaultServerLimits, given);
  const { bytes, patience } = limits;
  return {
    // A client whose connection broke sends its last leg again, and gets the result from the call's record.
    ...callBounds(limits, 20 * patience),
    /** How many values a body may hold. */
    bodyValues: lineBounds(bytes).values,
    /** Characters of a `requestState`. A sealed one carries the journal. */
    stateLength: bytes / (isSealed ? 8 : 64),
  };
}

import { readLimitsOver } from '../base/read-limits.ts';
import { lineBounds } from '../protocol/bounds.ts';
import { callBounds, defaultServerLimits, type ServerLimits } from '../session/session-limits.ts';

/** Limits of an MCP server. Times are in milliseconds. `Infinity` means no limit. */
export interface McpServerLimits extends ServerLimits {
  /** How long such a session may be unused before it ends. @default 1800000 */
  clientSessionTtl: number;
  /** How many choices of a field are listed for a host. It is told how many there are more. @default 200 */
  choices: number;
  /** How many legs of one call may be made at once, from 2026-07-28. @default 20 */
  legsPerCall: number;
  /** How long the record of a call is kept after its end: a repeated leg gets its result. @default 600000 */
  resultTime: number;
}

export const defaultMcpLimits: McpServerLimits = {
  ...defaultServerLimits,
  clientSessionTtl: 1_800_000,
  choices: 200,
  legsPerCall: 20,
  resultTime: 600_000,
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

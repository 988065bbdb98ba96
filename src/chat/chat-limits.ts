import { readLimitsOver } from '../base/read-limits.ts';
import { contentBytesOf } from '../protocol/bounds.ts';
import { callBounds, defaultServerLimits, perBytes, type ServerLimits } from '../session/session-limits.ts';

/** Limits of a chat handler. Times are in milliseconds. `Infinity` means no limit. */
export interface ChatLimits extends ServerLimits {
  /** How often the model may run in one turn. @default 10 */
  iterations: number;
  /** How often a silent stream gets a blank line. @default 15000 */
  keepAlive: number;
  /** How many conversations at rest are remembered. For others, clients send all messages again. @default 10000 */
  rememberedTurns: number;
  /**
   * How long a conversation is kept after its last turn, in a store that outlives the process. The default is 30 days.
   *
   * @default 2592000000
   */
  conversationTtl: number;
  /**
   * How long a conversation at rest stays in memory. After that only its record is left, and the next answer runs the
   * tool from its journal. @default 5000
   */
  parkAfter: number;
}

export const defaultChatLimits: ChatLimits = {
  ...defaultServerLimits,
  iterations: 10,
  keepAlive: 15_000,
  rememberedTurns: 10_000,
  conversationTtl: 2_592_000_000,
  parkAfter: 5000,
};

/** What a chat handler is held to: the limits that a host named, and what follows from these. */
export type ChatBounds = ReturnType<typeof readLimits>;

export function readLimits(given?: Partial<ChatLimits>) {
  const limits = readLimitsOver(defaultChatLimits, given);
  const { bytes, patience } = limits;
  return {
    ...callBounds(limits, limits.conversationTtl),
    /** Of one answer's content as JSON. */
    contentBytes: contentBytesOf(bytes),
    /** JSON values of a body: the default takes the event loop 50 ms at most. A small body may have as many. */
    bodyValues: Math.max(20_000, perBytes(20_000, bytes)),
    /** JSON values of the answers of one request together. */
    contentValues: Math.max(2000, perBytes(2000, bytes)),
    /** Characters of all remembered conversations together. */
    rememberedSize: 64 * bytes,
    /** How long calls may take to end after the person sent a new message. */
    interruptionTime: patience / 3,
    /**
     * How long a request waits for calls that it names and that have not begun, and the handler's `sessions` for another
     * process that is at work on a call's conversation.
     */
    awaitTime: patience / 6,
  };
}

import { defaultBytes } from '../protocol/bounds.ts';
import { defaultServerLimits, readLimitsOver, type ServerLimits } from '../session/session-limits.ts';

/** Limits of a chat handler. Times are in milliseconds. `Infinity` means no limit. */
export interface ChatLimits extends ServerLimits {
  /** How many JSON values a request's body may hold: objects, arrays, strings, numbers… @default 20000 */
  bodyValues: number;
  /** Bytes of one answer's content as JSON. @default 262144 */
  contentBytes: number;
  /** How many JSON values the answers of one request may hold together. @default 2000 */
  contentValues: number;
  /** How often the model may run in one turn. @default 10 */
  iterations: number;
  /** How long the model may take for one answer. @default 600000 */
  modelTime: number;
  /** How long calls may take to end after the person sent a new message. @default 10000 */
  interruptionTime: number;
  /** How often a silent stream gets a blank line. @default 15000 */
  keepAlive: number;
  /**
   * How many characters of a conversation's events are kept for readers that lag behind or come back. A reader that
   * needs older events gets a snapshot. @default 1048576
   */
  streamBytes: number;
  /** How many requests of one owner may be open at once, and how many may read one conversation. @default 20 */
  streamsPerOwner: number;
  /** How many requests of all owners together may be open at once, and as many again of nobody's. @default 10000 */
  streams: number;
  /** How many conversations at rest are remembered. For others, clients send all messages again. @default 10000 */
  rememberedTurns: number;
  /** How many characters these conversations may hold together. @default 67108864 */
  rememberedSize: number;
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
  /**
   * How long a request waits for calls that it names and that have not begun. After that they count as lost. So long
   * waits `sessions` of the handler for another process that is at work on a call's conversation.
   *
   * @default 5000
   */
  awaitTime: number;
}

const defaults: ChatLimits = {
  ...defaultServerLimits,
  bodyValues: 20_000,
  contentBytes: 262_144,
  contentValues: 2000,
  iterations: 10,
  modelTime: 600_000,
  interruptionTime: 10_000,
  keepAlive: 15_000,
  streamBytes: defaultBytes,
  streamsPerOwner: 20,
  streams: 10_000,
  rememberedTurns: 10_000,
  rememberedSize: 67_108_864,
  conversationTtl: 2_592_000_000,
  parkAfter: 5000,
  awaitTime: 5000,
};

export function readLimits(given?: Partial<ChatLimits>): ChatLimits {
  return readLimitsOver(defaults, given);
}

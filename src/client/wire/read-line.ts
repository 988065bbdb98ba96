import { excessOf, parseWithin, type Bounds } from '../../protocol/bounds.ts';
import { readChatEvent, type ChatStreamEvent } from '../../protocol/chat-event.ts';
import { isObject } from '../../protocol/json.ts';

/** What a server tells. */
export type Told =
  /** Of the conversation at that revision; without one, to this request alone, or by an older server. */
  | { kind: 'event'; event: ChatStreamEvent; revision: number | undefined }
  /** The whole conversation as it stood at that revision. */
  | { kind: 'snapshot'; events: readonly ChatStreamEvent[]; revision: number };

/** What one line of the stream says. */
export type ReadLine =
  | Told
  /** A keep-alive, a part of a snapshot, a line that was seen before, or a type from a newer server. */
  | { kind: 'nothing' }
  | { kind: 'bad_line' | 'bad_event'; problem: string };

/** Reads the lines of one stream, however often it breaks off and is read on. */
export interface LineReader {
  read(text: string): ReadLine;
  /** Read a line that somebody else has parsed, or the event that it holds. */
  readParsed(value: unknown): ReadLine;
  /** The connection is a new one: what it began to tell before, it will tell anew. */
  restart(): void;
  /** The last line was one that ends a stream: of ours it is the one that says so, of older servers' any that could. */
  isOver(): boolean;
  /** The number that an older server gave its last line; undefined if one had none, and none can be asked for. */
  lastLsn(): number | undefined;
}

/** The parts of one snapshot may hold so many lines' worth of characters. */
const mostLines = 64;

export function createLineReader(bounds: Bounds): LineReader {
  let lsn: number | undefined = 0;
  let isOver = false;
  let parts: ChatStreamEvent[] = [];
  let partsSize = 0;

  function readLine(line: unknown, size: number): ReadLine {
    if (!isObject(line)) return { kind: 'bad_line', problem: 'it is not a JSON object' };
    const { revision, snapshot } = line;
    const isNumbered = [revision, snapshot].every((number) => number === undefined || isRevision(number));
    if (!isNumbered) return { kind: 'bad_line', problem: 'its revision is no whole number' };
    if (typeof line['lsn'] === 'number') {
      if (line['lsn'] <= (lsn ?? -1)) return { kind: 'nothing' };
      if (lsn !== undefined) lsn = line['lsn'];
    } else if (revision === undefined && snapshot === undefined) lsn = undefined;
    const read = readChatEvent(line['event']);
    if (read.kind === 'unknown') return { kind: 'nothing' };
    if (read.kind === 'invalid') return { kind: 'bad_event', problem: read.problem };
    const { event } = read;
    if (event.type !== 'snapshot') {
      isOver = revision === undefined && ending.has(event.type);
      return { kind: 'event', event, revision: typeof revision === 'number' ? revision : undefined };
    }
    partsSize += Math.max(size, 64);
    const isTooLong = partsSize > mostLines * bounds.characters;
    if (!isTooLong) parts.push(...event.events);
    if (typeof revision !== 'number') return { kind: 'nothing' };
    const events = parts;
    parts = [];
    partsSize = 0;
    if (isTooLong) return { kind: 'bad_line', problem: 'its snapshot is too long' };
    isOver = false;
    return { kind: 'snapshot', events, revision };
  }

  return {
    isOver: () => isOver,
    lastLsn: () => lsn,
    restart() {
      isOver = false;
      parts = [];
      partsSize = 0;
    },
    read(text) {
      if (text.trim() === '') return { kind: 'nothing' };
      const { value, excess } = parseWithin(text, bounds);
      if (excess !== undefined) return { kind: 'bad_line', problem: `it ${excess.message}` };
      return readLine(value, text.length);
    },
    readParsed(value) {
      const excess = excessOf(value, bounds);
      if (excess !== undefined) return { kind: 'bad_event', problem: `it ${excess.message}` };
      const isLine = isObject(value) && isObject(value['event']);
      return readLine(isLine ? value : { event: value }, 0);
    },
  };
}

function isRevision(given: unknown): boolean {
  return Number.isSafeInteger(given) && (given as number) >= 0;
}

/** What a stream ends with, if it was not cut. */
const ending: ReadonlySet<string> = new Set(['end', 'complete', 'error', 'conversation_state']);

import { excessOf, parseWithin, type Bounds } from '../../protocol/bounds.ts';
import { readChatEvent, type ChatStreamEvent } from '../../protocol/chat-event.ts';
import { isObject } from '../../protocol/json.ts';

/** What a server tells in one line or snapshot. */
export type Told =
  /** At `revision` of the conversation. Without one: for this request alone. */
  | { type: 'event'; event: ChatStreamEvent; revision?: number | undefined }
  /** The whole conversation at that revision. */
  | { type: 'snapshot'; events: readonly ChatStreamEvent[]; revision: number };

/** What one line of the stream says. */
export type ReadLine =
  | Told
  /** A keep-alive, part of a snapshot, or an event type from a newer server. */
  | { type: 'nothing' }
  | { type: 'bad_line' | 'bad_event'; problem: string };

export type LineReader = ReturnType<typeof createLineReader>;

/** The parts of one snapshot may hold this many times a line's maximum size. */
const mostLines = 64;

/** The events that may be for one request alone. */
const ofRequest: ReadonlySet<string> = new Set([
  'session_info',
  'plugin_elicit_settled',
  'plugin_session_error',
  'error',
  'end',
]);

/** Reads the lines of one stream. */
export function createLineReader(bounds: Bounds) {
  let isOver = false;
  let hasUnnumbered = false;
  let parts: ChatStreamEvent[] = [];
  let partsSize = 0;

  function readLine(line: unknown, size: number): ReadLine {
    if (!isObject(line)) return { type: 'bad_line', problem: 'it is not a JSON object' };
    const { revision, snapshot } = line;
    const isNumbered = [revision, snapshot].every((number) => number === undefined || isRevision(number));
    if (!isNumbered) return { type: 'bad_line', problem: 'its revision is not a whole number' };
    const read = readChatEvent(line['event']);
    if (read.kind === 'unknown') return { type: 'nothing' };
    if (read.kind === 'invalid') return { type: 'bad_event', problem: read.problem };
    const { event } = read;
    if (event.type !== 'snapshot') {
      isOver = event.type === 'end';
      if (typeof revision === 'number') return { type: 'event', event, revision };
      if (ofRequest.has(event.type)) return { type: 'event', event };
      // Nobody can tell whether it came before. Such a server leaves out all revisions: say it once.
      const problem = 'it has no revision, and others without one are left out unsaid. Send lines of {revision, event}';
      const isTold = hasUnnumbered;
      hasUnnumbered = true;
      return isTold ? { type: 'nothing' } : { type: 'bad_event', problem };
    }
    partsSize += Math.max(size, 64);
    const isTooLong = partsSize > mostLines * bounds.characters;
    if (!isTooLong) parts.push(...event.events);
    if (typeof revision !== 'number') return { type: 'nothing' };
    const events = parts;
    parts = [];
    partsSize = 0;
    if (isTooLong) return { type: 'bad_line', problem: 'its snapshot is too long' };
    isOver = false;
    return { type: 'snapshot', events, revision };
  }

  return {
    /** True if the last line was `end`, the last one of a complete stream. */
    isOver: () => isOver,
    read(text: string): ReadLine {
      if (text.trim() === '') return { type: 'nothing' };
      const { value, excess } = parseWithin(text, bounds);
      if (excess !== undefined) return { type: 'bad_line', problem: `it ${excess.message}` };
      return readLine(value, text.length);
    },
    /** Read a parsed line, or a bare event. */
    readParsed(value: unknown): ReadLine {
      const excess = excessOf(value, bounds);
      if (excess !== undefined) return { type: 'bad_event', problem: `it ${excess.message}` };
      const isLine = isObject(value) && isObject(value['event']);
      return readLine(isLine ? value : { event: value }, 0);
    },
  };
}

function isRevision(given: unknown): boolean {
  return Number.isSafeInteger(given) && (given as number) >= 0;
}

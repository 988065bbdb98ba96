import { parseWithin, type Bounds } from '../../protocol/bounds.ts';
import { readChatEvent, type ChatStreamEvent } from '../../protocol/chat-event.ts';
import { isObject } from '../../protocol/json.ts';

/** What one line of the stream says. */
export type ReadLine =
  | { kind: 'event'; event: ChatStreamEvent }
  /** A keep-alive, a line that was seen before, or a type from a newer server. */
  | { kind: 'nothing' }
  | { kind: 'bad_line'; problem: string }
  | { kind: 'bad_event'; problem: string };

/** Reads the lines of one stream, however often it breaks off and is resumed. */
export interface LineReader {
  /** Drops lines whose number does not rise. */
  read(text: string): ReadLine;
  /** The number of the last line seen; 0 before the first. */
  lastLsn(): number;
  /** Some line came without a number, so that nobody can say where the stream broke off. */
  isUnnumbered(): boolean;
}

export function createLineReader(bounds: Bounds): LineReader {
  let last = 0;
  let unnumbered = false;
  return {
    lastLsn: () => last,
    isUnnumbered: () => unnumbered,
    read(text) {
      if (text.trim() === '') return { kind: 'nothing' };
      const { value: line, excess } = parseWithin(text, bounds);
      if (excess !== undefined) return { kind: 'bad_line', problem: `it ${excess.message}` };
      if (!isObject(line)) return { kind: 'bad_line', problem: 'it is not a JSON object' };
      const { lsn } = line;
      if (typeof lsn === 'number') {
        if (lsn <= last) return { kind: 'nothing' };
        last = lsn;
      } else {
        unnumbered = true;
      }
      const read = readChatEvent(line.event);
      if (read.kind === 'unknown') return { kind: 'nothing' };
      return read.kind === 'event' ? read : { kind: 'bad_event', problem: read.problem };
    },
  };
}

import { readChatEvent, type ChatStreamEvent } from '../../protocol/chat-event.ts';
import { isObject, parseJson } from '../../protocol/json.ts';

/** What one line of the stream says. */
export type ReadLine =
  | { kind: 'event'; event: ChatStreamEvent }
  /** A keep-alive, a line that was seen before, or a type from a newer server. */
  | { kind: 'nothing' }
  | { kind: 'bad_line'; problem: string }
  | { kind: 'bad_event'; problem: string };

/** Reads the lines of one stream, dropping those whose number does not rise. */
export function createLineReader(): (text: string) => ReadLine {
  let last = 0;
  return (text) => {
    if (text.trim() === '') return { kind: 'nothing' };
    const line = parseJson(text);
    if (!isObject(line)) return { kind: 'bad_line', problem: 'it is not a JSON object' };
    const { lsn } = line;
    if (typeof lsn === 'number') {
      if (lsn <= last) return { kind: 'nothing' };
      last = lsn;
    }
    const read = readChatEvent(line.event);
    if (read.kind === 'unknown') return { kind: 'nothing' };
    return read.kind === 'event' ? read : { kind: 'bad_event', problem: read.problem };
  };
}

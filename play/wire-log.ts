import { plainText } from '../src/protocol/plain-text.ts';

/** Something that went over the wire. */
export interface WireEntry {
  readonly id: number;
  readonly way: 'sent' | 'received' | 'failed';
  /** Such as an event's type. */
  readonly what: string;
  readonly at: Date;
  /** All of it, as JSON. A long one is cut. */
  readonly json: string;
}

export interface WireLogState {
  /** The newest first. */
  readonly entries: readonly WireEntry[];
  readonly isPaused: boolean;
  /** How many went by that are not in the list. */
  readonly left: number;
}

/** The list of what went over the wire, with bounds. */
export interface WireLog {
  add(way: WireEntry['way'], what: string, value: unknown): void;
  /** Keep what comes out of the list, or take it in again. */
  pause(isPaused: boolean): void;
  clear(): void;
  readonly getSnapshot: () => WireLogState;
  readonly subscribe: (onChange: () => void) => () => void;
}

export function createWireLog(): WireLog {
  const listeners = new Set<() => void>();
  let count = 0;
  let state: WireLogState = { entries: [], isPaused: false, left: 0 };
  const become = (next: WireLogState) => {
    state = next;
    for (const onChange of listeners) onChange();
  };
  return {
    add(way, what, value) {
      const { entries, isPaused, left } = state;
      if (isPaused) return become({ ...state, left: left + 1 });
      const json = plainText(JSON.stringify(value, undefined, 2), mostCharacters);
      const entry = { id: (count += 1), way, what, at: new Date(), json };
      become({ entries: [entry, ...entries].slice(0, mostEntries), isPaused, left: left + Number(isFull(entries)) });
    },
    pause: (isPaused) => become({ ...state, isPaused }),
    clear: () => become({ ...state, entries: [], left: 0 }),
    getSnapshot: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

const mostEntries = 300;
const mostCharacters = 20_000;

const isFull = (entries: readonly WireEntry[]) => entries.length >= mostEntries;

import type { ChatStreamEvent, ChatStreamLine, SnapshotPart } from '../protocol/chat-event.ts';
import { longestTimer } from '../base/timers.ts';

/**
 * One conversation's events, each with its revision. Any number of readers may read, each from its own revision and at
 * its own speed. Appending never waits for a reader.
 */
export interface ConversationLog {
  /** The revision of the last event. */
  revision(): number;
  append(event: ChatStreamEvent): void;
  /** Nothing more comes until the next request, so readers that are up to date can leave. */
  rest(): void;
  /** The conversation was replaced: send every reader a snapshot. */
  restart(): void;
  /** How many characters are kept once the last reader has left. */
  size(): number;
  read(options: ReadOptions): Reading;
  /** End every reader. */
  close(): void;
}

export interface ReadOptions {
  /** Read the events after this revision. Undefined for a reader that knows nothing. */
  after: number | undefined;
  owner: string | undefined;
  /** Called when the reader has everything or has left, possibly more than once. */
  onLeft(): void;
}

/** One reader. */
export interface Reading {
  readonly owner: string | undefined;
  readonly body: ReadableStream<Uint8Array>;
  /** Send an event to this reader only. It gets no revision. */
  reply(event: ChatStreamEvent): void;
  /** Since when a line has waited for the reader to take it, in milliseconds since the Unix epoch. */
  stalledSince(): number | undefined;
  /** Cut the reader off. */
  cut(): void;
}

export interface ConversationLogOptions {
  /** The revision to start from. */
  revision: number;
  /** How often a waiting reader gets a blank line, in milliseconds. */
  keepAlive: number;
  /** How many characters are kept. A reader that needs older events gets a snapshot. */
  maxSize: number;
  /** True if nothing is running: a reader that is up to date has nothing to wait for. */
  isAtRest(): boolean;
  /** When the conversation goes on by itself, in milliseconds since the Unix epoch. `Infinity` for never. */
  dueAt(): number;
  /** The conversation as it is now, in pieces that each fit into a line. */
  snapshot(): readonly (readonly SnapshotPart[])[];
}

/** The highest revision to start from. It is far below the largest safe integer, to leave room for counting. */
export const highestStart = 2 ** 50;

interface Entry {
  readonly revision: number;
  readonly event: ChatStreamEvent;
  readonly line: string;
}

export function createConversationLog(options: ConversationLogOptions): ConversationLog {
  const { keepAlive, maxSize, isAtRest, dueAt, snapshot } = options;
  const encoder = new TextEncoder();
  const readings = new Set<Reading>();
  const waiting = new Set<() => void>();
  let entries: Entry[] = [];
  /** A reader below this revision gets a snapshot. */
  let reachesBackTo = options.revision;
  let revision = options.revision;
  let size = 0;

  function wake(): void {
    for (const onMore of waiting) onMore();
  }

  function keep(kept: Entry[]): void {
    entries = kept;
    size = sizeOf(kept);
  }

  /** Drop events that no later reader needs. */
  function tidy(): void {
    if (readings.size === 0 && isAtRest()) keep(withoutSuperseded(entries));
  }

  /** Wait for news or an abort. Resolves to false if it is time for a keep-alive instead. */
  function more(signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isMore: boolean) => {
        clearTimeout(timer);
        waiting.delete(onMore);
        signal.removeEventListener('abort', onMore);
        resolve(isMore);
      };
      const onMore = () => done(true);
      const timer = setTimeout(() => done(false), Math.min(keepAlive, longestTimer));
      waiting.add(onMore);
      signal.addEventListener('abort', onMore);
    });
  }

  return {
    revision: () => revision,
    size: () => sizeOf(withoutSuperseded(entries)),
    append(event) {
      revision += 1;
      const line = write({ revision, event });
      entries.push({ revision, event, line });
      size += line.length;
      let gone = 0;
      for (; size > maxSize && gone < entries.length - 1; gone += 1) size -= entries[gone]!.line.length;
      if (gone > 0) {
        reachesBackTo = entries[gone - 1]!.revision;
        entries = entries.slice(gone);
      }
      wake();
    },
    rest() {
      tidy();
      wake();
    },
    restart() {
      revision += 1;
      reachesBackTo = revision;
      keep([]);
      wake();
    },
    read({ after, owner, onLeft }) {
      const left = new AbortController();
      /** Lines for this reader only. Each goes out after the events up to revision `behind`. */
      const replies: { behind: number; line: string }[] = [];
      let isOver = false;
      let known = after ?? -1;
      // The reader is ahead of this log: continue above its revision, and send it a snapshot.
      if (known > revision) reachesBackTo = revision = Math.min(known, highestStart) + 1;
      let stalledSince: number | undefined;
      let cut = () => left.abort();

      /** The next line for this reader. Undefined if it must wait for news. */
      function next(): string | undefined {
        const entry = known < reachesBackTo ? undefined : firstAfter(entries, known);
        const reply = replies[0];
        if (reply !== undefined && (entry === undefined || reply.behind < entry.revision)) return replies.shift()?.line;
        if (known < reachesBackTo) {
          known = revision;
          const pieces = [...snapshot()];
          const last = pieces.pop() ?? [];
          const parts = pieces.map((events) => write({ snapshot: revision, event: { type: 'snapshot', events } }));
          const whole = write({ revision, event: { type: 'snapshot', events: last } });
          replies.unshift(...[...parts, whole].map((line) => ({ behind: -1, line })));
          return replies.shift()?.line;
        }
        if (entry !== undefined) {
          known = entry.revision;
          return entry.line;
        }
        if (!isAtRest()) return undefined;
        isOver = true;
        const left = dueAt() - Date.now();
        const lookAfter = left === Infinity ? undefined : Math.max(left, lookAgain);
        return write({ event: { type: 'end', lookAfter } });
      }

      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          cut = () => {
            if (left.signal.aborted) return;
            left.abort();
            controller.close();
            leave();
          };
        },
        async pull(controller) {
          stalledSince = undefined;
          for (;;) {
            if (left.signal.aborted) return;
            if (isOver) return cut();
            const line = next();
            if (line === undefined && (await more(left.signal))) continue;
            if (left.signal.aborted) return;
            stalledSince = Date.now();
            return controller.enqueue(encoder.encode(line ?? '\n'));
          }
        },
        cancel() {
          left.abort();
          leave();
        },
      });
      const reading: Reading = {
        owner,
        body,
        reply(event) {
          replies.push({ behind: revision, line: write({ event }) });
          wake();
        },
        stalledSince: () => stalledSince,
        cut: () => cut(),
      };
      function leave(): void {
        readings.delete(reading);
        tidy();
        onLeft();
      }
      readings.add(reading);
      return reading;
    },
    close() {
      for (const reading of readings) reading.cut();
    },
  };
}

/** How soon a client asks again for what is due already, in milliseconds. */
const lookAgain = 5000;

function firstAfter(entries: readonly Entry[], known: number): Entry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (entries[middle]!.revision > known) to = middle;
    else from = middle + 1;
  }
  return entries[from];
}

/** Drop deltas that are now part of a message, and questions that are closed. */
function withoutSuperseded(entries: readonly Entry[]): Entry[] {
  const closed = new Set(
    entries.flatMap(({ event }) => (event.type === 'plugin_elicit_settled' ? [event.elicitId] : [])),
  );
  return entries.filter(({ event }) => {
    if (event.type === 'plugin_elicit_request') return !closed.has(event.elicitId);
    return event.type !== 'text' && event.type !== 'thinking';
  });
}

function sizeOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { line }) => sum + line.length, 0);
}

function write(line: ChatStreamLine): string {
  return `${JSON.stringify(line)}\n`;
}

import type { ChatStreamEvent, ChatStreamLine, SnapshotPart } from '../protocol/chat-event.ts';
import { longestTimer } from '../base/timers.ts';

/**
 * What one conversation tells, each event under its revision. Any number of readers may read, each from the revision
 * that it knows, and as fast as it likes: whoever appends never waits.
 */
export interface ConversationLog {
  /** The revision of the last event. */
  revision(): number;
  append(event: ChatStreamEvent): void;
  /** Nothing more comes by itself: readers who know everything leave. */
  rest(): void;
  /** The conversation is another one now: whoever reads gets a snapshot. */
  restart(): void;
  /** How much is kept once nobody reads, in characters. */
  size(): number;
  read(options: ReadOptions): Reading;
  /** End every reader. */
  close(): void;
}

export interface ReadOptions {
  /** Tell what came after this revision; undefined for a reader that knows nothing. */
  after: number | undefined;
  owner: string | undefined;
  /** Called when the reader has everything, or has left; maybe more than once. */
  onLeft(): void;
}

/** One reader. */
export interface Reading {
  readonly owner: string | undefined;
  readonly body: ReadableStream<Uint8Array>;
  /** Tell this reader alone: what it hears is no news of the conversation. */
  reply(event: ChatStreamEvent): void;
  /** When a line began to wait for the reader to take it, in milliseconds since the Unix epoch. */
  stalledSince(): number | undefined;
  /** Cut the reader off. */
  cut(): void;
}

export interface ConversationLogOptions {
  /** The revision to count on from. */
  revision: number;
  /** How often a reader who waits gets a blank line, in milliseconds. */
  keepAlive: number;
  /** How much is kept, in characters; what is older goes, and whoever needs it gets a snapshot. */
  maxSize: number;
  /** Nothing is under way: a reader who knows everything has no more to wait for. */
  isAtRest(): boolean;
  /** The conversation as it stands now: in pieces that fit into a line each. */
  snapshot(): readonly (readonly SnapshotPart[])[];
}

/** Where numbering may begin: far below the largest safe integer, so that there is room to count on. */
export const highestStart = 2 ** 50;

interface Entry {
  readonly revision: number;
  readonly event: ChatStreamEvent;
  readonly line: string;
}

export function createConversationLog(options: ConversationLogOptions): ConversationLog {
  const { keepAlive, maxSize, isAtRest, snapshot } = options;
  const encoder = new TextEncoder();
  const readings = new Set<Reading>();
  const waiting = new Set<() => void>();
  let entries: Entry[] = [];
  /** A reader who knows less than this gets a snapshot. */
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

  /** Forget what no reader needs who comes later. */
  function tidy(): void {
    if (readings.size === 0 && isAtRest()) keep(withoutSuperseded(entries));
  }

  /** Wait for news or the end; false when it was time for a sign of life instead. */
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
      /** Lines for this reader alone, each behind what was told when it was written. */
      const replies: { behind: number; line: string }[] = [];
      let isOver = false;
      let known = after ?? -1;
      // It heard more than is known here: only what is told above that counts for it.
      if (known > revision) reachesBackTo = revision = Math.min(known, highestStart) + 1;
      let stalledSince: number | undefined;
      let cut = () => left.abort();

      /** The next line for this reader; undefined when it knows everything. */
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
        return write({ event: { type: 'end' } });
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

function firstAfter(entries: readonly Entry[], known: number): Entry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (entries[middle]!.revision > known) to = middle;
    else from = middle + 1;
  }
  return entries[from];
}

/** Without the deltas of words that stand in a message by now, and without questions that are closed. */
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

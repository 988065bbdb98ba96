import type { ChatStreamEvent, ChatStreamLine, SnapshotPart } from '../protocol/chat-event.ts';
import type { HostReply } from './turn-command.ts';
import { after, createTicker, endOf, firstCame, type Ticker } from '../base/coming.ts';
import { createReading, type Reading } from './reading.ts';

export interface ReadOptions {
  /** Names the reader. @default nobody replies to it */
  reader?: string | undefined;
  /** It is no page. @default false */
  isHost?: boolean | undefined;
  /** Read the events after this revision. Undefined for a reader that knows nothing. */
  after: number | undefined;
  owner: string | undefined;
  /** What it hears first. @default nothing */
  greeting?: ChatStreamEvent | undefined;
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

interface Kept {
  revision: number;
  entries: Entry[];
  /** A reader below this revision gets a snapshot. */
  reachesBackTo: number;
}

export type ConversationLog = ReturnType<typeof createConversationLog>;

/**
 * One conversation's events, each with its revision. Any number of readers may read, each from its own revision and at
 * its own speed. Appending never waits for a reader.
 */
export function createConversationLog(options: ConversationLogOptions) {
  const { maxSize, isAtRest } = options;
  const readers = new Map<string, Reading & Pick<ReadOptions, 'isHost'>>();
  const more = createTicker();
  const kept: Kept = { revision: options.revision, entries: [], reachesBackTo: options.revision };
  let size = 0;
  /** How many of the first entries are needed whatever comes. */
  let needed = 0;

  /** What later readers need. It looks at what came since the first question that is open. */
  function lookAtNew() {
    const looked = kept.entries.slice(needed);
    const left = withoutSuperseded(looked);
    return { left, newSize: size + sizeOf(left) - sizeOf(looked) };
  }

  /** Drop events that no later reader needs. */
  function tidy(): void {
    if (readers.size > 0 || !isAtRest()) return;
    const { left, newSize } = lookAtNew();
    size = newSize;
    kept.entries.length = needed;
    const open = left.findIndex(({ event }) => event.type === 'plugin_elicit_request');
    needed += open < 0 ? left.length : open;
    for (const entry of left) kept.entries.push(entry);
  }

  return {
    revision: () => kept.revision,
    /** How many characters are kept once the last reader has left. */
    size: () => lookAtNew().newSize,
    append(event: ChatStreamEvent): void {
      const revision = (kept.revision += 1);
      const line = write({ revision, event });
      const { entries } = kept;
      entries.push({ revision, event, line });
      size += line.length;
      let gone = 0;
      // A quarter at once: to drop the oldest copies all others.
      const most = size > maxSize ? maxSize * 0.75 : maxSize;
      for (; size > most && gone < entries.length - 1; gone += 1) size -= entries[gone]!.line.length;
      if (gone > 0) {
        kept.reachesBackTo = entries[gone - 1]!.revision;
        kept.entries = entries.slice(gone);
        needed = Math.max(0, needed - gone);
      }
      more.tick();
    },
    /** Nothing more comes until the next request, so readers that are up to date can leave. */
    rest(): void {
      tidy();
      more.tick();
    },
    /** The conversation was replaced: send every reader a snapshot. */
    restart(): void {
      kept.reachesBackTo = kept.revision += 1;
      kept.entries = [];
      size = needed = 0;
      more.tick();
    },
    read({ reader = crypto.randomUUID(), isHost, ...read }: ReadOptions): Reading {
      const reading = openReading(kept, { ...options, ...read, more });
      readers.set(reader, { ...reading, isHost });
      reading.left.addEventListener('abort', () => {
        readers.delete(reader);
        tidy();
      });
      return reading;
    },
    /** Send an event to this reader only, if it is still there. */
    reply: (reader: string, event: ChatStreamEvent | HostReply) => readers.get(reader)?.reply(event),
    pages: () => [...readers.values()].filter(({ isHost }) => isHost !== true).length,
    /** Cut off every page that is not this owner's. The host hears what came of what it did. */
    keepOnly(owner: string | undefined): void {
      for (const reading of readers.values()) if (reading.owner !== owner && reading.isHost !== true) reading.cut();
    },
    close(): void {
      for (const reading of readers.values()) reading.cut();
    },
  };
}

interface ReadingOptions extends ReadOptions, ConversationLogOptions {
  /** Ticks when there may be more to read. */
  readonly more: Ticker;
}

function openReading(log: Kept, { after: revision = -1, owner, greeting, more, ...options }: ReadingOptions): Reading {
  const left = new AbortController();
  /** Lines for this reader only. Each goes out after the events up to revision `behind`. */
  const replies = greeting === undefined ? [] : [{ behind: -1, line: write({ event: greeting }) }];
  let known = revision;
  // The reader is ahead of this log: continue above its revision, and send it a snapshot.
  if (known > log.revision) log.reachesBackTo = log.revision = Math.min(known, highestStart) + 1;
  // Before the request that it reads for changes anything.
  if (known < log.reachesBackTo) replies.push(...whole());

  function whole(): typeof replies {
    known = log.revision;
    return wholeOf(options.snapshot(), known).map((line) => ({ behind: -1, line }));
  }

  /** The next line for this reader. Undefined if there is none yet. */
  function next(): string | undefined {
    const entry = known < log.reachesBackTo ? undefined : firstAfter(log.entries, known);
    const [reply] = replies;
    if (reply !== undefined && (entry === undefined || reply.behind < entry.revision)) return replies.shift()?.line;
    if (known < log.reachesBackTo) {
      replies.unshift(...whole());
      return replies.shift()?.line;
    }
    if (entry !== undefined) known = entry.revision;
    return entry?.line;
  }

  function reply(event: ChatStreamEvent | HostReply): void {
    replies.push({ behind: log.revision, line: write({ event }) });
    more.tick();
  }

  return createReading({ owner, reply, texts: linesOf(next, left.signal, more, options), left });
}

/** The lines of a reader, as they come. */
async function* linesOf(
  next: () => string | undefined,
  signal: AbortSignal,
  { coming }: Ticker,
  { keepAlive, isAtRest, dueAt }: ConversationLogOptions,
): AsyncGenerator<string> {
  const silence = after<void | 'silent'>(keepAlive, 'silent');
  while (!signal.aborted) {
    const line = next();
    if (line !== undefined) yield line;
    else if (isAtRest()) {
      const wait = dueAt() - Date.now();
      const lookAfter = wait === Infinity ? undefined : wait > 0 ? wait : lookAgain;
      yield write({ event: { type: 'end', lookAfter } });
      return;
    } else if ((await firstCame(coming, endOf(signal), silence)) === 'silent') yield '\n';
  }
}

/** The lines that tell everything. The last has the revision. */
function wholeOf(pieces: readonly (readonly SnapshotPart[])[], revision: number): string[] {
  const told = pieces.map((events) => ({ type: 'snapshot', events }) as const);
  const last = told.pop() ?? { type: 'snapshot', events: [] };
  return [...told.map((event) => write({ snapshot: revision, event })), write({ revision, event: last })];
}

/** How soon a client asks again for what is due already, in milliseconds. */
const lookAgain = 1000;

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

function write(line: Omit<ChatStreamLine, 'event'> & { readonly event: ChatStreamEvent | HostReply }): string {
  return `${JSON.stringify(line)}\n`;
}

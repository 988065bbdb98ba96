import { parseWithin } from '../protocol/bounds.ts';
import { isObject } from '../protocol/json.ts';
import { abortable, heed, pause } from './abortable.ts';
import { untilOnline, type Connection } from './delivery/connection.ts';
import { unlessSilent } from './delivery/exchange.ts';
import { changed } from './post.ts';
import { readStart } from './wire/read-start.ts';

export interface NewsPollParts {
  /** True while the server may have news for this page. */
  readonly isWanted: () => boolean;
  /** Tells of every change of that. @returns a function that ends it */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly connection: Connection;
  /** Aborts when the client closes. */
  readonly closing: AbortSignal;
  /** Asks the server whether it has told more, which it answers after a while at most. */
  readonly ask: (signal: AbortSignal) => Promise<Response | void>;
  /** Reads what is new. It throws nothing but the reason of `closing`. */
  readonly follow: () => Promise<void>;
}

/** How long a page rests before it asks, in milliseconds: most questions are answered on it, and no request is needed. */
const rest = 2000;
/** The pause after a failure doubles up to this, in milliseconds. */
const longestPause = 15_000;
/** After how long without an answer a request has failed, in milliseconds. An answer takes less than half of it. */
const longestSilence = 60_000;

/**
 * While news are wanted and the person sees the page, hear of what happens elsewhere: on another device, or by the server. A page that comes back into sight, or back online, asks at once.
 *
 * @throws the reason of `closing` once that aborts
 */
export async function pollNews(parts: NewsPollParts): Promise<void> {
  const { isWanted, subscribe, connection, closing, ask, follow } = parts;
  let failures = 0;
  for (;;) {
    while (!isWanted()) await changed(parts, closing);
    if (!isVisible() || !connection.isOnline()) {
      await (isVisible() ? untilOnline(connection, closing) : abortable<void>(closing, onSeen));
      if (isVisible() && isWanted()) await follow();
      continue;
    }
    const stop = new AbortController();
    const look = () => (!isVisible() || !isWanted()) && stop.abort();
    const end = () => stop.abort();
    const leave = [subscribe(look), onSeen(look), heed(closing, end), end];
    try {
      await pause(Math.min(rest * 2 ** failures, longestPause), stop.signal);
      if (!connection.isOnline()) continue;
      const response = await unlessSilent(ask(stop.signal), 0, stop.signal, longestSilence);
      if (await readNews(response, stop.signal)) await follow();
      failures = 0;
    } catch {
      // Nobody waits for this. What the person does says so where the server cannot be reached.
      if (!stop.signal.aborted) failures += 1;
    } finally {
      for (const undo of leave) undo();
    }
    closing.throwIfAborted();
  }
}

const isVisible = () => document.visibilityState === 'visible';

/** @returns a function that stops listening */
function onSeen(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** @throws {Error} for anything but an answer to that question */
async function readNews(response: Response | void, signal: AbortSignal): Promise<boolean> {
  if (!response?.ok) throw new Error('The server was not asked, or has refused.');
  const { value } = parseWithin(await readStart(response, 1000, 5000, signal), {
    characters: 1000,
    values: 10,
    depth: 2,
  });
  if (!isObject(value) || typeof value['news'] !== 'boolean') throw new Error('The server knows no such question.');
  return value['news'];
}

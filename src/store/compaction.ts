import { open, rename } from 'node:fs/promises';
import {
  checkPlace,
  createLog,
  discard,
  draftPathOf,
  lineOf,
  nameLog,
  readList,
  write,
  type CommitLog,
} from './commit-log.ts';
import { timeOf } from './durable-store.ts';
import { entryOf, listOf, unlessEmpty } from './log-index.ts';
import { piecesOf, type Change, type Piece } from './log-line.ts';

/** A new file that has what is needed of the first bytes of a log. */
export interface Draft {
  readonly log: CommitLog;
  /** How many of the bytes it has. */
  copied: number;
}

/** Bytes that may be copied while reads and commits wait. */
const lastCopy = 65_536;

/**
 * Write what is needed of a log into a new file, a batch at a time, while reads and commits go on. What is committed
 * meanwhile lies behind what the log had at the beginning, and is copied as it is.
 *
 * @param isOver - the log is about to be closed
 */
export async function draftLog(log: CommitLog, isOver: () => boolean): Promise<Draft> {
  const until = log.size;
  const { next } = log.index;
  const draft: Draft = { log: await createLog(draftPathOf(log.path), log.lock), copied: until };
  try {
    for await (const pieces of piecesOf(log.file, 0, until)) {
      if (isOver()) throw new Error('The log is closed.');
      const needed: Change[] = [];
      for (const piece of pieces) needed.push(...(await neededOf(log, piece, until)));
      if (needed.length > 0) await write(draft.log, needed);
    }
    await write(draft.log, [{ n: next - 1, end: true }]);
    draft.log.base = draft.log.size;
    while (log.size - draft.copied > lastCopy && !isOver()) await copy(log, draft);
    return draft;
  } catch (error) {
    await discard(draft.log);
    throw error;
  }
}

/**
 * Put the new file in the place of the old one. Nothing may be read or written meanwhile. If it throws, the old file is
 * still there.
 *
 * @returns the log of the new file. The old one is to be closed: to free its blocks takes a while
 */
export async function replaceLog(log: CommitLog, draft: Draft): Promise<CommitLog> {
  try {
    await copy(log, draft);
    await checkPlace(log);
    await move(draft.log.path, log);
  } catch (error) {
    await discard(draft.log);
    throw error;
  }
  const replaced: CommitLog = { ...draft.log, path: log.path, isNamed: false };
  // If it fails, the next commit tries it again, and counts only then.
  await nameLog(replaced).catch(() => undefined);
  return replaced;
}

/** Windows replaces no open file. */
async function move(path: string, log: CommitLog): Promise<void> {
  if (process.platform !== 'win32') return rename(path, log.path);
  await log.file.close();
  try {
    await rename(path, log.path);
  } catch (error) {
    log.file = await open(log.path, 'r+');
    throw error;
  }
}

/** Copy what was committed since. */
async function copy(log: CommitLog, draft: Draft): Promise<void> {
  for await (const pieces of piecesOf(log.file, draft.copied, log.size)) {
    const lines = pieces.map((piece) => lineOf(log, piece));
    await write(draft.log, lines);
    for (const { bytes } of pieces) draft.copied += bytes.length;
  }
}

/** What is needed of a line. A list is written whole in the place of its first piece, but for what is copied later. */
async function neededOf(log: CommitLog, piece: Piece, until: number): Promise<Change[]> {
  const { index } = log;
  const { n, p = [], a = [], d = [] } = lineOf(log, piece);
  const isAt = (place: { at: number; index: number } | undefined, nth: number) =>
    place?.at === piece.at && place.index === nth;
  const entries = p.filter(([key], nth) => isAt(entryOf(index, key), nth));
  const dues = d.filter(([key, queue, time]) => time !== null && index.dues.timeOf(queue, key) === time);
  const lists: NonNullable<Change['a']> = [];
  for (const [nth, [key]] of a.entries()) {
    const list = listOf(index, key);
    if (!isAt(list?.parts[0], nth)) continue;
    lists.push([key, await readList(log, key, 0, until), timeOf(list?.expiresAt), 0]);
  }
  if (entries.length + lists.length + dues.length === 0) return [];
  return [{ n, p: unlessEmpty(entries), a: unlessEmpty(lists), d: unlessEmpty(dues) }];
}

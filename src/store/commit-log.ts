import { constants, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { StoreCommit, StoredEntry } from './durable-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import {
  apply,
  createIndex,
  entryOf,
  lineOf,
  listOf,
  timeOf,
  type Line,
  type LogIndex,
  type Place,
} from './log-index.ts';

/** The commits of a folder, one a line. Its folder belongs to this process until it is closed. */
export interface CommitLog {
  readonly path: string;
  readonly lock: FolderLock;
  readonly file: FileHandle;
  readonly index: LogIndex;
  /** Bytes of the file that are on the disk and count. */
  size: number;
  /** Bytes of the file when it was written anew. */
  base: number;
}

/** A write failed and could not be taken back, so nobody can tell what the disk holds. */
export class UncertainError extends FileStoreError {
  constructor(path: string, cause: unknown) {
    super('STORE_FAILED', `${path} could not be written. Look after the disk, and restart the process.`, { cause });
  }
}

/** @throws {FileStoreError} `STORE_LOCKED`, `STORE_CORRUPT` */
export async function openLog(folder: string): Promise<CommitLog> {
  const created = await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  try {
    const log = await load(join(folder, 'conversations.jsonl'), lock);
    if (created !== undefined) await syncParents(folder, created);
    return log;
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** Read the file again. If that fails, the folder is given back. */
export async function reopenLog(log: CommitLog): Promise<CommitLog> {
  try {
    await log.file.close();
    await checkLock(log);
    return await load(log.path, log.lock);
  } catch (error) {
    await log.lock.release();
    throw error;
  }
}

export async function closeLog({ file, lock }: CommitLog): Promise<void> {
  try {
    await file.close();
  } finally {
    await lock.release();
  }
}

/**
 * Write these commits with one sync. One whose checks do not hold changes nothing. If it throws, nothing is kept, the
 * index is no longer true, and the log has to be opened again.
 *
 * @returns the version of each, or null
 * @throws {UncertainError} if it cannot be said what the file holds
 */
export async function append(log: CommitLog, commits: readonly StoreCommit[]): Promise<(string | null)[]> {
  const lines: string[] = [];
  let end = log.size;
  const versions = commits.map((commit) => {
    const line = lineOf(log.index, commit);
    if (line === undefined) return null;
    const text = textOf(line);
    const size = Buffer.byteLength(text);
    apply(log.index, line, end, size);
    end += size;
    lines.push(text);
    return `${line.n}`;
  });
  if (lines.length === 0) return versions;
  await checkLock(log);
  try {
    await writeAll(log.file, lines, log.size);
    await log.file.datasync();
  } catch (cause) {
    // After a failed sync, a reader would find what the disk does not hold.
    await cut(log).catch(() => {
      throw new UncertainError(log.path, cause);
    });
    throw cause;
  }
  log.size = end;
  return versions;
}

export async function readEntry(log: CommitLog, key: string): Promise<StoredEntry | null> {
  const place = entryOf(log.index, key);
  if (place === undefined) return null;
  const [, value] = (await readLine(log, place)).p?.[place.index] ?? [];
  return { value: value ?? damaged(log, place), version: place.version };
}

export async function readList(log: CommitLog, key: string, from = 0): Promise<string[]> {
  const found: string[] = [];
  let passed = 0;
  for (const place of listOf(log.index, key)?.parts ?? []) {
    if (passed + place.count > from) {
      // One line after the other: a list can have thousands.
      // oxlint-disable-next-line no-await-in-loop
      const [, items] = (await readLine(log, place)).a?.[place.index] ?? [];
      found.push(...(items ?? damaged(log, place)).slice(Math.max(0, from - passed)));
    }
    passed += place.count;
  }
  return found;
}

/**
 * Write what is still needed into a new file, and put it in the place of the old one. The log that it is given is over.
 *
 * @returns the log with the new file
 */
export async function compact(log: CommitLog): Promise<CommitLog> {
  const path = `${log.path}.new`;
  try {
    const file = await open(path, 'w');
    try {
      let end = 0;
      for await (const line of neededLines(log)) end += await writeAll(file, [line], end);
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch {
    // The disk is full, say. The old file is whole: try again when it has grown further.
    await rm(path, { force: true, recursive: true });
    log.base = log.size;
    return log;
  }
  // Windows replaces no open file.
  await log.file.close();
  await rename(path, log.path);
  return load(log.path, log.lock);
}

async function* neededLines(log: CommitLog): AsyncGenerator<string> {
  const { entries, lists, dues, next } = log.index;
  const n = next - 1;
  for (const [key, { version, expiresAt }] of entries) {
    const entry = await readEntry(log, key);
    if (entry !== null) yield textOf({ n, p: [[key, entry.value, timeOf(expiresAt), version]] });
  }
  for (const [key, { expiresAt }] of lists) {
    const items = await readList(log, key);
    if (items.length > 0) yield textOf({ n, a: [[key, items, timeOf(expiresAt), 0]] });
  }
  yield textOf({ n, d: dues.all(), end: true });
}

async function checkLock({ lock, path }: CommitLog): Promise<void> {
  if (await lock.isHeld()) return;
  throw new FileStoreError('STORE_LOCKED', `${dirname(path)} was removed, or a process on another machine took it.`);
}

async function cut({ file, size }: CommitLog): Promise<void> {
  await file.truncate(size);
  await file.datasync();
}

async function load(path: string, lock: FolderLock): Promise<CommitLog> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT);
  try {
    const log: CommitLog = { path, lock, file, index: createIndex(), size: 0, base: 0 };
    let torn: number | undefined;
    for await (const { text, at, size } of linesOf(file)) {
      if (torn !== undefined) throw corrupt(path, torn);
      const line = text === undefined ? undefined : parseLine(text);
      if (line === undefined) {
        torn = at;
      } else {
        apply(log.index, line, at, size);
        log.size = at + size;
        if (line.end === true) log.base = log.size;
      }
    }
    // A line that the last process did not finish was never said to be committed.
    if (torn !== undefined) await file.truncate(log.size);
    // It may have died before it synced the lines that count from now on.
    await file.datasync();
    await syncFolder(dirname(path));
    return log;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** The lines of a file. The text of the last one is missing if its end is. */
async function* linesOf(file: FileHandle): AsyncGenerator<{ text: string | undefined; at: number; size: number }> {
  let rest = Buffer.alloc(0);
  let at = 0;
  for (;;) {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(1_048_576), 0, 1_048_576, at + rest.length);
    if (bytesRead === 0) break;
    rest = Buffer.concat([rest, buffer.subarray(0, bytesRead)]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      yield { text: rest.toString('utf8', 0, end), at, size: end + 1 };
      at += end + 1;
      rest = rest.subarray(end + 1);
    }
  }
  if (rest.length > 0) yield { text: undefined, at, size: rest.length };
}

async function readLine(log: CommitLog, place: Place): Promise<Line> {
  const { buffer } = await log.file.read(Buffer.alloc(place.size), 0, place.size, place.at);
  return parseLine(buffer.toString('utf8')) ?? damaged(log, place);
}

function parseLine(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Partial<Line> | null;
    return typeof line?.n === 'number' ? (line as Line) : undefined;
  } catch {
    return undefined;
  }
}

function damaged({ path }: CommitLog, { at }: Place): never {
  throw corrupt(path, at);
}

function corrupt(path: string, at: number): FileStoreError {
  return new FileStoreError(
    'STORE_CORRUPT',
    `${path} is damaged at byte ${at}. Restore it from a backup, or move it away.`,
  );
}

const textOf = (line: Line) => `${JSON.stringify(line)}\n`;

/** @returns how many bytes were written */
async function writeAll(file: FileHandle, lines: readonly string[], at: number): Promise<number> {
  const bytes = Buffer.from(lines.join(''));
  for (let done = 0; done < bytes.length;) {
    // oxlint-disable-next-line no-await-in-loop
    done += (await file.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
  }
  return bytes.length;
}

/** A new name in a folder outlives a loss of power only once the folder is synced. Windows syncs no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } catch (error) {
    // Some network drives cannot.
    if ((error as NodeJS.ErrnoException).code !== 'EINVAL') throw error;
  } finally {
    await handle.close();
  }
}

/** @param created - the first folder on the way that did not exist */
async function syncParents(folder: string, created: string): Promise<void> {
  const first = dirname(resolve(created));
  for (let at = dirname(resolve(folder)); at.length >= first.length; at = dirname(at)) {
    // oxlint-disable-next-line no-await-in-loop
    await syncFolder(at);
    if (at === first) return;
  }
}

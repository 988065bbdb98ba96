import { mkdir, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keysIn, type StoreCommit, type StoredEntry } from './durable-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';
import { apply, changeOf, createIndex, entryOf, listOf, type LogIndex, type Place } from './log-index.ts';
import {
  decode,
  decodeLast,
  encode,
  isUnwritten,
  piecesOf,
  writeAll,
  type Change,
  type Line,
  type Piece,
} from './log-line.ts';
import { syncFolder, syncParents } from './synced-folder.ts';

/**
 * The commits of a folder, one a line. Its folder belongs to this process until it is closed.
 *
 * The lines of one sync are a batch, and the next batch is written after that sync. Each line says where its batch
 * begins, so a whole line proves that all before its batch was on the disk: damage there is told. In the last batch,
 * bytes that were never written are left by a loss of power before the sync, and are cut. Other damage is told there, too.
 */
export interface CommitLog {
  readonly path: string;
  readonly lock: FolderLock;
  file: FileHandle;
  /** Device and number of the file, for noticing that another one has its name. */
  readonly inode: string;
  /** All that was confirmed, and nothing else. */
  readonly index: LogIndex;
  /** Bytes of the file that count. */
  size: number;
  /** Bytes of the file when it was written anew. */
  base: number;
  /** The name of the file outlives a loss of power. */
  isNamed: boolean;
  /** Why nothing can be committed any more. */
  refusal?: FileStoreError;
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

/** Begin a file in which nothing was committed. What lies there is removed. */
export async function createLog(path: string, lock: FolderLock): Promise<CommitLog> {
  await rm(path, { force: true, recursive: true });
  const file = await open(path, 'wx+');
  try {
    const log = await logOf(path, lock, file);
    // It gets another name.
    log.isNamed = true;
    await write(log, [{ n: 0 }]);
    return log;
  } catch (error) {
    await discard({ file, path });
    throw error;
  }
}

export async function discard({ file, path }: Pick<CommitLog, 'file' | 'path'>): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}

export async function closeLog({ file, lock }: CommitLog): Promise<void> {
  try {
    await file.close();
  } finally {
    await lock.release();
  }
}

/**
 * Write the first of these commits with one sync, up to one that depends on another of them. One whose checks do not
 * hold changes nothing. If it throws, none of them counts.
 *
 * @returns the version of each that was written, or null
 * @throws {FileStoreError} `STORE_MOVED` or `STORE_LOCKED` if the file is no longer its own, `STORE_FAILED` if it cannot
 *   be said what the file holds: from then on, always
 */
export async function append(log: CommitLog, commits: readonly StoreCommit[]): Promise<(string | null)[]> {
  if (log.refusal !== undefined) throw log.refusal;
  const versions: (string | null)[] = [];
  const changes: Change[] = [];
  const changed = new Set<string>();
  for (const commit of commits) {
    const { check = [], append: longer = [] } = commit;
    if ([...check, ...longer].some(({ key }) => changed.has(key))) break;
    const change = changeOf(log.index, commit, log.index.next + changes.length);
    versions.push(change === undefined ? null : `${change.n}`);
    if (change === undefined) continue;
    changes.push(change);
    for (const key of keysIn(commit)) changed.add(key);
  }
  if (changes.length === 0) return versions;
  await checkPlace(log);
  await write(log, changes);
  return versions;
}

/** Write a batch with one sync. Note it only then: reads must not find what the disk may not hold. */
export async function write(log: CommitLog, changes: readonly Change[]): Promise<void> {
  const lines = changes.map((change) => encode(change, log.size));
  const bytes = Buffer.concat(lines);
  try {
    await writeAll(log.file, bytes, log.size);
    await log.file.datasync();
    await nameLog(log);
  } catch (error) {
    await cut(log, error);
    throw error;
  }
  for (const [nth, change] of changes.entries()) {
    const { length } = lines[nth]!;
    note(log, change, log.size, length);
  }
}

/** A change whose line is on the disk counts. @param at - the line's first byte */
function note(log: CommitLog, change: Change, at: number, size: number): void {
  apply(log.index, change, (index) => ({ at, size, index }));
  log.size = at + size;
}

export async function readEntry(log: CommitLog, key: string): Promise<StoredEntry | null> {
  const place = entryOf(log.index, key);
  if (place === undefined) return null;
  const [found, value] = (await readLine(log, place)).p?.[place.index] ?? [];
  if (found !== key || value === undefined) throw corrupt(log.path, place.at);
  return { value, version: `${place.version}` };
}

/** @param to - leaves out what lies at this byte or after it. @default Infinity */
export async function readList(log: CommitLog, key: string, from = 0, to = Infinity): Promise<string[]> {
  const found: string[] = [];
  let passed = 0;
  for (const place of listOf(log.index, key)?.parts ?? []) {
    if (place.at >= to) break;
    if (passed + place.count > from) {
      // One line after the other: a list can have thousands.
      const [name, items] = (await readLine(log, place)).a?.[place.index] ?? [];
      if (name !== key || items === undefined) throw corrupt(log.path, place.at);
      found.push(...items.slice(Math.max(0, from - passed)));
    }
    passed += place.count;
  }
  return found;
}

/** Have the name of the file outlive a loss of power. */
export async function nameLog(log: CommitLog): Promise<void> {
  if (log.isNamed) return;
  await syncFolder(dirname(log.path));
  log.isNamed = true;
}

/** @throws {FileStoreError} if the file is no longer this process's own, or has another size */
export async function checkPlace(log: CommitLog): Promise<void> {
  const [found, isHeld] = await Promise.all([find(log.path), log.lock.isHeld()]);
  if (found?.inode === log.inode && isHeld && found.size === log.size) return;
  if (found?.inode === log.inode && !isHeld) {
    const what = `${dirname(log.path)} is no longer locked: a process on another machine took it, or removed the lock.`;
    log.refusal = new FileStoreError('STORE_LOCKED', `${what} End all processes that use it, and start one.`);
  } else {
    const what = `${log.path} was moved, removed, replaced or cut while this process had it.`;
    log.refusal = new FileStoreError('STORE_MOVED', `${what} Put the whole file back, and restart the process.`);
  }
  throw log.refusal;
}

/** Remove what was not confirmed. After a failed sync, a process that opens the file would find what the disk lacks. */
async function cut(log: CommitLog, cause: unknown): Promise<void> {
  try {
    const { size } = await log.file.stat();
    if (size > log.size) await log.file.truncate(log.size);
    await log.file.datasync();
  } catch (error) {
    const next = 'Look after the disk, and restart the process.';
    log.refusal ??= new FileStoreError('STORE_FAILED', `${log.path} could not be written. ${next}`, {
      cause: cause ?? error,
    });
    throw log.refusal;
  }
}

async function load(path: string, lock: FolderLock): Promise<CommitLog> {
  if ((await find(path)) === undefined) {
    const begun = await createLog(draftPathOf(path), lock);
    await begun.file.close();
    // So a file never has this name before its first line is on the disk.
    await rename(begun.path, path);
  }
  // A process left it that died while it wrote the file anew.
  await rm(draftPathOf(path), { force: true, recursive: true });
  const file = await open(path, 'r+');
  try {
    const log = await logOf(path, lock, file);
    await readAll(log);
    // Its process may have died before it synced the lines that count from now on.
    await cut(log, undefined);
    await nameLog(log);
    return log;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** @throws {FileStoreError} `STORE_CORRUPT` if something is damaged that was confirmed */
async function readAll(log: CommitLog): Promise<void> {
  let batch = 0;
  let damaged: number | undefined;
  let isTorn = false;
  for await (const pieces of piecesOf(log.file)) {
    for (const piece of pieces) {
      const { bytes, at } = piece;
      const line = damaged === undefined ? decode(bytes) : undefined;
      if (line !== undefined && (line.s === at || line.s === batch)) {
        batch = line.s;
        note(log, line, at, bytes.length);
        if (line.end === true) log.base = log.size;
      } else {
        damaged ??= at;
        if ((decodeLast(bytes)?.s ?? 0) > damaged) throw corrupt(log.path, damaged);
        isTorn ||= isUnwritten(piece);
      }
    }
  }
  if (log.size === 0 || (damaged !== undefined && !isTorn)) throw corrupt(log.path, damaged ?? 0);
}

export const draftPathOf = (path: string) => `${path}.new`;

async function logOf(path: string, lock: FolderLock, file: FileHandle): Promise<CommitLog> {
  const { inode = '' } = (await find(path)) ?? {};
  return { path, lock, file, inode, index: createIndex(), size: 0, base: 0, isNamed: false };
}

/** Always ask by name: Windows tells other devices for open files. */
async function find(path: string): Promise<{ inode: string; size: number } | undefined> {
  try {
    const { dev, ino, size } = await stat(path, { bigint: true });
    return { inode: `${dev}:${ino}`, size: Number(size) };
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function readLine(log: CommitLog, { at, size }: Place): Promise<Line> {
  const { buffer } = await log.file.read(Buffer.alloc(size), 0, size, at);
  return lineOf(log, { bytes: buffer, at });
}

/** @throws {FileStoreError} `STORE_CORRUPT` */
export function lineOf({ path }: CommitLog, { bytes, at }: Piece): Line {
  const line = decode(bytes);
  if (line === undefined) throw corrupt(path, at);
  return line;
}

function corrupt(path: string, at: number): FileStoreError {
  return new FileStoreError(
    'STORE_CORRUPT',
    `${path} is damaged at byte ${at}. Restore it from a backup, or move it away.`,
  );
}

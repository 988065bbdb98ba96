import { mkdir, open, readFile, rename, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { DurableStore, StoreCheck, StoreCommit, StoredEntry } from './durable-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { lockFolder, type FolderLock } from './folder-lock.ts';

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /** Rewrite the file when more than this many bytes of it are outdated, and more than half of it. @default 4194304 */
  compactAbove?: number | undefined;
}

/**
 * Keep conversations in a folder of this machine. They outlive a restart and a deploy.
 *
 * A commit is one line of one file, and is on the disk before it counts. One process at a time may open the folder.
 *
 * @throws {FileStoreError} from its methods: `STORE_LOCKED` while another process has the folder, `STORE_CORRUPT` if a
 *   line before the last is damaged, `STORE_FAILED` after a write that failed
 */
export function fileStore(folder: string, { compactAbove = 4_194_304 }: FileStoreOptions = {}): DurableStore {
  const path = join(folder, 'conversations.jsonl');
  const watchers = new Map<string, Set<() => void>>();
  let opening: Promise<Opened> | undefined;
  let queue: Queued[] = [];
  let flushing: Promise<void> = Promise.resolve();
  let broken: FileStoreError | undefined;

  const opened = (): Promise<Opened> =>
    (opening ??= openFolder(folder, path).catch((error: unknown) => {
      opening = undefined;
      throw error;
    }));

  async function settled(): Promise<Opened> {
    const state = await opened();
    await flushing;
    if (broken !== undefined) throw broken;
    return state;
  }

  /** Write everything that waits with one sync. */
  async function flush(): Promise<void> {
    const state = await opened();
    const batch = queue;
    queue = [];
    const done: (string | null)[] = [];
    const lines: string[] = [];
    let end = state.size;
    for (const { commit } of batch) {
      const holds = broken === undefined && (commit.check ?? []).every((check) => isSo(state, check));
      done.push(holds ? `${state.next}` : null);
      if (!holds) continue;
      const line = lineOf(commit, state.next);
      const size = Buffer.byteLength(line);
      state.next += 1;
      apply(state, JSON.parse(line) as Line, end, size);
      end += size;
      lines.push(line);
    }
    try {
      if (lines.length > 0) {
        await state.file.appendFile(lines.join(''));
        await state.file.datasync();
        state.size = end;
      }
    } catch (cause) {
      // The index knows what the disk may not hold: open the folder again to go on.
      broken = new FileStoreError('STORE_FAILED', `${path} could not be written. Open the store again.`, { cause });
    }
    for (const [index, { commit, resolve, reject }] of batch.entries()) {
      if (broken !== undefined) reject(broken);
      else resolve(done[index] ?? null);
      if (broken === undefined && done[index] != null) tell(commit);
    }
    if (broken === undefined && state.size - state.live > Math.max(compactAbove, state.live)) {
      await compact(state, path);
    }
  }

  function tell({ put = [], append = [], remove = [] }: StoreCommit): void {
    const keys = [...put.map(({ key }) => key), ...append.map(({ key }) => key), ...remove];
    for (const key of keys) for (const onCommit of watchers.get(key) ?? []) onCommit();
  }

  return {
    opening: crypto.randomUUID(),
    async read(keys) {
      const state = await settled();
      return Promise.all(keys.map((key) => readEntry(state, key)));
    },
    async list(key, from = 0) {
      const state = await settled();
      return readList(state, key, from);
    },
    commit: (commit) =>
      new Promise((resolve, reject) => {
        queue.push({ commit, resolve, reject });
        if (queue.length > 1) return;
        flushing = flushing.then(flush).catch((error: unknown) => {
          for (const { reject: fail } of queue.splice(0)) fail(error);
        });
      }),
    async due(before, limit) {
      const { dues } = await settled();
      const found = [...dues].filter(([, at]) => at < before).toSorted(([, a], [, b]) => a - b);
      return found.slice(0, limit).map(([key, at]) => ({ key, at }));
    },
    watch(key, onCommit) {
      const all = watchers.get(key) ?? new Set();
      watchers.set(key, all.add(onCommit));
      return () => {
        all.delete(onCommit);
        if (all.size === 0) watchers.delete(key);
      };
    },
    async close() {
      if (opening === undefined) return;
      const state = await opened();
      await flushing;
      await state.file.close();
      await state.lock.release();
    },
  };
}

interface Queued {
  commit: StoreCommit;
  resolve(version: string | null): void;
  reject(error: unknown): void;
}

/** One commit on the disk. An entry is `[key, value, expiresAt, version]`, a piece of a list `[key, items, expiresAt]`. */
interface Line {
  n: number;
  p?: [string, string, number | null, string][];
  a?: [string, string[], number | null][];
  r?: string[];
  d?: [string, number | null][];
}

/** Where a value lies: a line of the file, and its index there. */
interface Place {
  at: number;
  size: number;
  index: number;
  bytes: number;
}

interface Opened {
  readonly lock: FolderLock;
  file: FileHandle;
  /** Bytes of the file. */
  size: number;
  /** Bytes that are still needed, about. */
  live: number;
  /** The number of the next commit. */
  next: number;
  readonly entries: Map<string, Place & { version: string; expiresAt: number }>;
  readonly lists: Map<string, { parts: (Place & { count: number })[]; count: number; expiresAt: number }>;
  readonly dues: Map<string, number>;
}

function lineOf({ put = [], append = [], remove = [], due = [] }: StoreCommit, n: number): string {
  const line: Line = {
    n,
    ...(put.length > 0 && { p: put.map(({ key, value, expiresAt }) => [key, value, expiresAt ?? null, `${n}`]) }),
    ...(append.length > 0 && { a: append.map(({ key, items, expiresAt }) => [key, [...items], expiresAt ?? null]) }),
    ...(remove.length > 0 && { r: [...remove] }),
    ...(due.length > 0 && { d: due.map(({ key, at }) => [key, at]) }),
  };
  return `${JSON.stringify(line)}\n`;
}

function apply(state: Opened, { p = [], a = [], r = [], d = [] }: Line, at: number, size: number): void {
  for (const [index, [key, value, expiresAt, version]] of p.entries()) {
    state.live += value.length - (state.entries.get(key)?.bytes ?? 0);
    state.entries.set(key, { at, size, index, bytes: value.length, version, expiresAt: expiresAt ?? Infinity });
  }
  for (const [index, [key, items, expiresAt]] of a.entries()) {
    const kept = listOf(state, key);
    if (kept === undefined && items.length === 0) continue;
    const list = kept ?? { parts: [], count: 0, expiresAt: Infinity };
    const bytes = items.reduce((sum, item) => sum + item.length, 0);
    state.live += bytes;
    if (items.length > 0) list.parts.push({ at, size, index, bytes, count: items.length });
    list.count += items.length;
    list.expiresAt = expiresAt ?? Infinity;
    state.lists.set(key, list);
  }
  for (const key of r) {
    state.live -= state.entries.get(key)?.bytes ?? 0;
    for (const { bytes } of state.lists.get(key)?.parts ?? []) state.live -= bytes;
    state.entries.delete(key);
    state.lists.delete(key);
    state.dues.delete(key);
  }
  for (const [key, due] of d) {
    if (due === null) state.dues.delete(key);
    else state.dues.set(key, due);
  }
}

function entryOf({ entries }: Opened, key: string) {
  const entry = entries.get(key);
  return entry !== undefined && entry.expiresAt > Date.now() ? entry : undefined;
}

function listOf({ lists }: Opened, key: string) {
  const list = lists.get(key);
  return list !== undefined && list.expiresAt > Date.now() ? list : undefined;
}

function isSo(state: Opened, check: StoreCheck): boolean {
  if ('length' in check) return (listOf(state, check.key)?.count ?? 0) === check.length;
  return (entryOf(state, check.key)?.version ?? null) === check.version;
}

async function readEntry(state: Opened, key: string): Promise<StoredEntry | null> {
  const place = entryOf(state, key);
  if (place === undefined) return null;
  const line = await readLine(state.file, place);
  return { value: line.p?.[place.index]?.[1] ?? '', version: place.version };
}

async function readList(state: Opened, key: string, from: number): Promise<string[]> {
  const found: string[] = [];
  let passed = 0;
  for (const place of listOf(state, key)?.parts ?? []) {
    if (passed + place.count > from) {
      // One line after the other: a list can have thousands.
      // oxlint-disable-next-line no-await-in-loop
      const line = await readLine(state.file, place);
      found.push(...(line.a?.[place.index]?.[1] ?? []).slice(Math.max(0, from - passed)));
    }
    passed += place.count;
  }
  return found;
}

async function readLine(file: FileHandle, { at, size }: Place): Promise<Line> {
  const { buffer } = await file.read(Buffer.alloc(size), 0, size, at);
  return JSON.parse(buffer.toString('utf8')) as Line;
}

async function openFolder(folder: string, path: string): Promise<Opened> {
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  const file = await open(path, 'a+');
  const state: Opened = {
    lock,
    file,
    size: 0,
    live: 0,
    next: 1,
    entries: new Map(),
    lists: new Map(),
    dues: new Map(),
  };
  const bytes = await readFile(path);
  for (let at = 0; at < bytes.length;) {
    const end = bytes.indexOf(10, at);
    const line = end === -1 ? undefined : parseLine(bytes.toString('utf8', at, end));
    const isLast = end === -1 || end === bytes.length - 1;
    if (line === undefined && !isLast) {
      await file.close();
      await lock.release();
      throw new FileStoreError(
        'STORE_CORRUPT',
        `${path} is damaged at byte ${at}. Restore it from a backup, or move it away.`,
      );
    }
    // A line that the last process did not finish was never said to be committed.
    if (line === undefined) break;
    apply(state, line, at, end + 1 - at);
    state.next = line.n + 1;
    at = end + 1;
    state.size = at;
  }
  if (state.size < bytes.length) await file.truncate(state.size);
  return state;
}

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return undefined;
  }
}

/** Write what is still needed into a new file, and put it in the place of the old one. */
async function compact(state: Opened, path: string): Promise<void> {
  const lines: string[] = [];
  const n = state.next - 1;
  for (const [key, { version, expiresAt }] of state.entries) {
    const entry = await readEntry(state, key);
    const until = Number.isFinite(expiresAt) ? expiresAt : null;
    if (entry !== null)
      lines.push(`${JSON.stringify({ n, p: [[key, entry.value, until, version]] } satisfies Line)}\n`);
  }
  for (const [key, { expiresAt }] of state.lists) {
    const items = await readList(state, key, 0);
    const until = Number.isFinite(expiresAt) ? expiresAt : null;
    if (items.length > 0) lines.push(`${JSON.stringify({ n, a: [[key, items, until]] } satisfies Line)}\n`);
  }
  lines.push(`${JSON.stringify({ n, d: [...state.dues] } satisfies Line)}\n`);
  const next = await open(`${path}.new`, 'w');
  await next.writeFile(lines.join(''));
  await next.datasync();
  await next.close();
  await rename(`${path}.new`, path);
  await state.file.close();
  state.file = await open(path, 'a+');
  Object.assign(state, { size: 0, live: 0 });
  state.entries.clear();
  state.lists.clear();
  for (const line of lines) {
    const size = Buffer.byteLength(line);
    apply(state, JSON.parse(line) as Line, state.size, size);
    state.size += size;
  }
}

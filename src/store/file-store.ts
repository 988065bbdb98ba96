import { append, closeLog, openLog, readEntry, readList, type CommitLog } from './commit-log.ts';
import { draftLog, replaceLog } from './compaction.ts';
import { keysIn, type DurableStore, type StoreCommit } from './durable-store.ts';
import { FileStoreError, fileStoreErrorOf } from './file-store-error.ts';
import { createTurns } from './turns.ts';
import { createWatchers } from './watchers.ts';

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * Rewrite the file without what is outdated when it has grown by more bytes than this, and to more than double.
   *
   * @default 4194304
   */
  compactAbove?: number | undefined;
}

/** A store that holds its folder until it is closed. */
export type FileStore = DurableStore & Required<Pick<DurableStore, 'close'>>;

/**
 * Keep conversations in a folder of this machine. They outlive a restart and a deploy.
 *
 * A commit is one line of one file, and is on the disk before it counts. One process at a time has the folder: its first
 * use takes it, and its end or the store's `close` gives it back.
 *
 * @throws {FileStoreError} from its methods: `STORE_LOCKED` while another process has the folder, `STORE_CORRUPT` if
 *   something is damaged that was confirmed, `STORE_FULL` if a commit does not fit on the disk, `STORE_FAILED` if the
 *   folder could not be read or written. `STORE_MOVED` if the file was moved, replaced or cut meanwhile: until the
 *   process is restarted, commits are refused, and reads find what was confirmed
 */
export function fileStore(folder: string, { compactAbove = 4_194_304 }: FileStoreOptions = {}): FileStore {
  if (typeof folder !== 'string' || folder === '') {
    throw new TypeError("fileStore: name the folder, such as fileStore('.elicitkit').");
  }
  const watchers = createWatchers();
  const turns = createTurns();
  let log: Promise<CommitLog> | undefined;
  let queue: Queued[] = [];
  let compaction: Promise<void> | undefined;
  /** Bytes of the file when it was last to be written anew. */
  let lastTried = 0;
  let closing: Promise<void> | undefined;
  let closed: FileStoreError | undefined;

  async function opened(): Promise<CommitLog> {
    if (closed !== undefined) throw closed;
    log ??= openLog(folder).catch((error: unknown) => {
      log = undefined;
      throw error;
    });
    return log;
  }

  function read<T>(work: (log: CommitLog) => Promise<T> | T): Promise<T> {
    const found = turns.read(async () => work(await opened()));
    return found.catch((error: unknown) => {
      throw fileStoreErrorOf(folder, error);
    });
  }

  /** Write everything that waits, with as few syncs as its order allows. */
  async function flush(): Promise<void> {
    const batch = queue;
    queue = [];
    try {
      const current = await opened();
      while (batch.length > 0) {
        for (const version of await append(current, commitsOf(batch))) tell(batch.shift()!, version);
      }
      if (current.size - current.base > Math.max(compactAbove, current.base)) shorten(current);
    } catch (thrown) {
      const error = fileStoreErrorOf(folder, thrown);
      const current = await log?.catch(() => undefined);
      const isFull = error.code === 'STORE_FULL';
      if (isFull && current !== undefined && current.size !== lastTried) shorten(current);
      // A new file takes room while it is written, and may give some back.
      if (isFull && compaction !== undefined) queue.unshift(...batch);
      else for (const { reject } of batch) reject(error);
    }
  }

  function tell({ commit, resolve }: Queued, version: string | null): void {
    resolve(version);
    if (version !== null) watchers.tell(keysIn(commit));
  }

  /** Write the file anew, in the background. */
  function shorten(current: CommitLog): void {
    compaction ??= compact(current).finally(() => {
      compaction = undefined;
      if (queue.length > 0) void turns.write(flush);
    });
  }

  async function compact(current: CommitLog): Promise<void> {
    lastTried = current.size;
    try {
      const draft = await draftLog(current, () => closed !== undefined);
      await turns.write(async () => {
        const replaced = await replaceLog(current, draft);
        log = Promise.resolve(replaced);
        lastTried = replaced.size;
      });
      await current.file.close();
    } catch {
      // The disk is full, say. The old file is whole: try again when it has grown further.
      current.base = current.size;
    }
  }

  async function close(): Promise<void> {
    await turns.write(async () => {
      closed = new FileStoreError('STORE_FAILED', `The store of ${folder} was closed. Make another one.`);
    });
    await compaction;
    const current = await log?.catch(() => undefined);
    if (current !== undefined) await closeLog(current);
  }

  return {
    opening: crypto.randomUUID(),
    read: (keys) => read((current) => Promise.all(keys.map((key) => readEntry(current, key)))),
    list: (key, from) => read((current) => readList(current, key, from)),
    commit: (commit) =>
      new Promise((resolve, reject) => {
        queue.push({ commit, resolve, reject });
        if (queue.length === 1) void turns.write(flush);
      }),
    due: (...asked) => read(({ index: { dues } }) => dues.page(...asked)),
    watch: watchers.watch,
    close: () => (closing ??= close()),
  };
}

const commitsOf = (batch: readonly Queued[]) => batch.map(({ commit }) => commit);

interface Queued {
  commit: StoreCommit;
  resolve(version: string | null): void;
  reject(error: unknown): void;
}

import {
  append,
  closeLog,
  compact,
  openLog,
  readEntry,
  readList,
  reopenLog,
  UncertainError,
  type CommitLog,
} from './commit-log.ts';
import type { DurableStore, StoreCommit } from './durable-store.ts';
import { FileStoreError } from './file-store-error.ts';
import { createTurns } from './turns.ts';

/** Options of `fileStore`. */
export interface FileStoreOptions {
  /**
   * Rewrite the file without what is outdated when it has grown by more bytes than this, and to more than double.
   *
   * @default 4194304
   */
  compactAbove?: number | undefined;
}

/**
 * Keep conversations in a folder of this machine. They outlive a restart and a deploy.
 *
 * A commit is one line of one file, and is on the disk before it counts. One process at a time has the folder: its first
 * use takes it, and its end gives it back.
 *
 * @throws {FileStoreError} from its methods: `STORE_LOCKED` while another process has the folder, `STORE_CORRUPT` if a
 *   line before the last is damaged, `STORE_FAILED` if the folder could not be read or written. A commit that was
 *   refused is not kept, and the next use opens the folder again
 */
export function fileStore(folder: string, { compactAbove = 4_194_304 }: FileStoreOptions = {}): DurableStore {
  const watchers = new Map<string, Set<() => void>>();
  const turns = createTurns();
  let log: Promise<CommitLog> | undefined;
  let queue: Queued[] = [];
  /** Why it can never be used again. */
  let over: FileStoreError | undefined;

  async function opened(): Promise<CommitLog> {
    if (over !== undefined) throw over;
    log ??= openLog(folder).catch((error: unknown) => {
      log = undefined;
      throw failure(folder, error);
    });
    return log;
  }

  function read<T>(work: (log: CommitLog) => Promise<T> | T): Promise<T> {
    return turns.read(async () => {
      const current = await opened();
      try {
        return await work(current);
      } catch (error) {
        throw failure(folder, error);
      }
    });
  }

  /** Write everything that waits with one sync. */
  async function flush(): Promise<void> {
    const batch = queue;
    queue = [];
    try {
      const current = await opened();
      const versions = await write(
        current,
        batch.map(({ commit }) => commit),
      );
      for (const [nth, { resolve }] of batch.entries()) resolve(versions[nth] ?? null);
      for (const [nth, { commit }] of batch.entries()) if (versions[nth] != null) tell(commit);
      if (current.size - current.base > Math.max(compactAbove, current.base)) await shorten(current);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function write(current: CommitLog, commits: readonly StoreCommit[]): Promise<(string | null)[]> {
    try {
      return await append(current, commits);
    } catch (error) {
      if (error instanceof UncertainError) over = error;
      else await reopen(current);
      throw failure(folder, error);
    }
  }

  async function shorten(current: CommitLog): Promise<void> {
    try {
      log = Promise.resolve(await compact(current));
    } catch {
      await reopen(current);
    }
  }

  async function reopen(current: CommitLog): Promise<void> {
    try {
      log = Promise.resolve(await reopenLog(current));
    } catch {
      // The next use opens the folder from the beginning, or tells why it cannot.
      log = undefined;
    }
  }

  function tell({ put = [], append: longer = [], remove = [] }: StoreCommit): void {
    const keys = [...put.map(({ key }) => key), ...longer.map(({ key }) => key), ...remove];
    for (const key of keys) for (const onCommit of watchers.get(key) ?? []) onCommit();
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
    watch(key, onCommit) {
      const all = watchers.get(key) ?? new Set();
      watchers.set(key, all.add(onCommit));
      return () => {
        all.delete(onCommit);
        if (all.size === 0) watchers.delete(key);
      };
    },
    close: () =>
      turns.write(async () => {
        const current = await log?.catch(() => undefined);
        log = undefined;
        if (current !== undefined) await closeLog(current);
        over ??= new FileStoreError('STORE_FAILED', `The store of ${folder} was closed. Make another one.`);
      }),
  };
}

interface Queued {
  commit: StoreCommit;
  resolve(version: string | null): void;
  reject(error: unknown): void;
}

function failure(folder: string, cause: unknown): FileStoreError {
  if (cause instanceof FileStoreError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new FileStoreError('STORE_FAILED', `${folder} could not be read or written: ${reason}`, { cause });
}

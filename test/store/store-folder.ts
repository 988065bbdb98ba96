import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi, type Mock } from 'vitest';
import type { DurableStore, StoreCommit } from '../../src/store/durable-store.ts';
import { fileStore, type FileStoreOptions } from '../../src/store/file-store.ts';

/** A folder for file stores, which are closed when the test ends. */
export interface StoreFolder {
  readonly path: string;
  /** The file of the commits. */
  readonly log: string;
  open(options?: FileStoreOptions): DurableStore;
  /** Whether the file is being written anew. */
  isCompacting(): boolean;
  /** Names the file, so that one that was written anew has another name. */
  inode(): bigint;
}

export function storeFolder(path = mkdtempSync(join(tmpdir(), 'elicit-file-'))): StoreFolder {
  const log = join(path, 'conversations.jsonl');
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    log,
    open(options) {
      const store = fileStore(path, options);
      onTestFinished(() => store.close?.());
      return store;
    },
    isCompacting: () => existsSync(`${log}.new`),
    inode: () => statSync(log, { bigint: true }).ino,
  };
}

/** A folder whose file has these bytes. */
export function folderOf(bytes: Uint8Array): StoreFolder {
  const folder = storeFolder();
  writeFileSync(folder.log, bytes);
  return folder;
}

/** The bytes of a file in which each of these batches was written with one sync, and where each begins. */
export async function bytesOf(batches: readonly (readonly StoreCommit[])[]) {
  const { log, open } = storeFolder();
  const store = open();
  const starts: number[] = [];
  for (const batch of batches) {
    await store.read([]);
    starts.push(statSync(log).size);
    await Promise.all(batch.map((commit) => store.commit(commit)));
  }
  await store.close?.();
  return { bytes: readFileSync(log), starts };
}

export const put = (key: string, value: string) => ({ put: [{ key, value }] });

export async function valueOf(store: DurableStore, key: string): Promise<string | undefined> {
  return (await store.read([key]))[0]?.value;
}

/** What all open files have in common. */
export async function openFiles(): Promise<FileHandle> {
  const file = await open(import.meta.filename);
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

type Call = (this: FileHandle, ...given: unknown[]) => Promise<unknown>;

/** Stand between the stores and their files until the test ends. */
export function intercept(
  files: FileHandle,
  method: 'read' | 'write' | 'datasync' | 'sync' | 'truncate',
  act: (file: FileHandle, call: (...given: unknown[]) => Promise<unknown>, given: unknown[]) => Promise<unknown>,
): Mock<Call> {
  const original = files[method] as unknown as Call;
  const spy = vi.spyOn(files, method) as unknown as Mock<Call>;
  onTestFinished(() => spy.mockRestore());
  return spy.mockImplementation(function between(this: FileHandle, ...given) {
    return act(this, (...args) => original.apply(this, args.length > 0 ? args : given), given);
  });
}

export const diskError = (code: string) => Object.assign(new Error(`${code}: the disk`), { code });

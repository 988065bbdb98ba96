import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { intercept, storeFolder, type StoreFolder } from './store-folder.ts';

/** The files of a folder after its machine or its process has died. */
export type CrashedFiles = ReadonlyMap<string, Buffer>;

/** Knows at each step what the disk holds for certain, and what it may hold. */
export interface CrashDisk {
  /** The process dies: everything that was written is there. */
  afterKill(): CrashedFiles;
  /** The power fails: only what was synced is there, and the names if the folder was synced, too. */
  afterPowerLoss(areNamesKept: boolean): CrashedFiles;
  /** The power fails: any of the sectors that were not synced are there. */
  afterTearing(random: () => number): CrashedFiles;
}

const sector = 512;

/**
 * Call `onStep` before and after each step that changes a file or the folder.
 *
 * @returns a function that ends it
 */
export function createCrashDisk(files: FileHandle, { path }: StoreFolder, onStep: (disk: CrashDisk) => void) {
  const synced = new Map<bigint, Buffer>();
  let syncedNames = new Map<string, bigint>();

  function currentNames(): Map<string, bigint> {
    const names = readdirSync(path).filter((name) => name !== 'held-by' && !name.startsWith('opening-'));
    return new Map(names.map((name) => [name, statSync(join(path, name), { bigint: true }).ino]));
  }
  function bytesOf(inode: bigint): Buffer | undefined {
    const [name] = [...currentNames()].find(([, ino]) => ino === inode) ?? [];
    return name === undefined ? undefined : readFileSync(join(path, name));
  }
  const build = (names: Map<string, bigint>, contentOf: (inode: bigint) => Buffer): CrashedFiles =>
    new Map([...names].map(([name, inode]) => [name, contentOf(inode)]));
  const syncedOf = (inode: bigint) => synced.get(inode) ?? Buffer.alloc(0);

  const disk: CrashDisk = {
    afterKill: () => build(currentNames(), (inode) => bytesOf(inode)!),
    afterPowerLoss: (areNamesKept) => build(areNamesKept ? currentNames() : syncedNames, syncedOf),
    afterTearing: (random) =>
      build(random() < 0.5 ? currentNames() : syncedNames, (inode) =>
        torn(syncedOf(inode), bytesOf(inode) ?? syncedOf(inode), random),
      ),
  };
  const spies = (['write', 'truncate', 'datasync', 'sync'] as const).map((method) =>
    intercept(files, method, async (file, call) => {
      const { ino } = await file.stat({ bigint: true });
      const bytes = bytesOf(ino);
      onStep(disk);
      const result = await call();
      if (method === 'datasync' && bytes !== undefined) synced.set(ino, bytes);
      if (method === 'sync') syncedNames = currentNames();
      onStep(disk);
      return result;
    }),
  );
  return () => {
    for (const spy of spies) spy.mockRestore();
  };
}

/** Some sectors as they were synced, and some as they were written later. */
function torn(before: Buffer, after: Buffer, random: () => number): Buffer {
  const end = random() < 0.5 ? after.length : before.length + Math.round(random() * (after.length - before.length));
  const mixed = Buffer.alloc(Math.max(0, end));
  for (let at = 0; at < mixed.length; at += sector) {
    (random() < 0.5 ? before : after).subarray(at, at + sector).copy(mixed, at);
  }
  return mixed;
}

/** A folder in which a process begins after the crash. */
export function folderAfter(crashed: CrashedFiles): StoreFolder {
  const folder = storeFolder();
  for (const [name, bytes] of crashed) writeFileSync(join(folder.path, name), bytes);
  return folder;
}

import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Holds a folder for this process. */
export interface FolderLock {
  /** @returns false if another process has taken the folder, as it may after this one stood still */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Times of a lock, in milliseconds. */
export interface LockTimes {
  /** How often its holder touches it. @default 2000 */
  beat?: number | undefined;
  /** A holder on another machine is gone if it has not touched the lock for this long. @default 10000 */
  patience?: number | undefined;
}

/** What a lock says of its holder. */
interface Holder {
  pid: number;
  host: string;
  /** When the process began, as its machine counts. Absent where the system does not tell. */
  began?: string | undefined;
  /** Names this taking of the lock. */
  token: string;
}

/**
 * Take a folder, unless a living process has it. A process that died leaves its lock behind: it is known to be dead by
 * its id and the time when it began, since in a container the next process often has the same id. Of a process on
 * another machine, or in another container, only its silence tells.
 *
 * @returns the lock, or the id of the process that has the folder
 */
export async function lockFolder(
  folder: string,
  { beat = 2000, patience = 10_000 }: LockTimes = {},
): Promise<FolderLock | number> {
  const path = join(folder, 'lock');
  const me: Holder = { pid: process.pid, host: hostname(), began: await beginningOf(process.pid), token: newToken() };
  while (!(await create(path, me))) {
    const text = await textOf(path);
    if (text === undefined) continue;
    const holder = holderOf(text);
    const lives = (holder && (await isAlive(holder, me))) ?? (await isTouched(path, beat, patience));
    if (lives) return holder?.pid ?? 0;
    await removeLock(path, text);
  }
  let touchedAt = Date.now();
  const isMine = async () => holderOf(await textOf(path))?.token === me.token;
  async function touch(): Promise<boolean> {
    if (!(await isMine())) return false;
    touchedAt = Date.now();
    await utimes(path, new Date(), new Date());
    return true;
  }
  const beating = setInterval(() => void touch().catch(() => undefined), beat);
  beating.unref();
  return {
    // Others take the lock only after a silence.
    isHeld: async () => Math.abs(Date.now() - touchedAt) < patience / 2 || touch(),
    async release() {
      clearInterval(beating);
      if (await isMine()) await rm(path, { force: true });
    },
  };
}

const newToken = () => crypto.randomUUID();

/** @returns false if there is a lock */
async function create(path: string, holder: Holder): Promise<boolean> {
  try {
    await writeFile(path, JSON.stringify(holder), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function holderOf(text: string | undefined): (Partial<Holder> & { pid: number }) | undefined {
  try {
    const read = JSON.parse(text ?? '') as Partial<Holder> | null;
    return typeof read?.pid === 'number' ? { ...read, pid: read.pid } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if this process cannot know. */
async function isAlive(
  { pid, host, began }: Partial<Holder> & { pid: number },
  me: Holder,
): Promise<boolean | undefined> {
  if (host !== undefined && host !== me.host) return undefined;
  if (!exists(pid)) return false;
  const now = await beginningOf(pid);
  return now === undefined || began === undefined ? undefined : now === began;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** When a process began: the machine's start, and the ticks since (proc(5), field 22 of stat). Linux alone tells. */
async function beginningOf(pid: number): Promise<string | undefined> {
  try {
    const stats = await readFile(`/proc/${pid}/stat`, 'utf8');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // The second field is a name in parentheses, which may hold anything.
    const ticks = stats.slice(stats.lastIndexOf(')') + 2).split(' ')[19];
    return ticks === undefined ? undefined : `${boot.trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

/** Watch whether the holder touches the lock. */
async function isTouched(path: string, beat: number, patience: number): Promise<boolean> {
  const touchedAt = () =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
  const first = await touchedAt();
  for (let waited = 0; waited < patience; waited += beat) {
    await new Promise((resolve) => setTimeout(resolve, beat));
    if ((await touchedAt()) !== first) return true;
  }
  return false;
}

/** Remove the lock with this text. Two processes may try at once, so move it away first and look. */
async function removeLock(path: string, text: string): Promise<void> {
  const aside = `${path}.${newToken()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  const moved = await textOf(aside);
  // Another process has just taken the lock: give it back.
  if (moved !== undefined && moved !== text) await writeFile(path, moved, { flag: 'wx' }).catch(() => undefined);
  await rm(aside, { force: true });
}

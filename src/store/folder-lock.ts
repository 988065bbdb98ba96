import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, join, relative } from 'node:path';
import { FileStoreError } from './file-store-error.ts';

/** A folder that belongs to this process. */
export interface FolderLock {
  /** @returns false if the lock was removed, or a process that cannot see this one took the folder */
  isHeld(): Promise<boolean>;
  release(): Promise<void>;
}

/** Holds the socket of the process that has the folder. */
const heldBy = 'held-by';
/** Nobody listens there, and nobody ever will. */
const dead: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTDIR', 'ENOTSOCK']);
/** What file systems without sockets say. */
const noSockets: ReadonlySet<unknown> = new Set(['EPERM', 'EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP']);
/** Bytes of a socket's path on the systems that allow the fewest. Node cuts longer ones. */
const longestPath = 103;

/**
 * Take a folder for this process.
 *
 * The lock is a socket that listens. The kernel closes it when its process ends in any way, and keeps it while the process
 * stands still. So no process id, time or namespace counts.
 *
 * @throws {FileStoreError} `STORE_LOCKED` if a process has the folder, also this one
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (process.platform === 'win32') return lockName(folder);
  const handle = await open(folder, 'r');
  try {
    return await lockWithSocket(folder, process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : shortest(folder));
  } catch (error) {
    if (process.platform === 'linux' && noSockets.has(codeOf(error))) return await lockName(folder);
    throw error;
  } finally {
    await handle.close();
  }
}

/** @param near - a short path of the folder */
async function lockWithSocket(folder: string, near: string): Promise<FolderLock> {
  const held = join(folder, heldBy);
  const name = `${process.pid}.${crypto.randomUUID().slice(0, 8)}`;
  for (;;) {
    for (const other of await namesIn(held)) {
      if (await isListening(`${near}/${heldBy}/${other}`)) throw locked(folder, holderOf(other));
      // Names are unique, so this never removes the socket of a process that has just taken the folder.
      await rm(join(held, other), { force: true, recursive: true });
    }
    const mine = await mkdtemp(join(folder, 'opening-'));
    let server: Server | undefined;
    try {
      server = await listenAt(`${near}/${basename(mine)}/${name}`);
      // Of all who try, one succeeds: a directory replaces only an empty one. The others look again.
      await rename(mine, held);
      return lockOf(server, join(held, name));
    } catch (error) {
      if (server !== undefined) await closed(server);
      await rm(mine, { force: true, recursive: true });
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

function lockOf(server: Server, path: string): FolderLock {
  ours.add(basename(path));
  return {
    isHeld: async () => (await stat(path).catch(() => undefined)) !== undefined,
    async release() {
      ours.delete(basename(path));
      await rm(path, { force: true });
      await closed(server);
    },
  };
}

/** Listen at a name that belongs to no file: a named pipe of Windows, or an abstract socket of Linux. */
async function lockName(folder: string): Promise<FolderLock> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `elicitkit-${dev}-${ino}`;
  try {
    const server = await listenAt(process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`);
    return { isHeld: () => Promise.resolve(true), release: () => closed(server) };
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? locked(folder, 'Another process') : error;
  }
}

/** The names of the sockets that this process listens on. Its id says less: each container has a process 1. */
const ours = new Set<string>();

function holderOf(name: string): string {
  return ours.has(name) ? 'Another store of this process' : `Process ${name.split('.')[0]}`;
}

function locked(folder: string, who: string): FileStoreError {
  return new FileStoreError(
    'STORE_LOCKED',
    `${who} keeps its conversations in ${folder}. Stop it or close its store first, or use another folder: a folder belongs to one store.`,
  );
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

function shortest(folder: string): string {
  const near = relative(process.cwd(), folder) || '.';
  return near.length < folder.length ? near : folder;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

function listenAt(path: string): Promise<Server> {
  if (Buffer.byteLength(path) > longestPath) {
    throw new FileStoreError('STORE_FAILED', `${path} is too long for the name of a socket. Use a shorter path.`);
  }
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    // Not the primary process of a cluster listens, but this one.
    server.listen({ path, exclusive: true }, () => resolve(server.unref()));
  });
}

/** Also true if nobody can tell. */
function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', (error) => resolve(!dead.has(codeOf(error))));
  });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => void server.close(() => resolve()));
}

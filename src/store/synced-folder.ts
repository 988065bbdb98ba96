import { open } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** A new name in a folder outlives a loss of power only once the folder is synced. Windows syncs no folders. */
export async function syncFolder(folder: string): Promise<void> {
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
export async function syncParents(folder: string, created: string): Promise<void> {
  const first = dirname(resolve(created));
  for (let at = dirname(resolve(folder)); at.length >= first.length; at = dirname(at)) {
    await syncFolder(at);
    if (at === first) return;
  }
}

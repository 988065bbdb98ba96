import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * @param {string} folder
 * @returns {Set<string>} the paths of its files, such as `chat/index.html`
 */
export function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name))),
  );
}

/** The file that a server of static files gives for a path: `chat/` → `chat/index.html`. */
export const fileFor = (/** @type {string} */ path) => path.replace(/(^|\/)$/, '$1index.html');

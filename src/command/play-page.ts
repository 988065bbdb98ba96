import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathsIn } from '../mcp/read-mcp-apps.ts';
import { CommandError } from './command-error.ts';

/** A file of the page. */
export interface PageFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

/**
 * Read the page of `elicitkit play`, as it was built.
 *
 * @returns its files by their paths, such as `/play.js`
 * @throws {CommandError} `COMMAND_FILE` if it is not there
 */
export function readPage(folder = fileURLToPath(new URL('../play', import.meta.url))): ReadonlyMap<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const path of pathsIn(folder)) {
    const type = types[extname(path)];
    const address = path === 'index.html' ? '/' : `/${path}`;
    if (type !== undefined) files.set(address, { body: readFileSync(join(folder, path)), type });
  }
  if (files.has('/')) return files;
  throw new CommandError('COMMAND_FILE', `The page is missing in ${folder}. Install elicitkit again, or build it.`);
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

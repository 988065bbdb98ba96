import { resolve } from 'node:path';
import { build } from 'esbuild';
import { root } from '../doors.mjs';
import { scriptTarget } from './oldest.mjs';

/**
 * The lines of JavaScript that esbuild would have to rewrite for the oldest browsers, such as a regular expression with
 * a flag that one of them lacks. Those of other packages count: they come to the same page.
 *
 * @param {string[]} files - built entries
 * @returns {Promise<string[]>}
 */
export async function readGrammar(files) {
  const [written, lowered] = await Promise.all([bundle(files), bundle(files, scriptTarget)]);
  const known = new Set(lowered);
  return written.filter((line) => !known.has(line));
}

async function bundle(files, target) {
  const { outputFiles } = await build({
    entryPoints: files.map((file) => resolve(root, file)),
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'a-page',
    write: false,
    // Effection imports `node:process` if it exists.
    external: ['node:*'],
    ...(target && { target }),
    // esbuild lowers these for every target, since a new Unicode can add properties. Ours are old.
    supported: { 'regexp-unicode-property-escapes': true },
    logLevel: 'error',
  });
  return outputFiles.flatMap(({ text }) => text.split('\n'));
}

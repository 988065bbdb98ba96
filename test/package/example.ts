import { cpSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { install, root, temporaryFolder, writeFiles } from './project.ts';

/** What an example's build, install and runs leave in its folder. */
const made = new Set(['node_modules', 'package-lock.json', '.next', '.data', 'dist', 'next-env.d.ts']);

/** Copies an example into a folder of its own and installs it, with the packed package in place of the clone. */
export function installExample(name: string): string {
  const folder = temporaryFolder();
  cpSync(join(root, 'examples', name), folder, {
    recursive: true,
    filter: (source) => !made.has(basename(source)),
  });
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  manifest.dependencies['elicitkit'] = `file:${inject('tarball')}`;
  writeFiles(folder, { 'package.json': JSON.stringify(manifest) });
  return install(folder, []);
}

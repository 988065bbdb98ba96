import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inProject } from '../../scripts/pack.mjs';
import { bundlers, weigh } from '../../scripts/weigh.mjs';
import { temporaryFolder, writeFiles } from './project.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A text that is about as many kB when compressed, and next to nothing where the same text came before. */
const textOf = (kB: number) => randomBytes(kB * 1000).toString('hex');
const text = textOf(2);

/** A tarball of a package with our name. */
function packed(files: Readonly<Record<string, string>>): string {
  const manifest = { name: 'elicitkit', type: 'module', exports: './index.js', sideEffects: false };
  writeFiles(join(folder, 'package'), { 'package.json': JSON.stringify(manifest), ...files });
  const tarball = join(folder, 'elicitkit.tgz');
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package']);
  return tarball;
}

const weightOf = (bundler: keyof typeof bundlers, name: string, files: Readonly<Record<string, string>>) =>
  inProject(packed(files), (project) => weigh(bundler, project, { elicitkit: [name] }, []));

describe.each(Object.keys(bundlers) as (keyof typeof bundlers)[])('the weight by %s', (bundler) => {
  it('is of the packed package, with what it exports', async () => {
    const weight = await weightOf(bundler, 'one', { 'index.js': `export const one = '${text}';` });
    expect(weight).toBeGreaterThan(2);
    expect(weight).toBeLessThan(2.4);
  });

  it('adds up the chunks of the start, each compressed by itself, and not what loads later', async () => {
    const weight = await weightOf(bundler, 'both', {
      'index.js': `import { shared } from './shared.js';
        export const both = () => ['${text}', shared(), import('./later.js')];`,
      'later.js': `import { shared } from './shared.js'; export const later = () => ['${textOf(6)}', shared()];`,
      'shared.js': `export const shared = () => ['${textOf(2)}', globalThis];`,
    });
    expect(weight).toBeGreaterThan(4);
    // Vite's own code to load a chunk takes another kilobyte.
    expect(weight).toBeLessThan(6);
  });
});

import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

const folder = resolve('node_modules/.cache/elicitkit-run');
const answers = `${folder}/answers.json`;

beforeAll(async () => {
  await build({
    entryPoints: ['src/command/elicitkit.ts', 'test/command/asking-tool.ts'],
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@clack/prompts': 'a-package-that-is-not-installed' },
    outbase: '.',
    outdir: folder,
  });
  writeFileSync(`${folder}/package.json`, '{"type":"module","version":"1.2.3"}');
  writeFileSync(answers, '{"name":{"name":"Ada"}}');
});

describe('without a terminal, and without a library of prompts,', () => {
  it('a run with its answers ends with the result', async () => {
    expect(await runOf('test/command/asking-tool.js', '--answers', answers)).toMatchObject({ out: 'Hello Ada\n' });
  });

  it('a run without them says what to give', async () => {
    expect((await runOf('test/command/asking-tool.js')).said).toContain('Give the answer as "name"');
  });

  it('a file that is not there is named', async () => {
    expect((await runOf('none.js')).said).toContain('There is no file');
  });
});

/** What `elicitkit run` writes. */
function runOf(file: string, ...args: string[]): Promise<{ out: string; said: string }> {
  const all = [`${folder}/src/command/elicitkit.js`, 'run', `${folder}/${file}`, ...args];
  return new Promise((done) => execFile(process.execPath, all, (_, out, said) => done({ out, said })));
}

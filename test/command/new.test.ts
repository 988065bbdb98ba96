import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { main } from '../../src/command/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'elicitkit-new-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** What the command says, and its exit code. */
async function command(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [out, err] = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockReturnValue(true),
  );
  const code = await main(['new', ...args]);
  const said = (spy: typeof out) => (spy?.mock.calls ?? []).map(([text]) => String(text)).join('');
  return { code, out: said(out), err: said(err) };
}

const pathOf = (name: string) => join(folder, name);

interface Project {
  name: string;
  dependencies: Record<string, string>;
  scripts: Record<string, string>;
}
const projectIn = (path: string) => JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Project;
const version = projectIn('.') as unknown as { version: string };

describe('elicitkit new', () => {
  it.each([
    ['My App!', [], 'my-app', 'src/tool.ts'],
    ['a-page', ['--template', 'next'], 'a-page', 'src/app/page.tsx'],
    ['many', ['--example', 'cluster'], 'many', 'cluster.ts'],
  ])('puts an app into %s', async (name, options, called, file) => {
    const { code, out } = await command(pathOf(name), ...options);
    expect([code, out]).toEqual([0, expect.stringContaining('npm install')]);
    expect(out).toMatch(new RegExp(`^The app is in ${pathOf(name)}\\. Its README`));
    expect(readFileSync(join(pathOf(name), '.gitignore'), 'utf8')).toMatch(/^node_modules$/m);
    expect(readdirSync(pathOf(name))).not.toContain('gitignore');
    expect(existsSync(join(pathOf(name), file))).toBe(true);
    expect(readdirSync(pathOf(name))).not.toContain('node_modules');
    const project = projectIn(pathOf(name));
    expect([project.name, project.dependencies['elicitkit']]).toEqual([called, `^${version.version}`]);
  });

  it.each(['My App', "it's", 'a"b', 'a$b`c', 'a;b', 'back\\slash', 'ünï cöde', '日本', '.hidden'])(
    'says how to go into %s, in words that a shell takes',
    async (name) => {
      const within = mkdtempSync(pathOf('odd-'));
      const { out } = await command(join(within, name));
      const [, cd = ''] = /^  (cd .*)$/m.exec(out) ?? [];
      expect(execFileSync('sh', ['-c', `${cd} && pwd`], { encoding: 'utf8' })).toBe(`${join(within, name)}\n`);
      expect(projectIn(join(within, name)).name).toMatch(/^[a-z\d]+(-[a-z\d]+)*$/);
    },
  );

  it('keeps the letters of a name without their accents', async () => {
    await command(pathOf('Ünï cödé'));
    expect(projectIn(pathOf('Ünï cödé')).name).toBe('uni-code');
  });

  it('quotes for the shells of Windows there', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform')!;
    onTestFinished(() => void Object.defineProperty(process, 'platform', platform));
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    const { out } = await command(pathOf("Ann's App"));
    expect(out).toContain(`\n  cd "${pathOf("Ann's App")}"\n`);
  });

  it.each(['file', 'file/app'])('says that %s cannot be a folder', async (name) => {
    const within = mkdtempSync(pathOf('taken-'));
    writeFileSync(join(within, 'file'), 'mine');
    const { code, err } = await command(join(within, name));
    expect([code, err]).toEqual([1, expect.stringMatching(/cannot be a folder: E.*Name another one\.\n$/)]);
    expect(err).not.toContain('\n    at ');
  });

  it('wants a name', async () => {
    expect(await command('')).toMatchObject({ code: 2, err: expect.stringContaining('Name one folder.') });
  });

  it.each(readdirSync('examples'))('says in the README of %s what to do where it stands alone', async (example) => {
    expect((await command(pathOf(`of-${example}`), '--example', example)).code).toBe(0);
    const readme = readFileSync(join(pathOf(`of-${example}`), 'README.md'), 'utf8');
    expect(readme).toMatch(/In this folder[^`]*```sh\nnpm install\n(?!npm install)/);
    expect(readme).not.toMatch(/clone of this|npm ci|\]\(\.\./);
    for (const [, path = ''] of readme.matchAll(/\]\(node_modules\/elicitkit\/(\S+?)\)/g)) {
      expect(existsSync(path)).toBe(true);
    }
  });

  it.each(['--template vite', '--template next', ...readdirSync('examples').map((name) => `--example ${name}`)])(
    'says how to run an app of %s before it was built',
    async (option) => {
      const path = pathOf(`runs${option.replace(' ', '-')}`);
      const { out } = await command(path, ...option.split(' '));
      const { scripts } = projectIn(path);
      const [, said = ''] = /npm install\n  npm (?:run )?(\w+)\n$/.exec(out) ?? [];
      expect(scripts[said]).toMatch(/^(?!next start)./);
      expect(readFileSync(join(path, 'README.md'), 'utf8')).toMatch(new RegExp(`npm (run )?${said}\\b`));
    },
  );

  it('touches no folder that holds something', async () => {
    const full = mkdtempSync(pathOf('full-'));
    writeFileSync(join(full, 'mine.txt'), 'mine');
    const { code, err } = await command(full);
    expect([code, err]).toEqual([1, expect.stringContaining('is not empty')]);
    expect(readdirSync(full)).toEqual(['mine.txt']);
  });

  it.each([
    [['--template', 'svelte'], 'There is no "svelte" among the templates: next, vite.'],
    [['--template', 'shared'], 'There is no "shared"'],
    [['--example', '../src'], 'There is no "../src" among the examples'],
    [['--template', 'vite', '--example', 'ask'], 'not both'],
  ])('says what there is for %j', async (options, words) => {
    const path = pathOf('unborn');
    const { code, err } = await command(path, ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    expect(existsSync(path)).toBe(false);
  });
});

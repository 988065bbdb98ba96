import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { openPty } from '../terminal/pty.ts';
import { installExample } from './example.ts';
import { root, run } from './project.ts';

let folder: string;
beforeAll(() => {
  folder = installExample('ask');
});

// Node runs TypeScript itself from 22.18 on.
const isRunByNode = Boolean((process.features as { typescript?: unknown }).typescript);

const elicitkit = (...args: string[]) => openPty(join(folder, 'node_modules/.bin/elicitkit'), args, folder);

it('the installed command runs a TypeScript file in a terminal', async () => {
  const terminal = elicitkit('run', 'kitchen-sink.ts', 'log_in', '--param', 'name=Ada');
  await terminal.enters('The password of Ada?', 'horse');
  await terminal.sees('Ada is logged in with 5 letters.');
  expect(await terminal.ends()).toBe(0);
});

// Node that runs TypeScript itself goes by the type. tsx makes CommonJS of the file.
it.each(isRunByNode ? ['none'] : ['none', 'commonjs'])(
  'a TypeScript file runs in a package of type %s',
  async (type) => {
    const inner = join(folder, type);
    mkdirSync(inner);
    writeFileSync(join(inner, 'package.json'), JSON.stringify(type === 'none' ? {} : { type }));
    copyFileSync(join(folder, 'kitchen-sink.ts'), join(inner, 'kitchen-sink.ts'));
    const terminal = elicitkit('run', `${inner}/kitchen-sink.ts`, 'log_in', '--param', 'name=Ada');
    await terminal.enters('The password of Ada?', 'horse');
    await terminal.sees('Ada is logged in with 5 letters.');
    expect(await terminal.ends()).toBe(0);
  },
);

it('a Node that runs TypeScript itself finds what the file imports without an ending, where tsx is there', async () => {
  const node = run('npx', ['-y', '-p', 'node@24', 'node', '-p', 'process.execPath'], root).trim();
  writeFileSync(join(folder, 'all-tools.ts'), "export * from './kitchen-sink';\n");
  const command = join(folder, 'node_modules/.bin/elicitkit');
  const loggingIn = () => openPty(node, [command, 'run', 'all-tools.ts', 'log_in', '--param', 'name=Ada'], folder);
  const terminal = loggingIn();
  await terminal.enters('The password of Ada?', 'horse');
  await terminal.sees('Ada is logged in with 5 letters.');
  expect(await terminal.ends()).toBe(0);

  renameSync(join(folder, 'node_modules/tsx'), join(folder, 'tsx'));
  const withoutTsx = loggingIn();
  await withoutTsx.sees("Node wants endings: write 'kitchen-sink.ts' where 'kitchen-sink' is imported. Or install tsx");
  expect(await withoutTsx.ends()).toBe(1);
  renameSync(join(folder, 'tsx'), join(folder, 'node_modules/tsx'));
});

it('the installed command names a package that is missing', async () => {
  const missing = readdirSync(join(folder, 'node_modules')).filter((name) => name === 'tsx' || name === '@clack');
  expect(missing).toEqual(['@clack', 'tsx']);

  rmSync(join(folder, 'node_modules/@clack'), { recursive: true });
  const withoutPrompts = elicitkit('run', 'kitchen-sink.ts', 'log_in', '--param', 'name=Ada');
  await withoutPrompts.sees('This needs the package @clack/prompts. Install it: npm install @clack/prompts');
  expect(await withoutPrompts.ends()).toBe(1);

  rmSync(join(folder, 'node_modules/tsx'), { recursive: true });
  const withoutTsx = elicitkit('serve', 'kitchen-sink.ts', '--http', '0');
  await withoutTsx.sees(isRunByNode ? 'Serving' : 'Or install tsx: npm install -D tsx');
  if (isRunByNode) withoutTsx.press('\u0003');
  expect(await withoutTsx.ends()).toBe(isRunByNode ? 0 : 1);
});

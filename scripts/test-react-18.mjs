// Runs the tests of components and outlet on React 18, after installing it beside them. Passes further arguments to
// vitest: `npm run test:react-18 -- test/ui/seat-picker.test.tsx`.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { root } from './doors.mjs';

const folder = `${root}test/react-18/`;

if (!isInstalled()) run('npm', ['ci', '--ignore-scripts'], folder);
run(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/react-18/vitest.config.ts', ...process.argv.slice(2)],
  root,
);

function isInstalled() {
  const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'));
  return Object.entries(dependencies).every(([name, version]) => {
    const file = `${folder}node_modules/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  });
}

function run(command, args, cwd) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

// Builds the API reference of every export, from the doc comments, as pages in api-docs: npm run docs:api
// The generator lives in this folder with its own lockfile, and is installed on first use.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('.', import.meta.url));

if (!existsSync(`${cwd}node_modules/typedoc`)) run('npm', ['ci', '--no-audit', '--no-fund']);
run(process.execPath, ['node_modules/typedoc/bin/typedoc', '--options', 'typedoc.json', ...process.argv.slice(2)]);

/**
 * @param {string} command
 * @param {string[]} args
 */
function run(command, args) {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
}

// The documents as a site: `npm run docs` builds site/dist, with the API reference, and checks it. It needs a built
// package. `npm run docs:serve` serves what was built. Astro lives in site/ with its own lock, and is installed on first
// use. DOCS_URL, such as https://a.example/elicitkit/, says where the site will lie.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { base } from '../site/address.mjs';
import { checkDocsSite } from './check-docs-site.mjs';
import { root } from './doors.mjs';
import { serveFolder } from './serve-folder.mjs';

const site = `${root}site/`;

if (process.argv[2] === 'serve') {
  if (!existsSync(`${site}dist/index.html`)) throw new Error('There is no site in site/dist. Build it: npm run docs');
  const { url } = await serveFolder(`${site}dist`, base);
  console.log(`The documents: ${url}`);
} else {
  if (!isInstalled()) run(site, 'npm', ['ci', '--no-audit', '--no-fund']);
  const api = ['--out', `${site}public/api`, '--titleLink', base];
  run(root, process.execPath, ['scripts/api/build.mjs', ...api]);
  // `--force`: what Astro keeps of an earlier build knows nothing of changes of the plugins.
  run(site, process.execPath, ['node_modules/astro/astro.js', 'build', '--force']);
  await checkDocsSite(`${site}dist`, base);
  console.log('The site is in site/dist. See it: npm run docs:serve');
}

/** Whether the packages are there, and were installed after the lock was changed. */
function isInstalled() {
  const installed = `${site}node_modules/.package-lock.json`;
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(`${site}package-lock.json`).mtimeMs;
}

/**
 * @param {string} cwd
 * @param {string} command
 * @param {string[]} args
 */
function run(cwd, command, args) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  const { status } = spawnSync(command, args, { cwd, env, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(1);
}

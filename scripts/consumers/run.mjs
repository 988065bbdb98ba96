// Installs the packed package as an app does, and uses it on each runtime and with each bundler that npm has:
// `npm run consumers`, or `npm run consumers -- bun vite` for some.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { readPackage } from '../doors.mjs';
import { launchOptions } from '../ensure-browsers.mjs';
import { withTarball } from '../pack.mjs';
import { serveFolder } from '../serve-folder.mjs';

const html =
  '<!doctype html><title>Waiting</title><div id="root"></div><script type="module" src="./main.js"></script>';
/** Each runtime: its package, and what starts a file. */
const runtimes = {
  'node-20': ['node@20', 'node'],
  'node-22': ['node@22', 'node'],
  'node-24': ['node@24', 'node'],
  bun: ['bun@1.4.5', 'bun'],
  deno: ['deno@2.9.6', 'deno', 'run', '-A'],
};
/** Each bundler: its packages, a configuration, and its command. The page is in `<name>/main.js`. */
const bundlers = {
  webpack: {
    packages: ['webpack@5.113.0', 'webpack-cli@7.3.1', 'css-loader@7.1.5', 'style-loader@4.0.0'],
    files: { 'webpack.config.mjs': packing('webpack') },
    command: ['webpack'],
  },
  rspack: {
    packages: ['@rspack/core@2.3.3', '@rspack/cli@2.2.8', 'css-loader@7.1.5', 'style-loader@4.0.0'],
    files: { 'rspack.config.mjs': packing('rspack') },
    command: ['rspack', 'build'],
  },
  vite: {
    packages: ['vite'],
    files: {
      'vite.config.js': `export default { build: { outDir: 'vite', emptyOutDir: false, rolldownOptions: { input: 'page.jsx', output: { entryFileNames: 'main.js' } } } };`,
    },
    command: ['vite', 'build'],
  },
  esbuild: {
    packages: ['esbuild'],
    files: {},
    command:
      'esbuild page.jsx --bundle --format=esm --splitting --outdir=esbuild --entry-names=main --external:node:process'.split(
        ' ',
      ),
  },
};

const asked = process.argv.slice(2);
const names = [...Object.keys(runtimes), ...Object.keys(bundlers)].filter(
  (name) => asked.length === 0 || asked.includes(name),
);
const failed = [];
await withTarball(async (tarball) => {
  for (const name of names) {
    const project = realpathSync(mkdtempSync(join(tmpdir(), `elicitkit-${name}-`)));
    try {
      const started = Date.now();
      await (name in runtimes ? runs(project, tarball, runtimes[name]) : builds(project, tarball, name));
      console.log(`passed ${name}, ${Math.round((Date.now() - started) / 1000)} s`);
    } catch (error) {
      failed.push(name);
      console.log(`FAILED ${name}: ${error.message}\n${error.stdout ?? ''}${error.stderr ?? ''}`);
    } finally {
      rmSync(project, { recursive: true, force: true });
    }
  }
});
console.log(`${names.length - failed.length} passed, ${failed.length} failed`);
if (failed.length > 0) process.exitCode = 1;

/** A conversation on a runtime. */
function runs(project, tarball, [runtime, ...command]) {
  install(project, tarball, [runtime]);
  const said = run(project, [...command, 'talk.mjs']);
  if (!said.includes('Told: Hello Ada')) throw new Error(`It said: ${said}`);
}

/** A page of a bundler, with a person on it. */
async function builds(project, tarball, name) {
  const { packages, files, command } = bundlers[name];
  const { devDependencies } = readPackage();
  const named = ['react', 'react-dom', ...packages].map((one) => withVersion(one, devDependencies[one]));
  install(project, tarball, named);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(project, file), text);
  run(project, command);
  mkdirSync(join(project, name), { recursive: true });
  writeFileSync(join(project, name, 'index.html'), html);
  const { url, close } = await serveFolder(join(project, name), '/');
  const browser = await chromium.launch(launchOptions());
  try {
    const page = await browser.newPage();
    await page.goto(url);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.waitForFunction(() => document.title === '{"action":"accept","content":{"confirmed":true}}');
  } finally {
    await browser.close();
    close();
  }
}

function withVersion(name, version) {
  return version === undefined ? name : `${name}@${version}`;
}

function install(project, tarball, packages) {
  const { devDependencies } = readPackage();
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'app', private: true, type: 'module' }));
  cpSync(fileURLToPath(new URL('.', import.meta.url)), project, { recursive: true });
  const peers = ['effection', 'zod'].map((peer) => `${peer}@${devDependencies[peer]}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', tarball, ...peers, ...packages], {
    cwd: project,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

function run(project, [command, ...options]) {
  const file = join(project, 'node_modules/.bin', command);
  return execFileSync(file, options, { cwd: project, encoding: 'utf8', stdio: 'pipe', timeout: 120_000 });
}

/** A configuration of webpack, which Rspack reads, too. @param {string} folder */
function packing(folder) {
  return `export default {
    mode: 'production',
    entry: './page.jsx',
    output: { path: import.meta.dirname + '/${folder}', filename: 'main.js', publicPath: '/' },
    module: { rules: [{ test: /\\.css$/, use: ['style-loader', 'css-loader'] }] },
  };`;
}

// What real hosts make of our questions: `run.mjs [host]…` installs each in the system's temporary folder, runs it beside
// a scripted model on this machine, has a person's keys pressed, and reads its screen. With all hosts, it writes
// docs/hosts.md. It measures dist: run `npm run build` first.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../doors.mjs';
import { libraryHosts, runLibrary } from './library-hosts.mjs';
import { openModel } from './models.mjs';
import { answerAll } from './person.mjs';
import { keys, openScreen } from './screen.mjs';
import { hostsPage } from './page.mjs';
import { terminalHosts } from './terminal-hosts.mjs';

const xterm = '@xterm/headless@6.0.0';
/** Hosts that nothing here starts yet. */
const notWritten = ['VS Code', 'Goose', 'mcp-use'].map((name) => ({
  name,
  notRun: '`scripts/hosts` does not start it yet.',
}));
const asked = process.argv.slice(2);
/** `HOSTS_FOLDER` keeps what is installed for the next run. */
const kept = process.env.HOSTS_FOLDER;
const scratch = kept ?? mkdtempSync(join(tmpdir(), 'elicitkit-hosts-'));
const command = join(root, 'dist/command/elicitkit.js');
const servers = {
  doctor: { command: process.execPath, args: [command, 'doctor', '--stdio'] },
  airline: { command: process.execPath, args: [command, 'serve', join(root, 'scripts/hosts/booking.mjs'), '--stdio'] },
};

writeFileSync(join(scratch, 'package.json'), JSON.stringify({ name: 'hosts', private: true, type: 'module' }));
install(xterm);
const found = [];
for (const host of [...terminalHosts, ...libraryHosts]) {
  if (asked.length > 0 && !asked.includes(host.name)) continue;
  const { name, version } = host;
  let report;
  try {
    install(`${host.package}@${version}`, ...(host.beside ?? []));
    report = await (host.call ? runLibrary(host, scratch, servers) : runHost(host));
  } catch (error) {
    report = { notRun: error.message.split('\n')[0] };
  }
  found.push({ name, version, isLibrary: host.call !== undefined, hasPrompt: host.ready !== undefined, ...report });
  console.log(`${name} ${version}:`, report.notRun ?? report.results);
}
if (asked.length === 0) {
  writeFileSync(join(root, 'docs/hosts.md'), hostsPage([...found, ...notWritten]));
  execFileSync('npx', ['oxfmt', 'docs/hosts.md'], { cwd: root });
}
// A host that says less than before is no fault of ours. One that says nothing at all is one of this script.
const silent = found.filter(({ results }) => results?.doctor === undefined && results !== undefined);
if (silent.length > 0) console.error(`Nothing came of ${silent.map(({ name }) => name).join(', ')}.`);
// A program may still write there.
if (kept === undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
process.exit(silent.length > 0 ? 1 : 0);

function install(...specs) {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...specs], { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Start a host for each tool, and answer what it asks. */
async function runHost(host) {
  const results = {};
  const seen = {};
  for (const tool of ['doctor', 'book_flight']) {
    const model = await openModel();
    const folder = (what) => {
      const path = join(scratch, `${host.package.replace(/\W+/g, '-')}-${what}`);
      mkdirSync(path, { recursive: true });
      return path;
    };
    const [home, cwd] = [folder('home'), folder('work')];
    const bin = join(scratch, 'node_modules/.bin');
    const given = { bin, cwd, home, model: model.url, servers, prompt: `CALL ${tool}` };
    const { command: program, args, env } = host.start(given);
    // There is no browser for a page, and no key of anybody.
    const bare = { PATH: process.env.PATH, TERM: 'xterm-256color', HOME: home, BROWSER: 'true' };
    const screen = openScreen(scratch, program, args, { cwd, env: { ...bare, ...env } });
    try {
      if (host.ready) {
        if (!(await screen.sees(host.ready, 30))) throw new Error(`It did not start: ${screen.text().slice(-200)}`);
        await screen.press(given.prompt);
        // Some take what comes at once for something pasted.
        await sleep(1500);
        await screen.press(keys.enter);
      }
      Object.assign(seen, await answerAll(screen, host, () => model.results.length > 0));
      if (process.env.HOSTS_DEBUG) console.log(screen.text(), model.requests.map(({ path }) => path).join(' '));
      results[tool] = model.results[0];
    } finally {
      screen.close();
      model.close();
    }
  }
  return { results, seen };
}

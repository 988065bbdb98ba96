// Our apps in the MCP Inspector's web page: `npm run inspector` installs it in the system's temporary folder, serves the
// tools of test/inspector to it, and runs the tests there. It measures dist: run `npm run build` first.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { falseApps } from '../test/inspector/false-apps.mjs';
import { root } from './doors.mjs';

const version = '2.12.0';
/** `HOSTS_FOLDER` keeps what is installed for the next run. */
const kept = process.env.HOSTS_FOLDER;
const scratch = kept ?? mkdtempSync(join(tmpdir(), 'elicitkit-inspector-'));
const command = join(root, 'dist/command/elicitkit.js');
const apps = join(scratch, 'apps');
const children = [];

writeFileSync(join(scratch, 'package.json'), JSON.stringify({ name: 'inspector', private: true, type: 'module' }));
// The Inspector needs a newer Node than we do.
const packages = [`@modelcontextprotocol/inspector@${version}`, 'node@22'];
run('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], scratch);
run(process.execPath, [command, 'apps', 'build', join(root, 'test/inspector/plugins.jsx'), '--out', apps]);
for (const [tool, html] of Object.entries(falseApps)) {
  mkdirSync(join(apps, tool), { recursive: true });
  writeFileSync(join(apps, tool, 'pick.html'), html);
}

const tools = join(root, 'test/inspector/tools.mjs');
const url = await start(process.execPath, [command, 'serve', tools, '--http', '0', '--apps', apps], /http:\S+\/mcp/);
const server = { type: 'streamable-http', url };
const session = join(scratch, 'session.json');
const without = { 'io.modelcontextprotocol/ui': false };
const servers = {
  legacy: { ...server, protocolEra: 'legacy' },
  modern: { ...server, protocolEra: 'modern' },
  plain: { ...server, advertisedExtensions: without },
};
writeFileSync(session, JSON.stringify({ mcpServers: servers }));
const launcher = join(scratch, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const page = await start(
  join(scratch, 'node_modules/.bin/node'),
  [launcher, '--web', '--config', session],
  /http:\S+\?MCP_\S+/,
  {
    // The person's own servers and keys are not touched.
    HOME: scratch,
    MCP_STORAGE_DIR: join(scratch, 'storage'),
    MCP_INSPECTOR_SECRET_STORE: 'memory',
    MCP_AUTO_OPEN_ENABLED: 'false',
  },
);
const config = join(root, 'test/inspector/playwright.config.ts');
const playwright = join(root, 'node_modules/@playwright/test/cli.js');
const { status } = spawnSync(process.execPath, [playwright, 'test', '--config', config, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, INSPECTOR_URL: page },
});
await Promise.all(
  children.map((child) => {
    const ended = once(child, 'exit');
    child.kill();
    return ended;
  }),
);
if (kept === undefined) rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
process.exit(status ?? 1);

function run(program, args, cwd = root) {
  if (spawnSync(program, args, { cwd, stdio: 'inherit' }).status !== 0) process.exit(1);
}

/** Start a server. @returns the address that it prints */
function start(program, args, address, env = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...env } });
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (data) => {
      said += String(data);
      const [found] = address.exec(said) ?? [];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}.`)));
  });
}

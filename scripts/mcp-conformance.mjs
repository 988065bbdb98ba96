// Runs MCP's conformance suite against both sides: its client scenarios against our connection, and all of its server
// scenarios against an endpoint of ours. Then the Inspector books a flight there. Suite and Inspector need Node 22 or
// later, so npm fetches one, with both, into a temporary folder.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bookWithInspector } from './mcp-conformance-inspector.mjs';

const suite = '0.2.0-alpha.12';
const inspector = '2.12.0';
const node = '22.23.3';

/** Each client scenario with the revision to run it in. */
const scenarios = [
  ['initialize', '2025-06-18'],
  ['initialize', '2025-11-25'],
  ['tools_call', '2025-06-18'],
  ['tools_call', '2025-11-25'],
  ['tools_call', '2026-07-28'],
  ['elicitation-sep1034-client-defaults', '2025-11-25'],
  ['sep-2322-client-request-state', '2026-07-28'],
  ['request-metadata', '2026-07-28'],
  ['http-standard-headers', '2026-07-28'],
  ['http-custom-headers', '2026-07-28'],
  ['http-invalid-tool-headers', '2026-07-28'],
  ['sse-retry', '2025-11-25'],
  ['json-schema-ref-no-deref', '2026-07-28'],
  ['json-schema-2020-12-preservation', '2025-11-25'],
  ['json-schema-2020-12-preservation', '2026-07-28'],
];

/** How many checks of the server each revision has. A check that is gone was not passed. */
const serverChecks = { '2025-03-26': 3, '2025-06-18': 56, '2025-11-25': 84, '2026-07-28': 152 };

/**
 * What the suite only recommends, and we refuse: it sends an answer with the call itself, without the state of a
 * question. One answer could then count for two calls. The person is asked instead, as for any answer without a state.
 */
const refused = new Set(['sep-2322-ignore-unexpected-params']);

/** What npm installed stays for the next run. */
const home = join(tmpdir(), `elicitkit-conformance-${suite}-${inspector}-${node}`);
const modules = join(home, 'node_modules');
const own = join(modules, 'node/bin/node');
const cli = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
if (!existsSync(join(modules, '@modelcontextprotocol/inspector'))) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  install(`@modelcontextprotocol/conformance@${suite}`, `node@${node}`);
  // It wants to install its other clients, too.
  install('--ignore-scripts', `@modelcontextprotocol/inspector@${inspector}`);
}

/** What a run writes. */
const notes = mkdtempSync(join(tmpdir(), 'elicitkit-conformance-run-'));
const failures = scenarios.filter(([scenario, revision]) => !runClient(scenario, revision)).length;
const isServed = await runServer();
rmSync(notes, { recursive: true, force: true });
console.log(`Client: ${scenarios.length - failures} of ${scenarios.length} runs passed.`);
process.exit(failures === 0 && isServed ? 0 : 1);

function install(...packages) {
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, ...packages], { stdio: 'inherit' });
}

function runClient(scenario, revision) {
  const command = `${own} --no-warnings ${beside('mcp-conformance-driver.ts')}`;
  const options = ['client', '--scenario', scenario, '--spec-version', revision, '--command', command];
  const { status, stdout, stderr } = spawnSync(own, [cli, ...options], { encoding: 'utf8' });
  // The suite's own count of checks. Some scenarios end without one.
  const checks = /Passed: (\d+\/\d+)/.exec(stdout + stderr)?.[1];
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${scenario} (${revision})${checks ? `: ${checks} checks` : ''}`);
  if (status !== 0) console.log(stdout, stderr);
  return status === 0;
}

/** Start the server, and run all that calls it. */
async function runServer() {
  const log = join(notes, 'server.log');
  const server = spawn(own, ['--no-warnings', beside('mcp-conformance-server.ts')], {
    stdio: ['pipe', 'pipe', openSync(log, 'w')],
  });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const { value: address } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
    if (address === undefined) throw new Error('The server did not start.');
    const checked = Object.keys(serverChecks).map((revision) => checkServer(address, revision));
    const booked = ['legacy', 'modern'].map((era) =>
      bookWithInspector({ own, modules, storage: join(notes, era), address, era }),
    );
    if (checked.every(Boolean) && booked.every(Boolean)) return true;
  } catch (error) {
    console.log(error);
  } finally {
    server.stdin.end();
    await ended;
  }
  console.log(readFileSync(log, 'utf8'));
  return false;
}

function checkServer(address, revision) {
  const results = join(notes, revision);
  const options = ['server', '--url', address, '--spec-version', revision, '--suite', 'all', '-o', results];
  const { status, stdout, stderr } = spawnSync(own, [cli, ...options], { encoding: 'utf8' });
  const checks = readdirSync(results)
    .flatMap((scenario) => JSON.parse(readFileSync(join(results, scenario, 'checks.json'), 'utf8')))
    .filter((check) => check.status !== 'INFO');
  const others = checks.filter((check) => check.status !== 'SUCCESS');
  const failed = others.filter((check) => check.status !== 'WARNING' || !refused.has(check.id));
  const isPassed = status === 0 && failed.length === 0 && checks.length === serverChecks[revision];
  const counts = `${checks.length - others.length} passed, ${failed.length} failed, ${others.length - failed.length} refused`;
  console.log(`${isPassed ? 'passed' : 'FAILED'}  server (${revision}): ${checks.length} checks: ${counts}`);
  for (const { id, status: kind, errorMessage } of failed) console.log(`        ${kind} ${id}: ${errorMessage ?? ''}`);
  if (!isPassed && failed.length === 0) console.log(`        wanted ${serverChecks[revision]} checks`, stdout, stderr);
  return isPassed;
}

function beside(file) {
  return fileURLToPath(new URL(file, import.meta.url));
}

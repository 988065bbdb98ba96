// Runs client scenarios of MCP's conformance suite against our connection: elicitation, multi-round-trip requests, and
// the rest that a call needs. The suite needs Node 22 or later, so npm fetches one, with the suite, into a temporary
// folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const suite = '0.2.0-alpha.12';
const node = '22.23.3';
/** Each scenario with the revision to run it in. */
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

const home = join(tmpdir(), `elicitkit-conformance-${suite}-${node}`);
const modules = join(home, 'node_modules');
if (!existsSync(join(modules, 'node/bin/node'))) {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const packages = [`@modelcontextprotocol/conformance@${suite}`, `node@${node}`];
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', home, ...packages], { stdio: 'inherit' });
}

const driver = fileURLToPath(new URL('mcp-conformance-driver.ts', import.meta.url));
const own = join(modules, 'node/bin/node');
const failed = scenarios.filter(([scenario, revision]) => {
  const command = `${own} --no-warnings ${driver}`;
  const cli = join(modules, '@modelcontextprotocol/conformance/dist/index.js');
  const options = ['client', '--scenario', scenario, '--spec-version', revision, '--command', command];
  const { status, stdout, stderr } = spawnSync(own, [cli, ...options], { encoding: 'utf8' });
  // The suite's own count of checks. Some scenarios end without one.
  const checks = /Passed: (\d+\/\d+)/.exec(stdout + stderr)?.[1];
  console.log(`${status === 0 ? 'passed' : 'FAILED'}  ${scenario} (${revision})${checks ? `: ${checks} checks` : ''}`);
  if (status !== 0) console.log(stdout, stderr);
  return status !== 0;
});
console.log(`${scenarios.length - failed.length} of ${scenarios.length} runs passed.`);
process.exit(failed.length === 0 ? 0 : 1);

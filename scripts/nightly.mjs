// The steps of .ci/nightly: `nightly.mjs [step]…` runs all of them or those asked for, prints a line for each, and
// writes it to docs/nightly.md, which keeps the last line of every other step. What a step prints goes to a file of the
// system's temporary folder.
import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './doors.mjs';

/** Each step's command and the reports that it writes. */
const steps = {
  models: { what: 'Random tests at full length, and soaks', command: 'npm run soak', reports: ['soak'] },
  frameworks: {
    what: 'Next, AG-UI, AI SDK, assistant-ui, LangGraph, Mastra, Restate',
    command: 'npm run test:frameworks',
  },
  node: {
    what: 'All unit tests on Node 22 and 24',
    command: 'npm run test:node -- --all',
    reports: ['node-22', 'node-24'],
  },
  'react-18': { what: 'Outlet and components on React 18', command: 'npm run test:react-18' },
  conformance: { what: "MCP's conformance suite and Inspector", command: 'npm run conformance', reports: [] },
  hosts: { what: 'Real hosts of MCP, in a terminal', command: 'npm run hosts', reports: [] },
  inspector: { what: "Our apps in the MCP Inspector's page", command: 'npm run inspector', reports: [] },
  copilotkit: { what: 'CopilotKit', command: 'npm run copilotkit', reports: [] },
  consumers: {
    what: 'The packed package on Node 20, 22, 24, Bun and Deno; by webpack, Rspack, Vite and esbuild',
    command: 'npm run consumers',
    reports: [],
  },
  docs: { what: 'The documentation site', command: 'npm run docs', reports: [] },
  engines: { what: 'Three engines, first time', command: 'npm run test:engines' },
  engines2: { what: 'Three engines, second time', command: 'npm run test:engines' },
  engines3: { what: 'Three engines, third time', command: 'npm run test:engines' },
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in steps));
if (unknown.length > 0)
  throw new Error(`There is no step ${unknown.join(', ')}, only ${Object.keys(steps).join(', ')}.`);
const folder = mkdtempSync(join(tmpdir(), 'elicitkit-nightly-'));
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
// The page itself changes with each step.
const isChanged = git('status', '--porcelain', '--', '.', ':!docs/nightly.md') !== '';
const at = git('rev-parse', '--short=12', 'HEAD') + (isChanged ? ' with changes' : '');

const page = `${root}docs/nightly.md`;
/** The last line of each step, by its command and what it is. */
const rows = new Map(
  readFileSync(page, 'utf8')
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells.length === 9)
    .map(([, what, ...cells]) => [what, cells.slice(0, -1)]),
);
for (const [name, { what, command, reports = [name] }] of Object.entries(steps)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'w');
  const start = Date.now();
  const { status } = spawnSync('bash', ['-c', command], {
    cwd: root,
    stdio: ['ignore', output, output],
    env: { ...process.env, CI: 'true', TEST_REPORTS: folder, TEST_REPORT: name },
  });
  closeSync(output);
  const minutes = ((Date.now() - start) / 60_000).toFixed(1);
  const counts = countsOf(reports);
  const when = new Date().toISOString().slice(0, 10);
  rows.set(what, [`\`${command}\``, status === 0 ? 'passed' : '**failed**', counts, minutes, when, `\`${at}\``]);
  // After each step: one that is interrupted loses nothing of the others.
  writePage();
  console.log(`${status === 0 ? 'passed' : 'FAILED'} ${name}: ${counts || 'no counts'}, ${minutes} min, ${log}`);
  if (status !== 0) process.exitCode = 1;
}

/** All steps, in their order. A step that never ran says so. */
function writePage() {
  const lines = Object.values(steps).map(({ what, command }) => {
    const cells = rows.get(what) ?? [`\`${command}\``, 'not run yet', '', '', '', ''];
    return `| ${[what, ...cells].join(' | ')} |`;
  });
  writeFileSync(
    page,
    `# The long tests, last run

\`.ci/nightly\` writes this page. It runs what takes too long for each change. Node ${process.versions.node}, ${availableParallelism()} cores.

| What | Command | Result | Tests | Minutes | Day | Commit |
| ---- | ------- | ------ | ----- | ------- | --- | ------ |
${lines.join('\n')}
`,
  );
  spawnSync('npx', ['oxfmt', 'docs/nightly.md'], { cwd: root });
}

/** Such as "1,200 passed, 1 failed", from what the tests reported. */
function countsOf(names) {
  const files = names.map((name) => join(folder, `${name}.json`)).filter((file) => existsSync(file));
  if (files.length === 0) return '';
  const found = files.map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const sum = (key) => found.reduce((total, report) => total + report[key], 0).toLocaleString('en-US');
  return `${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed`;
}

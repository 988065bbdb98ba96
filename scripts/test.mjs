// Runs the tests: `test.mjs` those that a change breaks most often, `--rest` the others, `--all` both. Prints what it
// leaves out. The names are those of the projects in vite.config.ts and playwright.config.ts.
import { spawnSync } from 'node:child_process';
import { root } from './doors.mjs';

const first = {
  report: 'first',
  vitest: ['unit', 'unit alone', 'docs', 'types', 'browser', 'browser alone', 'stories'],
  playwright: ['flows'],
};
const rest = {
  report: 'rest',
  vitest: ['unit at length', 'looks', 'stories in de', 'stories in ar', 'engines', 'package'],
  playwright: ['flows at length', 'screenshots'],
};
const leftOut = `
Left out, and run by \`npm run test:all\`:
- stories in German and Arabic, and their pictures
- the components in other style sheets, languages and sizes, and the demo's pages of MCP
- Firefox and WebKit: npm run test:engines, with Chromium beside them
- unit tests that kill processes, build pages or try many random cases, and every documented tool in every place
- the packed tarball in projects of its own
Left out of both: React 18 (npm run test:react-18), other lines of Node (npm run test:node), and what .ci/nightly runs.`;

const asked = process.argv.slice(2);
const parts = asked.includes('--all') ? [first, rest] : asked.includes('--rest') ? [rest] : [first];
// A failed part does not hide what the others say.
const results = parts.flatMap(({ report, vitest, playwright }) => [
  run(report, 'vitest', 'run', ...named(vitest)),
  run(playwright.at(-1), 'playwright', 'test', ...named(playwright)),
]);
if (parts.length === 1 && parts[0] === first) console.log(leftOut);
process.exit(results.every(Boolean) ? 0 : 1);

function named(projects) {
  return projects.flatMap((name) => ['--project', name]);
}

function run(report, command, ...args) {
  const { status } = spawnSync(`${root}node_modules/.bin/${command}`, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: report },
  });
  return status === 0;
}

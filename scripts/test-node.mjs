// Runs the unit tests on the given Node versions, or on every supported one but the current: `npm run test:node`,
// `npm run test:node -- 24`. npm installs each Node. Left out are models and oracles, which generate thousands of cases
// for code that behaves the same on every Node, and tests of what runs in workerd or in browsers alone. The newest version
// runs all others, older ones only those of the server's own rooms.
import { spawnSync } from 'node:child_process';
import { root } from './doors.mjs';

const supported = ['20', '22', '24'];
const [current] = process.versions.node.split('.');
const asked = process.argv.slice(2);
const lines = asked.length > 0 ? asked : supported.filter((line) => line !== current);

const server = [
  'ag-ui',
  'ai-sdk',
  'chat',
  'demo',
  'faults',
  'otel',
  'plugin',
  'protocol',
  'provider',
  'runtime',
  'session',
  'testing',
  'tool',
];

for (const line of lines) {
  const folders = line === supported.at(-1) ? [] : server.map((room) => `test/${room}/`);
  const vitest = [
    'node',
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'unit*',
    '--project',
    'docs',
    ...folders,
  ];
  const { status } = spawnSync('npx', ['-y', '-p', `node@${line}`, ...vitest], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TEST_REPORT: `node-${line}`, WITHOUT_MODELS: 'true' },
  });
  if (status !== 0) process.exit(status ?? 1);
}

// Runs the unit tests of the rooms that use Node itself on the given versions, or on every supported one but the current:
// `npm run test:node`, `npm run test:node -- 24`. npm installs each Node. `--all` adds the tests that take long.
import { spawnSync } from 'node:child_process';
import { root } from './doors.mjs';

const supported = ['20', '22', '24'];
const [current] = process.versions.node.split('.');
const asked = process.argv.slice(2).filter((word) => word !== '--all');
const isWhole = process.argv.includes('--all');
const lines = asked.length > 0 ? asked : supported.filter((line) => line !== current);

/** Files, processes, sockets, terminals. With `--all`, the others as well. */
const rooms = ['ask', 'chat', 'command', 'mcp', 'store', 'terminal'];
const projects = isWhole ? ['unit', 'unit alone', 'unit at length', 'docs'] : ['unit', 'unit alone'];

for (const line of lines) {
  const { status } = spawnSync(
    'npx',
    [
      '-y',
      '-p',
      `node@${line}`,
      'node',
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...(isWhole ? [] : rooms.map((room) => `test/${room}/`)),
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, TEST_REPORT: `node-${line}` } },
  );
  if (status !== 0) process.exit(status ?? 1);
}

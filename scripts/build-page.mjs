import { spawnSync } from 'node:child_process';
import { root } from './doors.mjs';

/**
 * Builds the page of `elicitkit play`.
 *
 * @param {string} folder - where to put it
 */
export function buildPage(folder) {
  const vite = [`${root}node_modules/vite/bin/vite.js`, 'build', '--config', `${root}play/vite.config.ts`];
  const { status } = spawnSync(process.execPath, [...vite, '--outDir', folder, '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
    // Under a test runner, Vite would take React's development build.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The page of `elicitkit play` could not be built.');
}

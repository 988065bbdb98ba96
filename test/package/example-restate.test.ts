import { join } from 'node:path';
import { beforeAll, describe, vi } from 'vitest';
import { run } from './project.ts';
import { freePort, start } from './recipes.ts';
import { installTrips, postgres, testTrips } from './trips.ts';

if (postgres === undefined) console.log('The example of Restate is not tested: ELICITKIT_POSTGRES is not set.');

describe.runIf(postgres !== undefined)('the example of Restate', () => {
  const trips = installTrips('restate');
  const ports = { ingress: '', admin: '', node: '', a: '', b: '' };
  let node22 = '';
  const admin = () => `http://127.0.0.1:${ports.admin}`;

  beforeAll(async () => {
    for (const name of ['ingress', 'admin', 'node', 'a', 'b'] as const) ports[name] = String(await freePort());
    const env = {
      RESTATE_INGRESS__BIND_PORT: ports.ingress,
      RESTATE_ADMIN__BIND_PORT: ports.admin,
      RESTATE_BIND_PORT: ports.node,
      RESTATE_LISTEN_MODE: 'tcp',
    };
    const folder = trips.folder();
    // Restate's SDK needs Node 22, whatever runs this test.
    node22 = run('npx', ['-y', '-p', 'node@22', 'node', '-p', 'process.execPath'], folder).trim();
    const { stop } = start(folder, ['--base-dir', '.restate'], env, {
      execPath: join(folder, 'node_modules/.bin/restate-server'),
      onEnd: () => undefined,
    });
    const isReady = async () => (await fetch(`${admin()}/health`).catch(() => undefined))?.ok === true;
    await vi.waitUntil(isReady, { timeout: 60_000 });
    return stop;
  }, 600_000);

  /** Starts a worker at the address at which Restate knows it. New workflows go to the one that has started last. */
  async function startWorker(worker: 'a' | 'b') {
    const env = {
      DATABASE_URL: trips.database,
      INGRESS: `http://127.0.0.1:${ports.ingress}`,
      ADMIN: admin(),
      SERVICE_PORT: ports[worker],
    };
    const running = start(trips.folder(), ['--import', 'tsx', 'server.ts'], env, { execPath: node22 });
    await running.until(/Open http\S+/);
    const [, url = ''] = /Open (http\S+)/.exec(running.printed()) ?? [];
    return { ...running, url };
  }

  testTrips(startWorker, trips);
});

import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../eventually.ts';
import type { Begun, Order, Said } from './waiting-process.ts';

// Packages are found from here alone.
const built = 'node_modules/.cache/elicitkit-waiting';
const script = join(built, 'waiting-process.mjs');
const postgres = process.env['ELICITKIT_POSTGRES'];
const stores = [['a file', undefined] as const, ...(postgres === undefined ? [] : [['Postgres', postgres] as const])];

beforeAll(async () => {
  const entryPoints = ['test/faults/waiting-process.ts'];
  const packages = 'external';
  await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', packages, outfile: script });
}, 60_000);

/** A server process, with what it said. */
async function begin(begun: Begun) {
  const child = fork(script, [JSON.stringify(begun)]);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: Said[] = [];
  child.on('message', (one) => void said.push(one as Said));
  await eventually(() => expect(said).toContain('ready'));
  return {
    attempts: () => said.flatMap((one) => (typeof one === 'object' && 'attempt' in one ? [one] : [])),
    counted: () => said.flatMap((one) => (typeof one === 'object' && 'counted' in one ? [one.counted] : [])),
    order: (order: Order) => void child.send(order),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

it.each(stores)(
  'onWaiting over %s, killed with its process, is called again with its key, and not once an attempt has counted',
  async (_, database) => {
    const folder = mkdtempSync(join(tmpdir(), 'elicit_waiting_'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const start = (ahead: number, ends: Begun['ends']) =>
      begin({
        folder: database === undefined ? folder : basename(folder).toLowerCase(),
        postgres: database,
        ahead,
        ends,
      });

    const first = await start(0, 'never');
    first.order('ask');
    await eventually(() => expect(first.attempts()).toHaveLength(1));
    await first.kill();
    const [killed] = first.attempts();
    expect(killed).toEqual({ attempt: 1, idempotencyKey: expect.stringMatching(/:1$/) });

    // The next process makes it after the minute of the first one.
    const second = await start(61_000, 'at once');
    await eventually(() => expect(second.counted()).toContain(1));
    await second.kill();
    expect(second.attempts()).toEqual([killed]);

    const third = await start(200_000, 'never');
    await eventually(() => expect(third.attempts()).toHaveLength(1));
    await third.kill();
    const [again] = third.attempts();
    expect(again).toMatchObject({ attempt: 2 });

    const last = await start(300_000, 'at once');
    await eventually(() => expect(last.counted()).toContain(2));
    await last.kill();
    expect(last.attempts()).toEqual([again]);
  },
);

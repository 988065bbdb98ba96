import { expect, it } from 'vitest';
import { playBodies, playStreams } from '../faults/hostile-sizes.ts';

const runs = Number(process.env['SOAK_RUNS'] ?? 1500);

it(`answers ${runs} bodies with something huge in them`, async () => {
  const statuses = await playBodies(runs);
  console.info(`bodies by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400, 413]);
}, 900_000);

it(`reads ${runs} streams with something huge in them`, async () => {
  const codes = await playStreams(runs);
  console.info(`failures by code: ${JSON.stringify(Object.fromEntries(codes))}`);
  expect(codes.has('NETWORK_FAILED')).toBe(false);
}, 900_000);

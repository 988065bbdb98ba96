import { expect, it } from 'vitest';
import { playChannel, playStorage, seed } from '../client/neighbours.ts';

const runs = Number(process.env['SOAK_NEIGHBOURS'] ?? 2000);

it(`sends a person's answer once in ${runs} histories of a hostile channel (seed ${seed})`, async () => {
  expect(await playChannel(runs)).toBe(runs);
}, 900_000);

it(`sends no answer that was not stored, in ${runs} hostile storages (seed ${seed})`, async () => {
  expect(await playStorage(runs)).toBeGreaterThan(0);
}, 900_000);

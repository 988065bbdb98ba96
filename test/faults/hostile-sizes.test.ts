import { expect, it } from 'vitest';
import { playBodies, playStreams } from './hostile-sizes.ts';

it('bodies with something huge in them are answered with a stream or a coded 4xx, and harm no call', async () => {
  const statuses = await playBodies(60);
  expect([...statuses.keys()].toSorted((a, b) => a - b)).toEqual([200, 400, 413]);
}, 120_000);

it('streams with something huge in them leave a client that can go on, and tell of it with a code', async () => {
  const codes = await playStreams(60);
  expect([...codes.keys()]).toEqual(expect.arrayContaining(['LINE_TOO_LONG', 'BAD_LINE', 'BAD_EVENT']));
  // No failure of ours is told as a broken network.
  expect(codes.has('NETWORK_FAILED')).toBe(false);
}, 120_000);

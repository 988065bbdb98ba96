import { expect, it } from 'vitest';
import type { RecordEntry } from '../../src/server.ts';
import { connect, createAirline, endpointOf, keys, route, sharedStore } from './harness.ts';

const stores = [
  ['legacy', 'memory', () => ({})],
  ['modern', 'memory', () => ({})],
  ['legacy', 'a shared store', () => ({ store: sharedStore(), keys })],
  ['modern', 'a shared store', () => ({ store: sharedStore(), keys })],
] as const;

it.each(stores)('a call of a %s client is recorded in %s', async (era, _, given) => {
  const mcp = endpointOf([createAirline().bookFlight], { record: true, principal: 'ada', ...given() });
  const { client } = await connect(mcp, era);
  await client.callTool({ name: 'book_flight', arguments: route });
  const entries: RecordEntry[] = [];
  for await (const entry of mcp.record({ owner: 'ada' })) entries.push(entry);
  expect(entries.map(({ what }) => what)).toEqual(['begun', 'asked', 'answered', 'asked', 'answered', 'ended']);
  expect(entries[2]).toMatchObject({ content: { flightId: 'FL002' }, by: { id: 'ada' }, via: 'mcp' });
  expect(await mcp.forget({ owner: 'ada' })).toBe(true);
});

it('a server that stores nothing cannot record', () => {
  expect(() => endpointOf([createAirline().bookFlight], { sealed: true, keys, record: true })).toThrow(
    'with sealed: true nothing is stored. Leave out record or sealed.',
  );
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../eventually.ts';
import { answering, booked, createAirline, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { createWorker, watched } from './raw.ts';

const work = { name: 'work', arguments: {} };
const failed = { error: { code: -32_603, message: 'The server failed. Send the request again.' } };
const quiet = { onEvent: () => undefined };

it('a store that fails as a call begins is an error, and the next try begins it', async () => {
  const { bookFlight, done } = createAirline();
  const { store, fail } = watched(sharedStore());
  const mcp = endpointOf([bookFlight], { store, keys, ...quiet });
  fail(() => true);
  expect(await leg(mcp)).toMatchObject(failed);
  expect(done).toEqual([]);

  fail(undefined);
  expect((await leg(mcp)).result?.resultType).toBe('input_required');
  expect(done).toEqual(['search']);
});

/** The kinds of keys that a call writes. */
const kinds: [string, RegExp][] = [
  ['lease', /^mcp\/[^/]+\/lease$/],
  ['remains', /^call\/[^/]+\/remains$/],
  ['record', /^call\/[^/]+$/],
  ['journal', /^call\/[^/]+\/journal$/],
];

it.each(kinds)(
  'a store that fails to take the %s of a call loses nothing: a later leg goes on',
  async (_what, kind) => {
    const { bookFlight, done } = createAirline();
    const { store, fail } = watched(sharedStore());
    const mcp = endpointOf([bookFlight], { store, keys, ...quiet });
    const first = await leg(mcp);
    const second = await leg(mcp, answering(first));
    let refused = 0;
    fail((touched) => {
      const isIt = touched.some((key) => kind.test(key));
      if (isIt) refused += 1;
      return isIt;
    });
    await leg(mcp, answering(second));
    expect(refused).toBeGreaterThan(0);

    fail(undefined);
    const last = await eventually(async () => {
      const again = await leg(mcp, answering(second));
      expect(again.result).toBeDefined();
      return again;
    });
    expect(last.result?.structuredContent).toEqual(booked);
    expect(done).toEqual(['search', 'book']);
  },
);

it.each(kinds)('with a store that fails to take the %s of a call, another instance goes on', async (_what, kind) => {
  const { bookFlight, done } = createAirline();
  const shared = sharedStore();
  const { store, fail } = watched(shared);
  const limits = { leaseTime: 200 };
  const a = endpointOf([bookFlight], { store, keys, limits, ...quiet });
  const b = endpointOf([bookFlight], { store: shared, keys, limits, ...quiet });
  const first = await leg(a);
  const second = await leg(a, answering(first));
  fail((touched) => touched.some((key) => kind.test(key)));
  await leg(a, answering(second));

  expect((await leg(b, answering(second))).result?.structuredContent).toEqual(booked);
  expect(done).toEqual(['search', 'book']);
});

it('a leg that found the store away is no reason to forget when its call is due', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { worker } = createWorker();
  const { store, fail, kept } = watched(sharedStore());
  const mcp = endpointOf([worker], { store, keys, limits: { sweepEvery: Infinity }, ...quiet });
  const asked = await leg(mcp, work);
  expect(kept().filter((key) => key.endsWith(' due'))).toHaveLength(1);

  fail((touched) => touched.some((key) => key.startsWith('call/')));
  expect(await leg(mcp, { ...work, ...answering(asked, { ok: true }) })).toMatchObject(failed);

  expect(kept().filter((key) => key.endsWith(' due'))).toHaveLength(1);
});

it('a call whose lease could not be given back is not held for ever', async () => {
  const { worker } = createWorker();
  const shared = sharedStore();
  const { store, fail } = watched(shared);
  const limits = { leaseTime: 100 };
  const a = endpointOf([worker], { store, keys, limits, ...quiet });
  const b = endpointOf([worker], { store: shared, keys, limits, ...quiet });
  // Nothing is known of this call, and that cannot be seen.
  const stranger = endpointOf([worker], { store: sharedStore(), keys, ...quiet });
  const asked = await leg(stranger, work);
  fail((touched) => touched.some((key) => key.startsWith('call/')));
  expect(await leg(a, { ...work, ...answering(asked, { ok: true }) })).toMatchObject(failed);

  expect(await leg(b, { ...work, ...answering(asked, { ok: true }) })).toMatchObject({ result: { isError: true } });
});

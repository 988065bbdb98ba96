import { expect, it, onTestFinished, vi } from 'vitest';
import { answering, booked, createAirline, endpointOf, keys, leg, route, sharedStore } from './harness.ts';
import { as, byHeader } from './raw.ts';

const named = (name: unknown) => ({ meta: { 'elicitkit/call': name } });

it('a first leg with a name begins one call, however often it comes, at several instances', async () => {
  const { bookFlight, done } = createAirline();
  const store = sharedStore();
  const [a, b] = [endpointOf([bookFlight], { store, keys }), endpointOf([bookFlight], { store, keys })];
  const legs = await Promise.all(Array.from({ length: 10 }, (_, at) => leg(at % 2 === 0 ? a : b, named('one'))));

  expect(new Set(legs.flatMap(({ result }) => Object.keys(result?.inputRequests ?? {})))).toEqual(
    new Set(['pickFlight']),
  );
  expect(done).toEqual(['search']);
});

it('a first leg with a name gets the result of its call', async () => {
  const { bookFlight, done } = createAirline();
  const mcp = endpointOf([bookFlight]);
  const first = await leg(mcp, named('one'));
  const second = await leg(mcp, answering(first));
  await leg(mcp, answering(second));

  expect((await leg(mcp, named('one'))).result?.structuredContent).toEqual(booked);
  expect(done).toEqual(['search', 'book']);
});

it.each([
  ['in memory', () => ({})],
  ['in a store', () => ({ store: sharedStore(), keys })],
])('a first leg with a name that comes too late is told that the call is over, and begins none: %s', async (_w, of) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const errors: unknown[] = [];
  const { bookFlight, done } = createAirline();
  const onEvent = (event: { type: string }) => void (event.type === 'error' && errors.push(event));
  const mcp = endpointOf([bookFlight], { ...of(), onEvent });
  const first = await leg(mcp, named('one'));
  const second = await leg(mcp, answering(first));
  await leg(mcp, answering(second));
  vi.setSystemTime(Date.now() + 600_001);
  await mcp.sweep();

  const late = await leg(mcp, named('one'));

  expect(late.result).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('not known any more') as string }],
  });
  expect(done).toEqual(['search', 'book']);
  expect(errors).toEqual([]);
});

it.each([
  ['another name', named('two'), {}],
  ['other arguments', named('one'), { arguments: { ...route, from: 'SFO' } }],
  ['another person', named('one'), { headers: as('eve') }],
])('%s begins a call of its own', async (_what, name, more) => {
  const { bookFlight, done } = createAirline();
  const mcp = endpointOf([bookFlight], { principal: byHeader });
  await leg(mcp, { ...named('one'), headers: as('ada') });
  await leg(mcp, { headers: as('ada'), ...name, ...more });

  expect(done).toEqual(['search', 'search']);
});

it.each([['x'.repeat(201)], [7], [null], [{ name: 'one' }], [['one']]])(
  'the name %j is none: each leg begins a call',
  async (name) => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    await leg(mcp, named(name));
    await leg(mcp, named(name));

    expect(done).toEqual(['search', 'search']);
  },
);

it('a name beside a state counts for nothing', async () => {
  const { bookFlight, done } = createAirline();
  const mcp = endpointOf([bookFlight]);
  const [first, other] = [await leg(mcp, named('one')), await leg(mcp, named('two'))];
  const second = await leg(mcp, { ...answering(first), ...named('two') });
  await leg(mcp, { ...answering(second), ...named('two') });

  expect((await leg(mcp, answering(other))).result?.resultType).toBe('input_required');
  expect(done).toEqual(['search', 'search', 'book']);
});

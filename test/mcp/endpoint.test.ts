import { describe, expect, it } from 'vitest';
import { answering, booked, connect, createAirline, endpointOf, keys, leg, route, sharedStore } from './harness.ts';

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  it('books a flight: both questions, each step once', async () => {
    const { bookFlight, done } = createAirline();
    const { client, asked } = await connect(endpointOf([bookFlight]), era);

    const result = await client.callTool({ name: 'book_flight', arguments: route });

    expect(result.structuredContent).toEqual(booked);
    expect(asked.map(({ message }) => message)).toEqual(['Which flight to LAX?', 'Which seat?']);
    expect(done).toEqual(['search', 'book']);
  });
});

it('gives a leg that comes ten times to two instances one ticket', async () => {
  const { bookFlight, done } = createAirline();
  const store = sharedStore();
  const [a, b] = [endpointOf([bookFlight], { store, keys }), endpointOf([bookFlight], { store, keys })];
  const first = await leg(a);
  const second = await leg(b, answering(first));
  const last = await Promise.all(Array.from({ length: 10 }, (_, at) => leg(at % 2 === 0 ? a : b, answering(second))));

  for (const { result } of last) expect(result?.structuredContent).toEqual(booked);
  expect(done).toEqual(['search', 'book']);
});

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { readContext } from '../../src/protocol/context-data.ts';
import {
  answering,
  booked,
  connect,
  createAirline,
  endpointOf,
  flights,
  keys,
  leg,
  route,
  sharedStore,
} from './harness.ts';

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

describe.each(['legacy', 'modern'] as const)('an answer that is no object, in the %s era,', (era) => {
  const orderPizza = createMcpTool('order_pizza')
    .description('Order a pizza')
    .parameters(z.object({ topping: z.string() }))
    .elicits({ size: z.enum(['small', 'large']) })
    .execute(function* ({ topping }, ctx) {
      const size = yield* ctx.elicit('size', { message: `How large a ${topping} pizza?` });
      return size.action === 'accept' ? `Ordered: one ${size.content} ${topping} pizza.` : 'Nothing ordered.';
    });

  it('is one field of a form', async () => {
    const onAsked = () => ({ action: 'accept', content: { answer: 'large' } });
    const { client, asked } = await connect(endpointOf([orderPizza]), era, { onAsked });

    const { content } = await client.callTool({ name: 'order_pizza', arguments: { topping: 'mushroom' } });

    expect(content).toEqual([{ type: 'text', text: 'Ordered: one large mushroom pizza.' }]);
    expect(asked[0]?.requestedSchema).toEqual({
      type: 'object',
      properties: { answer: { title: 'Answer', type: 'string', enum: ['small', 'large'] } },
      required: ['answer'],
    });
  });

  it('is asked for again if the field is missing or wrong', async () => {
    const given = [{}, { answer: 'huge' }, { answer: 'small' }];
    const onAsked = () => ({ action: 'accept', content: given.shift() });
    const { client, asked } = await connect(endpointOf([orderPizza]), era, { onAsked });

    const { content } = await client.callTool({ name: 'order_pizza', arguments: { topping: 'olive' } });

    expect(content).toEqual([{ type: 'text', text: 'Ordered: one small olive pizza.' }]);
    expect(asked.map(({ _meta }) => _meta?.['elicitkit/attempt'])).toEqual([undefined, 2, 3]);
  });
});

describe('a question’s data', () => {
  const offered = { flights };

  it('comes in _meta and at the root of the schema, and not in the message', async () => {
    const { bookFlight } = createAirline();
    const { params } = (await leg(endpointOf([bookFlight]))).result?.inputRequests?.['pickFlight'] ?? {};

    expect(params?.message).toBe('Which flight to LAX?');
    expect(params?._meta?.['elicitkit/context']).toEqual(offered);
    expect(params?.requestedSchema?.['x-model-context']).toEqual(offered);
  });

  it('stands behind a boundary at the end of the message too, if the host wants it', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight], { contextInMessage: true });
    const first = await leg(mcp);
    const again = await leg(mcp, answering(first, { flightId: 'FL999' }));
    const messageIn = ({ result }: typeof first) => Object.values(result?.inputRequests ?? {})[0]?.params.message ?? '';

    expect(messageIn(first)).toMatch(/^Which flight to LAX\?\n\n--x-model-context: application\/json\n\{/);
    expect(readContext(messageIn(first), {})).toEqual({ message: 'Which flight to LAX?', context: offered });
    // What was wrong stands before the data.
    expect(readContext(messageIn(again), {})).toEqual({
      message: 'Which flight to LAX?\n\n- It was not offered.',
      context: offered,
    });
  });
});

import { Client, StreamableHTTPClientTransport, type FetchLike } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { createPluginClient } from '../../src/client.ts';
import { connectMcpElicitation, elicitationCapabilities } from '../../src/mcp-client.ts';
import type { McpEndpoint } from '../../src/mcp.ts';
import { createMcpTool, makePlugin, question, type AnyPlugin } from '../../src/plugin.ts';
import type { JsonObject } from '../../src/protocol/json.ts';
import { address, booked, createAirline, endpointOf, keys, route } from './harness.ts';

/** Our own client, whose plugins answer by themselves. */
async function connectOurs(
  mcp: McpEndpoint,
  era: 'legacy' | 'modern',
  plugins: readonly AnyPlugin[],
  given?: FetchLike,
) {
  const client = createPluginClient({ plugins, storage: false });
  const sdk = new Client(
    { name: 'ours', version: '1.0.0' },
    {
      capabilities: elicitationCapabilities(),
      ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
    },
  );
  const connection = connectMcpElicitation(client, sdk, { server: { name: 'Airline' } });
  const fetch: FetchLike = given ?? ((url, init) => mcp.fetch(new Request(url, init as RequestInit)));
  await sdk.connect(new StreamableHTTPClientTransport(new URL(address), { fetch }));
  onTestFinished(async () => {
    await sdk.close();
    await client.close();
  });
  return { client, connection };
}

describe.each(['legacy', 'modern'] as const)('our client, in the %s era,', (era) => {
  it('hands a question to its plugin, with the data, and asks again with what was wrong', async () => {
    const { bookFlight, done } = createAirline();
    const seen: unknown[] = [];
    const plugin = makePlugin(bookFlight)
      .onElicit({
        *pickFlight({ context, attempt, issues, message }) {
          seen.push([message, context.flights.length, attempt, issues?.map((issue) => issue.message)]);
          return { action: 'accept', content: { flightId: attempt === 1 ? 'FL999' : 'FL002' } };
        },
        *pickSeat() {
          return { action: 'accept', content: { row: 7, seat: 'C' } };
        },
      })
      .build();
    const { connection } = await connectOurs(endpointOf([bookFlight]), era, [plugin]);

    const result = await connection.callTool({ name: 'book_flight', arguments: route });

    expect(result).toMatchObject({ structuredContent: booked });
    // The question's own words: what was wrong is no part of them.
    expect(seen).toEqual([
      ['Which flight to LAX?', 2, 1, undefined],
      ['Which flight to LAX?', 2, 2, ['It was not offered.']],
    ]);
    expect(done).toEqual(['search', 'book']);
  });

  it('sends an answer that is no object as MCP wants it', async () => {
    const orderPizza = createMcpTool('order_pizza')
      .description('Order a pizza')
      .parameters(z.object({}))
      .elicits({ size: z.enum(['small', 'large']) })
      .execute(function* (_params, ctx) {
        const size = yield* ctx.elicit('size', { message: 'How large?' });
        return size.action === 'accept' ? size.content : 'none';
      });
    const plugin = makePlugin(orderPizza)
      .onElicit({
        *size() {
          return { action: 'accept', content: 'large' };
        },
      })
      .build();
    const { connection } = await connectOurs(endpointOf([orderPizza]), era, [plugin]);

    const result = await connection.callTool({ name: 'order_pizza', arguments: {} });

    expect(result).toMatchObject({ content: [{ type: 'text', text: 'large' }] });
  });

  it('asks with the schema of the plugin, and takes its answer to the server whole', async () => {
    const guest = z.object({ name: z.string(), age: z.int() });
    const content = { stay: { mood: 'Good' as const, nights: 2 }, guests: [{ name: 'Ada', age: 36 }] };
    const rateStay = createMcpTool('rate_stay')
      .description('Rate a stay')
      .parameters(z.object({}))
      .elicits({
        rating: question({
          response: z.object({
            stay: z.object({ mood: z.enum(['Good', 'Bad']), nights: z.int() }),
            guests: z.array(guest).default([]),
          }),
          plain: () => ({
            fields: { mood: z.enum(['Good', 'Bad']) },
            toAnswer: ({ mood }) => ({ stay: { mood: mood as 'Good', nights: 1 } }),
          }),
        }),
      })
      .execute(function* (_params, ctx) {
        const rated = yield* ctx.elicit('rating', { message: 'How was it?' });
        return rated.action === 'accept' ? rated.content : rated.action;
      });
    const schemas: JsonObject[] = [];
    const plugin = makePlugin(rateStay)
      .onElicit({
        *rating({ schema }) {
          schemas.push(schema.json);
          return { action: 'accept', content };
        },
      })
      .build();
    const { connection } = await connectOurs(endpointOf([rateStay]), era, [plugin]);

    const result = await connection.callTool({ name: 'rate_stay', arguments: {} });

    expect(result).toMatchObject({ structuredContent: content });
    expect(Object.keys(schemas[0]?.['properties'] ?? {})).toEqual(['stay', 'guests']);
  });
});

it('makes the same call again under the id that its host gave it', async () => {
  const { bookFlight, done } = createAirline();
  const mcp = endpointOf([bookFlight]);
  let isLost = false;
  const lossy: FetchLike = async (url, init) => {
    const response = await mcp.fetch(new Request(url, init as RequestInit));
    const isCall = typeof init?.body === 'string' && init.body.includes('"tools/call"');
    if (!isCall || isLost) return response;
    isLost = true;
    await response.text();
    throw new TypeError('The connection broke before the response came.');
  };
  const plugin = makePlugin(bookFlight)
    .onElicit({
      *pickFlight() {
        return { action: 'accept', content: { flightId: 'FL002' } };
      },
      *pickSeat() {
        return { action: 'accept', content: { row: 7, seat: 'C' } };
      },
    })
    .build();
  const { connection } = await connectOurs(mcp, 'modern', [plugin], lossy);
  const call = () => connection.callTool({ name: 'book_flight', arguments: route }, { callId: 'booking-1' });

  await expect(call()).rejects.toThrow('The connection broke');
  expect(await call()).toMatchObject({ structuredContent: booked });
  expect(done).toEqual(['search', 'book']);
});

it('tells no answer as taken of a call that its server has forgotten', async () => {
  const { bookFlight, done } = createAirline();
  const [before, after] = [endpointOf([bookFlight], { keys }), endpointOf([bookFlight], { keys })];
  let mcp = before;
  const plugin = makePlugin(bookFlight)
    .onElicit({
      *pickFlight() {
        mcp = after;
        return { action: 'accept', content: { flightId: 'FL002' } };
      },
      *pickSeat() {
        return { action: 'cancel' };
      },
    })
    .build();
  const given: FetchLike = (url, init) => mcp.fetch(new Request(url, init as RequestInit));
  const { client, connection } = await connectOurs(before, 'modern', [plugin], given);
  const result = await connection.callTool({ name: 'book_flight', arguments: route });

  expect(result).toMatchObject({ isError: true, _meta: { 'elicitkit/lost': true } });
  expect(client.getSnapshot().items.map(({ key, status }) => [key, status])).toEqual([['pickFlight', 'aborted']]);
  expect(done).toEqual(['search']);
});

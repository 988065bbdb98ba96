import { describe, expect, it } from 'vitest';
import { answering, booked, createAirline, endpointOf, leg } from './harness.ts';
import { createWorker, initialize, post } from './raw.ts';

const { bookFlight } = createAirline();
const call = (params: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('without a limit', () => {
  it.each(['sessionTtl', 'bytes', 'patience', 'perOwner'] as const)('%s: a call goes on to its end', async (limit) => {
    const mcp = endpointOf([createAirline().bookFlight], { limits: { [limit]: Infinity } });
    await initialize(mcp);
    const first = await leg(mcp);
    const second = await leg(mcp, answering(first));

    expect((await leg(mcp, answering(second))).result?.structuredContent).toEqual(booked);
  });
});

it.each([0, Infinity])(
  'a lease of %s milliseconds, which could not be renewed, is refused at the start',
  (leaseTime) => {
    expect(() => endpointOf([bookFlight], { limits: { leaseTime } })).toThrow(/limits\.leaseTime is/);
  },
);

describe('a body is refused', () => {
  const mcp = () => endpointOf([bookFlight], { limits: { bytes: 250_000 } });

  it.each([
    ['of too many bytes', call(`{"x":"${'x'.repeat(250_000)}"}`), 413, -32_000],
    ['of too many bytes in few characters', call(`{"x":"${'\u{1F6EB}'.repeat(65_000)}"}`), 413, -32_000],
    ['of too many values', call(`{"x":[${'1,'.repeat(100_000)}1]}`), 413, -32_000],
    ['that is nested too deep', call(`{"x":${nested(3000)}}`), 413, -32_000],
    ['that is no JSON', '{"jsonrpc"', 400, -32_700],
    ['that is empty', '', 400, -32_700],
    ['that is null', 'null', 400, -32_600],
    ['that is a text', '"hello"', 400, -32_600],
    ['that is a batch', `[${call('{}')}]`, 400, -32_600],
    ['that is an empty batch', '[]', 400, -32_600],
  ])('%s', async (_what, body, status, code) => {
    const response = await post(mcp(), body);
    const { error } = (await response.json()) as { error: { code: number } };

    expect(response.status).toBe(status);
    expect(error.code).toBe(code);
  });

  it('whatever its length says', async () => {
    const response = await post(mcp(), 'x'.repeat(300_000), { 'content-length': '5' });

    expect(response.status).toBe(413);
  });

  it('that breaks off', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"jsonrpc":'));
        controller.error(new Error('The client is gone.'));
      },
    });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: broken, duplex: 'half' };
    const response = await mcp().fetch(new Request('http://127.0.0.1/mcp', init as RequestInit));

    expect(response.status).toBe(400);
  });

  it('of another type', async () => {
    const response = await post(mcp(), call('{}'), { 'content-type': 'text/plain' });

    expect(response.status).toBe(415);
  });
});

describe('a client of an older revision', () => {
  const ping = { jsonrpc: '2.0', id: 5, method: 'ping' };

  it.each([
    ['a batch', JSON.stringify([ping, ping]), 400],
    ['a body that is too large', JSON.stringify({ ...ping, params: { large: 'x'.repeat(20_000) } }), 413],
  ])('is refused %s, and its session goes on', async (_what, body, status) => {
    const mcp = endpointOf([bookFlight], { limits: { bytes: 10_000 } });
    const session = await initialize(mcp);
    const response = await post(mcp, body, { 'mcp-session-id': session.id, 'mcp-protocol-version': '2025-11-25' });

    expect(response.status).toBe(status);
    expect((await session.send({ id: 6, method: 'ping' })).status).toBe(200);
  });
});

describe('too many legs of one call', () => {
  it('are told to come again, and the others get the result', async () => {
    const { worker, gate, done } = createWorker();
    const mcp = endpointOf([worker]);
    const first = await leg(mcp, { name: 'work', arguments: {} });
    const more = { name: 'work', arguments: {}, ...answering(first, { ok: true }) };
    const twenty = Array.from({ length: 20 }, () => leg(mcp, more));
    await gate.reached();

    const last = await leg(mcp, more);

    // A result would be the end of the call for its client, and its model would call the tool again.
    expect(last.result).toBeUndefined();
    expect(last.error).toMatchObject({ code: -32_603, message: expect.stringContaining('again') as string });
    gate.open();
    for (const { result } of await Promise.all(twenty)) expect(result?.structuredContent).toEqual({ done: true });
    expect((await leg(mcp, more)).result?.structuredContent).toEqual({ done: true });
    expect(done).toEqual(['began', 'worked', 'cleaned up']);
  });
});

it('a person may have so many calls open, and the model reads of the limit', async () => {
  const mcp = endpointOf([bookFlight], { principal: 'ada', limits: { perOwner: 2 } });
  await leg(mcp);
  await leg(mcp);

  expect((await leg(mcp)).result).toMatchObject({
    isError: true,
    content: [{ text: 'The limit of open calls is reached (2). Answer or stop one of them first.' }],
  });
});

it('a state that is too long is refused as one that is none', async () => {
  const mcp = endpointOf([bookFlight]);
  const first = await leg(mcp);

  expect(await leg(mcp, { ...answering(first), requestState: 'x'.repeat(20_000) })).toMatchObject({
    error: { code: -32_602 },
  });
});

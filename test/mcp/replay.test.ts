import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { answering, booked, createAirline, endpointOf, keys, leg, route, sharedStore, type RawLeg } from './harness.ts';

const badState = {
  status: 200,
  error: { code: -32_602, message: 'Invalid or expired requestState', data: { reason: 'invalid_request_state' } },
};

/** A call that has ended, and its legs. */
async function wholeCall(options: Parameters<typeof endpointOf>[1] = {}) {
  const { bookFlight, done } = createAirline();
  const mcp = endpointOf([bookFlight], options);
  const first = await leg(mcp);
  const second = await leg(mcp, answering(first));
  const third = await leg(mcp, answering(second));
  expect(third.result?.structuredContent).toEqual(booked);
  return { mcp, done, first, second };
}

describe('every leg that comes again changes nothing', () => {
  it('after the end: each gets the result, and no step runs again', async () => {
    const { mcp, done, first, second } = await wholeCall();

    for (const older of [answering(first), answering(second), answering(second), answering(first)]) {
      expect((await leg(mcp, older)).result?.structuredContent).toEqual(booked);
    }
    expect(done).toEqual(['search', 'book']);
  });

  it('in the middle: an older leg gets the question that waits, under the same name', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const second = await leg(mcp, answering(first));
    const again = await leg(mcp, answering(first));

    expect(again.result?.inputRequests).toEqual(second.result?.inputRequests);
    expect((await leg(mcp, answering(again))).result?.structuredContent).toEqual(booked);
    expect(done).toEqual(['search', 'book']);
  });

  it('with another answer: the first one counts', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const second = await leg(mcp, answering(first, { flightId: 'FL001' }));
    await leg(mcp, answering(first, { flightId: 'FL002' }));
    await leg(mcp, { ...answering(first), inputResponses: { pickFlight: { action: 'decline' } } });

    expect((await leg(mcp, answering(second))).result?.structuredContent).toMatchObject({ flight: 'FL001' });
  });

  it('with two different answers at once: one counts, and both legs go on with it', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const [a, b] = await Promise.all([
      leg(mcp, answering(first, { flightId: 'FL001' })),
      leg(mcp, answering(first, { flightId: 'FL002' })),
    ]);
    expect(a.result?.inputRequests).toEqual(b.result?.inputRequests);
    const [c, d] = await Promise.all([leg(mcp, answering(a)), leg(mcp, answering(b))]);

    expect(c.result?.structuredContent).toEqual(d.result?.structuredContent);
    expect(done).toEqual(['search', 'book']);
  });

  it('after the result is forgotten: the model is told that the call is over, and nothing runs', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mcp, done, second } = await wholeCall();
    vi.setSystemTime(Date.now() + 600_001);

    expect((await leg(mcp, answering(second))).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('What it did stays done') as string }],
    });
    expect(done).toEqual(['search', 'book']);
  });
});

describe('a state is good for one request', () => {
  const other = createMcpTool('other')
    .description('Another tool with the same arguments')
    .parameters(z.object({ from: z.string(), destination: z.string() }))
    .elicits({ pickFlight: z.object({ flightId: z.string() }) })
    .execute(function* (_params, ctx) {
      return yield* ctx.elicit('pickFlight', { message: 'Which?' });
    });

  it.each<[string, RawLeg]>([
    ['other arguments', { arguments: { ...route, destination: 'SFO' } }],
    ['more arguments', { arguments: { ...route, seats: 2 } }],
    ['fewer arguments', { arguments: { from: 'NYC' } }],
    ['no arguments', { arguments: {} }],
    ['another tool', { name: 'other' }],
  ])('not for %s: an error of the protocol, and nothing runs', async (_what, more) => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight, other]);
    const first = await leg(mcp);

    expect(await leg(mcp, { ...answering(first), ...more })).toMatchObject(badState);
    expect(done).toEqual(['search']);
    expect((await leg(mcp, answering(first))).result?.resultType).toBe('input_required');
  });

  it('not for another method', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], {
      extend(server) {
        server.registerPrompt('book_flight', { description: 'A prompt' }, () => ({ messages: [] }));
      },
    });
    const { result } = await leg(mcp);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
    };
    const params = { name: 'book_flight', requestState: result?.requestState, _meta: meta };
    const response = await mcp.fetch(
      new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'prompts/get',
          'mcp-name': 'book_flight',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'prompts/get', params }),
      }),
    );

    // The prompt is the host's own, and gets nothing of the call.
    expect(await response.json()).toMatchObject({ result: { messages: [] } });
    expect(done).toEqual(['search']);
  });

  it('in any order of its arguments', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const turned = { destination: route.destination, from: route.from };

    expect((await leg(mcp, { ...answering(first), arguments: turned })).result?.resultType).toBe('input_required');
  });
});

describe('a state is refused, and nothing runs:', () => {
  it.each<[string, (state: string) => unknown]>([
    ['changed', (state) => `${state.slice(0, -2)}${state.endsWith('AA') ? 'BB' : 'AA'}`],
    ['cut off', (state) => state.slice(0, 40)],
    ['empty', () => ''],
    ['no state at all', () => 'hello'],
    ['the name of a call', () => 'mcp_00000000000000000000000000000000'],
    ['JSON that asks for more', () => '{"__proto__":{"callId":"x"}}'],
    ['a number', () => 7],
    ['an object', () => ({ callId: 'x' })],
  ])('%s', async (_what, change) => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const { error, result } = await leg(mcp, {
      ...answering(first),
      requestState: change(first.result?.requestState ?? '') as string,
    });

    expect(result).toBeUndefined();
    expect(error?.code).toBe(-32_602);
    expect(done).toEqual(['search']);
  });

  it('of another endpoint, which has a key of its own', async () => {
    const { bookFlight, done } = createAirline();
    const [mine, other] = [endpointOf([bookFlight]), endpointOf([bookFlight])];
    const first = await leg(other);

    expect(await leg(mine, answering(first))).toMatchObject(badState);
    expect(done).toEqual(['search']);
  });

  it('of another endpoint with the same key, whose calls are kept elsewhere: the call is not known', async () => {
    const { bookFlight, done } = createAirline();
    const [mine, other] = [endpointOf([bookFlight], { keys }), endpointOf([bookFlight], { keys })];
    const first = await leg(other);

    expect((await leg(mine, answering(first))).result).toMatchObject({ isError: true });
    expect(done).toEqual(['search']);
  });

  it('older than a call may wait', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], { limits: { sessionTtl: 60_000 } });
    const first = await leg(mcp);
    vi.setSystemTime(Date.now() + 60_000);

    expect(await leg(mcp, answering(first))).toMatchObject(badState);
    expect(done).toEqual(['search']);
  });
});

describe('keys', () => {
  const newer = { kid: 'k2', secret: 'another secret of more than thirty-two bytes' };

  it('rotate under calls that wait, and a key that was removed opens nothing', async () => {
    const { bookFlight, done } = createAirline();
    const store = sharedStore();
    const before = endpointOf([bookFlight], { store, keys });
    const during = endpointOf([bookFlight], { store, keys: [newer, ...keys] });
    const after = endpointOf([bookFlight], { store, keys: [newer] });
    const first = await leg(before);
    const second = await leg(during, answering(first));
    expect(second.result?.requestState).toMatch(/^ek1\.k2\./);

    expect(await leg(after, answering(first))).toMatchObject(badState);
    expect((await leg(after, answering(second))).result?.structuredContent).toEqual(booked);
    expect(done).toEqual(['search', 'book']);
  });

  it('are needed where calls outlive the process', () => {
    const { bookFlight } = createAirline();
    const refused = expect.objectContaining({ code: 'MCP_BAD_KEY' }) as Error;

    expect(() => endpointOf([bookFlight], { store: sharedStore() })).toThrow(refused);
    expect(() => endpointOf([bookFlight], { store: sharedStore(), keys: [] })).toThrow(refused);
  });
});

describe('without a state', () => {
  it('answers answer nothing: the call begins, and asks', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const { inputResponses } = answering(first);
    const again = await leg(mcp, { inputResponses: inputResponses ?? {} });

    expect(Object.keys(again.result?.inputRequests ?? {})).toEqual(['pickFlight']);
    expect(again.result?.requestState).not.toBe(first.result?.requestState);
    expect(done).toEqual(['search', 'search']);
  });

  it('every result has a type, and every question a name of its own', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight]);
    const first = await leg(mcp);
    const refused = await leg(mcp, answering(first, { flightId: 'FL999' }));
    const second = await leg(mcp, answering(refused));
    const third = await leg(mcp, answering(second));
    const legs = [first, refused, second, third];

    expect(legs.map(({ result }) => result?.resultType)).toEqual([
      'input_required',
      'input_required',
      'input_required',
      'complete',
    ]);
    expect(legs.flatMap(({ result }) => Object.keys(result?.inputRequests ?? {}))).toEqual([
      'pickFlight',
      'pickFlight.0.2',
      'pickSeat.1.1',
    ]);
  });
});

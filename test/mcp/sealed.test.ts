import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { createMcpTool } from '../../src/plugin.ts';
import { eventually } from '../eventually.ts';
import { answering, connect, createAirline, endpointOf, keys, leg, sharedStore } from './harness.ts';
import { as, byHeader, createGate } from './raw.ts';

/** A tool that may be repeated: it quotes, asks, asks again, and orders under a key of its own. */
function createShop() {
  const done: string[] = [];
  const orders = new Set<string>();
  const gate = createGate();
  const order = createMcpTool('order')
    .description('Order')
    .parameters(z.object({ what: z.string() }))
    .elicits({ confirm: z.object({ ok: z.boolean() }), address: z.object({ street: z.string().min(2) }) })
    .repeatable()
    .execute(function* ({ what }, ctx) {
      try {
        const price = yield* ctx.step(
          'quote',
          () => {
            done.push('quote');
            return 30;
          },
          { idempotent: true },
        );
        const asked = yield* ctx.elicit('confirm', { message: `${what} for ${price}?` });
        if (asked.action !== 'accept') return asked.action;
        const address = yield* ctx.elicit('address', { message: 'Where to?' });
        if (what === 'slow') yield* ctx.step('wait', () => gate.pass(), { idempotent: true });
        if (address.action !== 'accept') return address.action;
        yield* ctx.step(
          'order',
          ({ idempotencyKey }) => {
            done.push('order');
            orders.add(idempotencyKey);
          },
          { idempotent: true },
        );
        return { street: address.content.street };
      } finally {
        done.push('cleaned up');
      }
    });
  return { order, done, orders, gate };
}

const call = { name: 'order', arguments: { what: 'Tea' } };
const sealed = { sealed: true, keys };
const badState = { status: 200, error: { code: -32_602, message: 'Invalid or expired requestState' } };

it('goes through a call at several instances that share nothing but a key', async () => {
  const { order, done } = createShop();
  const [a, b, c] = [endpointOf([order], sealed), endpointOf([order], sealed), endpointOf([order], sealed)];
  const first = await leg(a, call);
  const second = await leg(b, { ...call, ...answering(first, { ok: true }) });
  const third = await leg(c, { ...call, ...answering(second, { street: 'Main St' }) });

  expect(third.result?.structuredContent).toEqual({ street: 'Main St' });
  // Clean-up is for the call's end: between two legs the call goes on.
  expect(done).toEqual(['quote', 'order', 'cleaned up']);
});

it('serves the official client', async () => {
  const { order } = createShop();
  const { client } = await connect(endpointOf([order], sealed), 'modern', {
    onAsked: ({ message }) => ({
      action: 'accept',
      content: message === 'Where to?' ? { street: 'Main St' } : { ok: true },
    }),
  });

  expect((await client.callTool(call)).structuredContent).toEqual({ street: 'Main St' });
});

it('every older leg that comes again gets what it got, and orders under the same key', async () => {
  const { order, orders } = createShop();
  const mcp = endpointOf([order], sealed);
  const first = await leg(mcp, call);
  const one = { ...call, ...answering(first, { ok: true }) };
  const second = await leg(mcp, one);
  const two = { ...call, ...answering(second, { street: 'Main St' }) };
  await leg(mcp, two);

  expect((await leg(mcp, one)).result?.inputRequests).toEqual(second.result?.inputRequests);
  for (const { result } of await Promise.all([leg(mcp, two), leg(mcp, two), leg(mcp, two)])) {
    expect(result?.structuredContent).toEqual({ street: 'Main St' });
  }
  // A service that heeds the key has one order.
  expect(orders.size).toBe(1);
});

it('a first leg with a name orders under the same key, however often it comes', async () => {
  const { order, orders } = createShop();
  const mcp = endpointOf([order], sealed);
  for (let time = 0; time < 2; time += 1) {
    const first = await leg(mcp, { ...call, meta: { 'elicitkit/call': 'one' } });
    const second = await leg(mcp, { ...call, ...answering(first, { ok: true }) });
    await leg(mcp, { ...call, ...answering(second, { street: 'Main St' }) });
  }

  expect(orders.size).toBe(1);
});

it('nothing of the call can be read in the state', async () => {
  const { order } = createShop();
  const mcp = endpointOf([order], sealed);
  const first = await leg(mcp, call);
  const second = await leg(mcp, { ...call, ...answering(first, { ok: true }) });
  const bytes = Buffer.from(second.result?.requestState?.split('.')[2] ?? '', 'base64url').toString('latin1');

  expect(bytes.length).toBeGreaterThan(100);
  expect(bytes).not.toMatch(/order|confirm|quote|street/);
});

it('a refused answer is asked again, and its attempts are counted in the state', async () => {
  const { order } = createShop();
  const mcp = endpointOf([order], { ...sealed, limits: { attempts: 2 } });
  const first = await leg(mcp, call);
  const second = await leg(mcp, { ...call, ...answering(first, { ok: true }) });
  const again = await leg(mcp, { ...call, ...answering(second, { street: '' }) });
  expect(Object.keys(again.result?.inputRequests ?? {})).toEqual(['address.1.2']);

  expect((await leg(mcp, { ...call, ...answering(again, { street: '' }) })).result?.content?.[0]?.text).toBe('cancel');
});

it.each([
  ['another person', { headers: as('eve') }],
  ['other arguments', { arguments: { what: 'Gold' } }],
])('the state is good for nobody and nothing else: %s', async (_what, more) => {
  const { order, done } = createShop();
  const mcp = endpointOf([order], { ...sealed, principal: byHeader });
  const ada = { ...call, headers: as('ada') };
  const first = await leg(mcp, ada);
  const before = [...done];

  expect(await leg(mcp, { ...ada, ...answering(first, { ok: true }), ...more })).toMatchObject(badState);
  expect(done).toEqual(before);
});

it('a state without a record, from an endpoint that has a store, begins the call anew', async () => {
  const { order, done } = createShop();
  const first = await leg(endpointOf([order], { store: sharedStore(), keys }), call);
  const second = await leg(endpointOf([order], sealed), { ...call, ...answering(first, { ok: true }) });

  expect(Object.keys(second.result?.inputRequests ?? {})).toEqual(['confirm']);
  expect(done).not.toContain('order');
});

it('a deadline that has passed counts before the answer that came after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const ask = createMcpTool('ask')
    .description('Ask')
    .parameters(z.object({}))
    .elicits({ go: z.object({ ok: z.boolean() }) })
    .repeatable()
    .execute(function* (_params, ctx) {
      const answer = yield* ctx.elicit('go', { message: 'Go?' }, { timeout: 1000 });
      return answer.action === 'cancel' ? answer.reason : answer.action;
    });
  const mcp = endpointOf([ask], sealed);
  const first = await leg(mcp, { name: 'ask', arguments: {} });
  vi.setSystemTime(Date.now() + 1001);
  const second = await leg(mcp, { name: 'ask', arguments: {}, ...answering(first, { ok: true }) });

  expect(second.result?.content?.[0]?.text).toBe('expired');
});

it('a client that leaves stops its leg, and the next leg goes on from the state', async () => {
  const { order, done, gate } = createShop();
  const mcp = endpointOf([order], sealed);
  const slow = { name: 'order', arguments: { what: 'slow' } };
  const first = await leg(mcp, slow);
  const second = await leg(mcp, { ...slow, ...answering(first, { ok: true }) });
  const last = { ...slow, ...answering(second, { street: 'Main St' }) };
  const before = done.filter((what) => what === 'cleaned up').length;
  const leaving = new AbortController();
  const third = leg(mcp, { ...last, signal: leaving.signal });
  await gate.reached();
  leaving.abort();
  await third;
  await eventually(() => expect(done.filter((what) => what === 'cleaned up').length).toBeGreaterThan(before));
  expect(done).not.toContain('order');
  gate.open();

  expect((await leg(mcp, last)).result?.structuredContent).toEqual({ street: 'Main St' });
});

it('a state that grew too long ends the call, and the model reads why', async () => {
  const { order } = createShop();
  const mcp = endpointOf([order], { ...sealed, limits: { bytes: 2400 } });

  expect((await leg(mcp, call)).result).toMatchObject({
    isError: true,
    content: [
      { text: expect.stringMatching(/requestState of this call has \d+ characters; the limit is 300/) as string },
    ],
  });
});

describe('at the start', () => {
  it('a tool that is not repeatable is refused, or left out', async () => {
    const { bookFlight } = createAirline();
    const { order } = createShop();

    expect(() => endpointOf([bookFlight], sealed)).toThrow(
      expect.objectContaining({ code: 'MCP_NOT_SERVED' }) as Error,
    );
    const { client } = await connect(endpointOf([bookFlight, order], { ...sealed, onUnfit: 'skip' }), 'modern');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['order']);
  });

  it('a store beside it, or no key, is refused', () => {
    const { order } = createShop();

    expect(() => endpointOf([order], { ...sealed, store: sharedStore() })).toThrow(/nothing is stored/);
    expect(() => endpointOf([order], { sealed: true })).toThrow(
      expect.objectContaining({ code: 'MCP_BAD_KEY' }) as Error,
    );
  });
});

it('a step that is not idempotent does not run', async () => {
  const done: string[] = [];
  const pay = createMcpTool('pay')
    .description('Pay')
    .parameters(z.object({}))
    .elicits({})
    .repeatable()
    .execute(function* (_params, ctx) {
      yield* ctx.step('pay', () => void done.push('pay'));
      return 'paid';
    });
  const { result } = await leg(endpointOf([pay], sealed), { name: 'pay', arguments: {} });

  expect(result?.isError).toBe(true);
  expect(done).toEqual([]);
});

it('a client of an older revision is served as ever: its calls live with its session', async () => {
  const { order, done } = createShop();
  const { client } = await connect(endpointOf([order], sealed), 'legacy', {
    onAsked: ({ message }) => ({
      action: 'accept',
      content: message === 'Where to?' ? { street: 'Main St' } : { ok: true },
    }),
  });

  expect((await client.callTool(call)).structuredContent).toEqual({ street: 'Main St' });
  expect(done).toEqual(['quote', 'order', 'cleaned up']);
});

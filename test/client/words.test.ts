import { afterEach, describe, expect, it, vi } from 'vitest';
import { createPluginClient } from '../../src/client.ts';
import { makePlugin } from '../../src/plugin.ts';
import {
  ask,
  askFirst,
  bookFlight,
  closeAll,
  complete,
  createHarness,
  info,
  isStatus,
  playServer,
  state,
  type Harness,
  push,
} from './harness.ts';

afterEach(closeAll);
afterEach(() => void vi.restoreAllMocks());

const cause = new TypeError("Cannot read properties of undefined (reading 'map')");
const failingPlugin = makePlugin(bookFlight)
  .onElicit({
    *pickFlight() {
      throw cause;
    },
    *pickSeat() {
      return { action: 'decline' };
    },
  })
  .build();

const problem = (harness: Harness): unknown => {
  const item = harness.item();
  return 'problem' in item && item.problem;
};

describe('a card', () => {
  it('knows that its handler failed and no more, and onError hears what was thrown', async () => {
    const harness = createHarness({ plugins: [failingPlugin] });
    await askFirst(harness);

    expect(harness.item().status).toBe('failed');
    expect(problem(harness)).toEqual({ code: 'HANDLER_FAILED' });
    expect(harness.errors).toMatchObject([{ code: 'HANDLER_FAILED', elicitId: 'call_1:0' }]);
    expect(harness.errors[0]?.cause).toBe(cause);
    expect(harness.errors[0]?.message).toContain(cause.message);
  });

  it('that nothing can show says so, whatever is wrong with it', async () => {
    const harness = createHarness();
    await askFirst(
      harness,
      ask({ schema: { 'x-model-context': { flights: 'none' } } }),
      ask({ callId: 'call_2', toolName: 'other' }),
    );

    const told = harness.snapshot().items.map((item) => 'problem' in item && item.problem);
    expect(told).toEqual([{ code: 'CONTEXT_INVALID' }, { code: 'NO_HANDLER' }]);
  });

  it.each([
    [
      'an error of the turn',
      { type: 'error', code: 'DB', message: 'ECONNREFUSED 10.0.0.7:5432' },
      'ANSWER_NOT_CONFIRMED',
    ],
    [
      'an error of the session',
      {
        type: 'plugin_session_error',
        sessionId: 'call_1',
        callId: 'call_1',
        error: 'INTERNAL_ERROR',
        message: 'ECONNREFUSED 10.0.0.7:5432',
      },
      'INTERNAL_ERROR',
    ],
  ])('has nothing of what the server wrote in %s', async (_what, event, code) => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    (await harness.server.accept()).end(info, event, state(), complete);
    await harness.when(isStatus('failed'));

    expect(problem(harness)).toEqual({ code });
  });

  it.each([404, 403, 413, 429, 502])('whose answer was refused with %i knows that, for the words', async (status) => {
    const harness = createHarness();
    await askFirst(harness);
    harness.item().views[0]?.answer({ flightId: 'FL1' });
    await harness.server.refuse(Response.json({ error: { code: 'X', message: '<b>at db.ts:14</b>' } }, { status }));
    await harness.when(isStatus('failed'));

    expect(problem(harness)).toEqual({ code: 'X', status });
    expect(harness.errors).toMatchObject([{ code: 'X', status, message: '<b>at db.ts:14</b>' }]);
  });
});

describe('an endpoint that answers without a reason', () => {
  it.each([
    [404, /^\/api\/chat answered 404: .*Check the endpoint/, false],
    [405, /^\/api\/chat answered 405: .*POST/, false],
    [400, /^\/api\/chat answered 400: /, false],
    [401, /^\/api\/chat answered 401: .*Sign in/, false],
    [429, /^\/api\/chat answered 429: /, true],
    [500, /^\/api\/chat answered 500: /, true],
    [502, /^\/api\/chat answered 502: /, true],
  ])('with %i is named, and trying again is advised where that can help', async (status, message, advises) => {
    const harness = createHarness({
      transport: undefined,
      endpoint: '/api/chat?key=secret',
      fetch: async () => new Response('<h1>Sorry</h1>', { status }),
    } as never);
    await harness.client.send('Book');

    const told = harness.errors[0]?.message ?? '';
    expect(told).toMatch(message);
    expect(/try again/i.test(told)).toBe(advises);
    expect(harness.snapshot().problem).toEqual({ code: 'HTTP_ERROR', message: told, status });
  });

  it('is named as the response names it', async () => {
    const response = new Response(null, { status: 404 });
    Object.defineProperty(response, 'url', { value: 'https://chat.example/v2?key=secret' });
    const harness = createHarness();
    const sent = harness.client.send('Book');
    await harness.server.refuse(response);
    await sent;

    expect(harness.errors[0]?.message).toMatch(/^https:\/\/chat\.example\/v2 answered 404: /);
  });
});

it('tells the console what nobody listens to, whole', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = playServer();
  const client = createPluginClient({ plugins: [failingPlugin], transport: server.transport, storage: false });
  push(client, ask());

  expect(logged.mock.calls).toMatchObject([['HANDLER_FAILED', { elicitId: 'call_1:0' }]]);
  expect(logged.mock.calls[0]).toHaveProperty([1, 'cause'], cause);
  await client.close();
});

import { describe, expect, it } from 'vitest';
import { answering, booked, createAirline, endpointOf, leg } from './harness.ts';
import { as, byHeader, initialize } from './raw.ts';

const badState = { status: 200, error: { code: -32_602, message: 'Invalid or expired requestState' } };

describe('from 2026-07-28', () => {
  it('another person’s state is refused as a wrong one, and nothing runs', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const ada = { headers: as('ada') };
    const first = await leg(mcp, ada);
    const second = await leg(mcp, { ...answering(first), ...ada });

    expect(await leg(mcp, { ...answering(second), headers: as('eve') })).toMatchObject(badState);
    expect(done).toEqual(['search']);
    expect((await leg(mcp, { ...answering(second), ...ada })).result?.structuredContent).toEqual(booked);
  });

  it('another person gets no result of a call that has ended', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const ada = { headers: as('ada') };
    const first = await leg(mcp, ada);
    const second = await leg(mcp, { ...answering(first), ...ada });
    await leg(mcp, { ...answering(second), ...ada });

    expect(await leg(mcp, { ...answering(second), headers: as('eve') })).toMatchObject(badState);
  });

  it('names that only look alike are different people', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const first = await leg(mcp, { headers: as('ada') });

    for (const who of ['Ada', 'ada2', 'ad', 'ada","x']) {
      expect(await leg(mcp, { ...answering(first), headers: as(who) })).toMatchObject(badState);
    }
  });
});

describe('before 2026-07-28', () => {
  it('another person’s session does not exist, for any method, and goes on', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const session = await initialize(mcp, { user: 'ada' });
    const call = { id: 1, method: 'tools/call', params: { name: 'book_flight', arguments: {} } };
    const answer = { id: 0, result: { action: 'accept', content: { flightId: 'FL001' } } };
    const headers = { ...as('eve'), accept: 'text/event-stream', 'mcp-session-id': session.id };

    expect((await session.send(call, as('eve'))).status).toBe(404);
    expect((await session.send(answer, as('eve'))).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect((await mcp.fetch(new Request('http://127.0.0.1/mcp', { method, headers }))).status).toBe(404);
    }
    expect(done).toEqual([]);
    expect((await session.send({ id: 2, method: 'ping' })).status).toBe(200);
  });

  it('another person’s session and one that is not there look the same', async () => {
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const session = await initialize(mcp, { user: 'ada' });
    const ping = { id: 2, method: 'ping' };
    const theirs = await session.send(ping, as('eve'));
    const none = await session.send(ping, { ...as('eve'), 'mcp-session-id': crypto.randomUUID() });

    expect([theirs.status, await theirs.text()]).toEqual([none.status, await none.text()]);
  });
});

describe('a principal function', () => {
  it('may refuse the request with a response of its own, before the body is read', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], { principal: byHeader });
    const request = new Request('http://127.0.0.1/mcp', { method: 'POST', body: '{}' });
    const response = await mcp.fetch(request);

    expect([response.status, await response.text()]).toEqual([401, 'Sign in.']);
    expect(request.bodyUsed).toBe(false);
    expect(done).toEqual([]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('The database password is hunter2.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The database password is hunter2.'))],
    ['gives nothing', () => undefined],
    ['gives an empty text', () => ''],
    ['gives a number', () => 7],
    ['gives an object without an id', () => ({ name: 'Ada' })],
  ])('that %s stops the request, tells the host, and tells the client nothing', async (_what, principal) => {
    const errors: unknown[] = [];
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight], {
      principal: principal as () => string,
      onEvent: (event) => void (event.type === 'error' && errors.push(event.error)),
    });
    const { status, error } = await leg(mcp);

    expect({ status, error }).toEqual({
      status: 500,
      error: {
        code: -32_603,
        message: 'The server failed. Send the request again.',
        data: { code: 'INTERNAL_ERROR' },
      },
    });
    expect(errors).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('is asked once for each request, and may wait', async () => {
    let asked = 0;
    const { bookFlight } = createAirline();
    const mcp = endpointOf([bookFlight], {
      async principal() {
        asked += 1;
        await Promise.resolve();
        return 'ada';
      },
    });
    await leg(mcp);

    expect(asked).toBe(1);
  });

  it('gets what middleware knows of the request', async () => {
    const { bookFlight } = createAirline();
    const seen: unknown[] = [];
    const mcp = endpointOf([bookFlight], {
      principal(_request, authInfo) {
        seen.push(authInfo?.clientId);
        return new Response(null, { status: 403 });
      },
    });
    const authInfo = { token: 't', clientId: 'middleware', scopes: [] };
    const response = await mcp.fetch(new Request('http://127.0.0.1/mcp'), { authInfo });

    expect([response.status, seen]).toEqual([403, ['middleware']]);
  });
});

it('without a principal nothing starts', () => {
  const { bookFlight } = createAirline();

  expect(() => endpointOf([bookFlight], { principal: undefined as unknown as string })).toThrow(/principal is missing/);
  expect(() => endpointOf([bookFlight], { principal: '' })).toThrow(/principal is missing/);
});

it('an owner of a call is the person it acts for, and anonymous calls have none', async () => {
  const { bookFlight } = createAirline();
  const limits = { perOwner: 1 };
  const mcp = endpointOf([bookFlight], { principal: byHeader, limits });
  await leg(mcp, { headers: as('ada') });

  expect((await leg(mcp, { headers: as('ada') })).result?.isError).toBe(true);
  expect((await leg(mcp, { headers: as('eve') })).result?.resultType).toBe('input_required');
  expect((await leg(mcp, { headers: as('anonymous') })).result?.resultType).toBe('input_required');
  expect((await leg(mcp, { headers: as('anonymous') })).result?.resultType).toBe('input_required');
});

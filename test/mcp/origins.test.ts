import { describe, expect, it } from 'vitest';
import { createAirline, endpointOf } from './harness.ts';
import { byHeader } from './raw.ts';

const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

/** The status of a request from a page, to a host. */
async function statusOf(
  mcp: ReturnType<typeof endpointOf>,
  { host, origin, url = 'http://127.0.0.1/mcp', method = 'POST' }: Record<string, string | undefined>,
) {
  const headers = { 'content-type': 'application/json', ...(host && { host }), ...(origin && { origin }) };
  const response = await mcp.fetch(new Request(url, { method, headers, ...(method === 'POST' && { body: list }) }));
  return response.status;
}

describe('unless told otherwise', () => {
  const { bookFlight } = createAirline();

  it.each([
    ['http://localhost'],
    ['http://localhost:6274'],
    ['https://localhost'],
    ['http://127.0.0.1:3000'],
    ['http://[::1]:3000'],
    [undefined],
  ])('a request from %s passes', async (origin) => {
    expect(await statusOf(endpointOf([bookFlight]), { origin })).not.toBe(403);
  });

  it.each([
    ['https://evil.example'],
    ['http://localhost.evil.example'],
    ['http://evil.example:80@localhost.evil.example'],
    ['http://127.0.0.1.evil.example'],
    ['http://[::2]'],
    ['null'],
    ['evil.example'],
    ['localhost'],
    ['file:///tmp/x'],
  ])('a request from %s gets 403', async (origin) => {
    const mcp = endpointOf([bookFlight]);

    expect(await statusOf(mcp, { origin })).toBe(403);
    expect(await statusOf(mcp, { origin, method: 'GET' })).toBe(403);
    expect(await statusOf(mcp, { origin, method: 'DELETE' })).toBe(403);
    expect(await statusOf(mcp, { origin, method: 'OPTIONS' })).toBe(403);
  });

  it.each([['localhost'], ['localhost:3000'], ['127.0.0.1:8080'], ['[::1]'], ['[::1]:3000'], ['LOCALHOST']])(
    'a request to %s passes',
    async (host) => {
      expect(await statusOf(endpointOf([bookFlight]), { host })).not.toBe(403);
    },
  );

  it.each([
    ['evil.example'],
    ['evil.example:80'],
    ['localhost.evil.example'],
    ['localhost@evil.example'],
    ['[::2]'],
    [':'],
  ])('a request to %s, as after DNS rebinding, gets 403', async (host) => {
    expect(await statusOf(endpointOf([bookFlight]), { host })).toBe(403);
  });

  it('a request without the header is judged by its address', async () => {
    const mcp = endpointOf([bookFlight]);

    expect(await statusOf(mcp, { url: 'http://evil.example/mcp' })).toBe(403);
    expect(await statusOf(mcp, { url: 'http://[::1]:9/mcp' })).not.toBe(403);
  });
});

describe('with names of its own', () => {
  const { bookFlight } = createAirline();
  const options = { allowedHosts: ['mcp.example.com', '[fd00::1]'], allowedOrigins: ['app.example.com'] };

  it.each([
    [{ host: 'mcp.example.com' }, true],
    [{ host: 'mcp.example.com:8443', origin: 'https://app.example.com:444' }, true],
    [{ host: '[fd00::1]:8443' }, true],
    [{ host: 'localhost' }, false],
    [{ host: 'app.example.com' }, false],
    [{ host: 'mcp.example.com', origin: 'https://mcp.example.com' }, false],
    [{ host: 'mcp.example.com', origin: 'http://localhost' }, false],
    [{ host: 'x.mcp.example.com' }, false],
  ])('%j passes: %s', async (request, passes) => {
    expect((await statusOf(endpointOf([bookFlight], options), request)) !== 403).toBe(passes);
  });

  it('the refusal says which option names it', async () => {
    const headers = { host: 'mcp.example.com', origin: 'https://other.example.com' };
    const response = await endpointOf([bookFlight], options).fetch(
      new Request('https://mcp.example.com/mcp', { method: 'POST', headers, body: list }),
    );

    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: {
        code: -32_000,
        message: 'Invalid Origin: other.example.com. Name it in allowedOrigins.',
        data: { code: 'FORBIDDEN' },
      },
    });
  });
});

it('nobody is asked who a refused request acts for, and its body is not read', async () => {
  let asked = 0;
  const { bookFlight } = createAirline();
  const mcp = endpointOf([bookFlight], {
    principal(request) {
      asked += 1;
      return byHeader(request);
    },
  });
  const headers = { origin: 'https://evil.example' };
  const request = new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body: list });

  expect((await mcp.fetch(request)).status).toBe(403);
  expect([asked, request.bodyUsed]).toEqual([0, false]);
});

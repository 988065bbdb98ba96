import { request as send } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPlayHandler, type PlayOptions } from '../../src/command/play-handler.ts';
import { listen } from '../../src/command/listen.ts';
import { readPage } from '../../src/command/play-page.ts';
import { deep, judge, needy, refund, rude } from './tools.ts';

const token = 'the-token';
const page = new Map([['/', { body: new TextEncoder().encode('<p>page</p>'), type: 'text/html; charset=utf-8' }]]);

function open(options: Partial<PlayOptions> = {}) {
  const handler = createPlayHandler({
    file: 'tools.ts',
    tools: [deep, judge, needy, rude],
    provider: undefined,
    token,
    hosts: [],
    page,
    onEvent: () => undefined,
    ...options,
  });
  onTestFinished(() => handler.close());
  return handler;
}

const authorization = `Bearer ${token}`;
const at = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  new Request(`http://127.0.0.1:4000${path}`, { ...init, headers });
const call = { conversationId: 'c', messages: [], pluginCall: { callId: 'k', toolName: 'needy', arguments: {} } };

/** What a request over a socket is answered, whatever its address and Host are. */
async function ask(path: string, { host, method = 'GET' }: { host: string; method?: string }): Promise<number> {
  const { origin, end } = await listen(open(), { port: 0 });
  onTestFinished(() => end(async () => undefined));
  const { port } = new URL(origin);
  return new Promise((done, fail) => {
    const headers = { host: host.replace('PORT', port), authorization };
    send({ port, path, method, headers, host: '127.0.0.1' }, (response) => done(response.resume().statusCode ?? 0))
      .once('error', fail)
      .end();
  });
}

describe('the page', () => {
  it('is served to everybody here, and may load nothing from elsewhere', async () => {
    const response = await open()(at('/?token=wrong'));
    expect([response.status, await response.text()]).toEqual([200, '<p>page</p>']);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self';/),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['/none', '/../package.json', '/%2e%2e/package.json', '/index.html'])('has nothing at %s', async (path) => {
    expect((await open()(at(path))).status).toBe(404);
  });

  it('takes no POST', async () => {
    expect((await open()(at('/', {}, { method: 'POST' }))).status).toBe(405);
  });

  it('says so where it was not built', () => {
    expect(() => readPage('/nowhere')).toThrow('The page is missing in /nowhere.');
  });
});

describe('the tools', () => {
  it('are listed for whoever has the token, with why one cannot run', async () => {
    const response = await open()(at('/api/tools', { authorization }));
    const { file: name, tools } = (await response.json()) as { file: string; tools: { name: string }[] };
    expect(name).toBe('tools.ts');
    expect(tools).toMatchObject([
      { name: 'deep', description: 'Takes a place', parameters: { type: 'object', required: ['place'] } },
      { name: 'judge' },
      { name: 'needy', unavailable: 'It needs a model. Export one from the file of tools, as "provider".' },
      { name: 'rude' },
    ]);
    expect(Object.keys(tools[1] ?? {})).not.toContain('unavailable');
  });

  it('all run if there is a model', async () => {
    const provider = { async *stream() {} } as unknown as PlayOptions['provider'];
    const told = await (await open({ provider })(at('/api/tools', { authorization }))).text();
    expect(told).not.toContain('unavailable');
  });

  it('that cannot run are refused, whatever the page says', async () => {
    const headers = { authorization, 'content-type': 'application/json' };
    const response = await open()(at('/api/calls', headers, { method: 'POST', body: JSON.stringify(call) }));
    expect([response.status, await response.json()]).toMatchObject([403, { error: { code: 'TOOL_NOT_CALLABLE' } }]);
  });

  it('that ask somebody else ask who plays', async () => {
    const handler = open({ tools: [refund] });
    const post = async (body: object) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const init = { method: 'POST', body: JSON.stringify({ conversationId: 'c', messages: [], ...body }) };
      return (await handler(at('/api/calls', headers, init))).text();
    };
    const asked = await post({ pluginCall: { ...call.pluginCall, toolName: 'refund' } });
    const question = JSON.parse(/\{"type":"plugin_elicit_request".*?\}(?=\}\n)/.exec(asked)?.[0] ?? '{}') as object;
    expect(question).toMatchObject({ message: 'Refund?' });
    expect(question).not.toHaveProperty('to');
    const { sessionId, callId, elicitId } = question as Record<string, string>;
    const result = { action: 'accept', content: { approved: true } };
    const answered = await post({ pluginElicitResponses: [{ sessionId, callId, elicitId, result }] });
    expect(answered).toContain('"content":"approved: true"');
  });

  it.each([
    ['GET', '/api/tools', {}],
    ['GET', '/api/tools', { authorization: 'Bearer wrong' }],
    ['GET', '/api/tools', { authorization: token }],
    ['POST', '/api/calls', {}],
    ['POST', '/api/calls', { authorization: 'Bearer the-token-and-more' }],
    ['POST', '/api/none', {}],
  ])('are shut to %s %s with %j', async (method, path, headers) => {
    const response = await open()(at(path, headers, { method }));
    expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'PLAY_TOKEN' } }]);
  });
});

describe('a request', () => {
  it.each([
    ['evil.example', undefined, 403],
    ['evil.example:4000', undefined, 403],
    ['127.0.0.1.evil.example:4000', undefined, 403],
    ['127.0.0.1:4000', 'http://evil.example', 403],
    ['127.0.0.1:4000', 'http://127.0.0.1:5000', 403],
    ['127.0.0.1:4000', 'https://127.0.0.1:4000', 403],
    ['127.0.0.1:4000', 'null', 403],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000', 200],
    ['localhost:4000', 'http://localhost:4000', 200],
    ['[::1]:4000', undefined, 200],
    ['tools.example', 'https://tools.example', 200],
  ])('to the Host "%s" from the Origin %s gets %i', async (host, origin, status) => {
    const handler = open({ hosts: ['tools.example'] });
    for (const path of ['/', '/api/tools']) {
      const response = await handler(
        new Request(`http://${host}${path}`, { headers: { authorization, ...(origin !== undefined && { origin }) } }),
      );
      expect(response.status).toBe(status);
    }
  });

  it.each([
    ['/api/tools', '127.0.0.1:PORT', 'GET', 200],
    // A name that leads here cannot pass for ours by the path.
    ['//127.0.0.1/api/tools', 'evil.example', 'GET', 403],
    ['//', '127.0.0.1:PORT', 'GET', 404],
    ['/', '[', 'GET', 400],
    ['/', 'user:word@127.0.0.1', 'GET', 400],
    ['/', '127.0.0.1:PORT', 'TRACE', 400],
    ['*', '127.0.0.1:PORT', 'OPTIONS', 400],
  ])('for %s under the Host %s with %s gets %i', async (path, host, method, status) => {
    expect(await ask(path, { host, method })).toBe(status);
  });
});

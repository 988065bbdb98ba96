import type { McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { McpEndpoint } from '../../src/mcp.ts';
import type { AnyMcpTool } from '../../src/plugin.ts';
import type { ServerEvent, ServerLimits } from '../../src/server.ts';
import { eventually } from '../eventually.ts';
import { address, createAirline, endpointOf } from './harness.ts';
import { as, byHeader, createWorker, initialize, post, streamOf, type RawSession } from './raw.ts';

const ping = { id: 2, method: 'ping' };
const route = { from: 'NYC', destination: 'LAX' };
const initialization = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
};

/** An endpoint that tells people apart, and what it refused. */
function open(limits: Partial<ServerLimits>, tool: AnyMcpTool = createAirline().bookFlight) {
  const refused: ServerEvent[] = [];
  const mcp = endpointOf([tool], {
    principal: byHeader,
    limits,
    onEvent: (event) => void (event.type === 'request_refused' && refused.push(event)),
  });
  return { mcp, refused };
}

/** Try to open a session. */
const begin = (mcp: McpEndpoint, user: string) =>
  mcp.fetch(
    new Request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...as(user) },
      body: JSON.stringify(initialization),
    }),
  );

const statusOf = async (session: RawSession) => {
  const response = await session.send(ping);
  await response.text();
  return response.status;
};

/** One after the other: bodies that arrive at once take places, too. */
async function statusesOf(...sessions: readonly RawSession[]) {
  const statuses: number[] = [];
  for (const session of sessions) statuses.push(await statusOf(session));
  return statuses;
}

/** A stream of notifications, as the SDK's client opens it after it has begun a session. */
const listen = (mcp: McpEndpoint, { id }: RawSession, user: string) =>
  mcp.fetch(
    new Request(address, {
      headers: { accept: 'text/event-stream', ...as(user), 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' },
    }),
  );

async function refusalOf(response: Response) {
  const { error } = (await response.json()) as { error: { data?: { code: string } } };
  return { status: response.status, again: response.headers.get('retry-after'), code: error.data?.code };
}
const tooMany = { status: 429, again: '1', code: 'TOO_MANY_CLIENT_SESSIONS' };

describe('one person’s sessions', () => {
  it.each([
    ['as they are', false],
    ['with a stream that each holds open', true],
  ])('%s, however many, neither end nor refuse another’s', async (_what, hasStreams) => {
    const { mcp } = open({ perOwner: 3, perProcess: 5 });
    const waiting = await initialize(mcp, { user: 'ada' });
    const stream = await waiting.call('book_flight', route);
    expect((await stream.next())?.method).toBe('elicitation/create');
    const idle = await initialize(mcp, { user: 'ada' });
    expect(await statusOf(idle)).toBe(200);
    for (let more = 0; more < 10; more += 1) {
      const session = await initialize(mcp, { user: 'eve' });
      if (hasStreams) streamOf(await listen(mcp, session, 'eve'));
    }

    expect(await statusOf(idle)).toBe(200);
    expect((await waiting.send({ id: 0, result: { action: 'decline' } })).status).toBe(202);
    expect((await stream.next())?.result?.content).toEqual([{ type: 'text', text: 'Not booked: decline.' }]);
  });

  it('make room for a new one: the idle one that was used longest ago ends, first one whose client has left', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mcp } = open({ perOwner: 3 });
    const listening = await initialize(mcp, { user: 'ada' });
    streamOf(await listen(mcp, listening, 'ada'));
    const used = await initialize(mcp, { user: 'ada' });
    const oldest = await initialize(mcp, { user: 'ada' });
    expect(await statusOf(used)).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    const newest = await initialize(mcp, { user: 'ada' });

    expect(await statusOf(oldest)).toBe(404);
    await initialize(mcp, { user: 'ada' });
    expect(await statusOf(used)).toBe(404);
    expect([await statusOf(listening), await statusOf(newest)]).toEqual([200, 200]);
  });

  it('that have just begun do not end before one that is not used, though it holds a stream open', async () => {
    const { mcp } = open({ perOwner: 2 });
    const [first, second] = [await initialize(mcp, { user: 'ada' }), await initialize(mcp, { user: 'ada' })];
    for (const session of [first, second]) {
      streamOf(await listen(mcp, session, 'ada'));
    }
    const [third, fourth] = [await initialize(mcp, { user: 'ada' }), await initialize(mcp, { user: 'ada' })];

    expect(await statusesOf(first, second, third, fourth)).toEqual([404, 404, 200, 200]);
  });

  it('that are at work never end for a new one, which is refused', async () => {
    const { worker, gate, done } = createWorker({ asksFirst: false });
    const { mcp, refused } = open({ perOwner: 2 }, worker);
    const [asks, works] = [await initialize(mcp, { user: 'ada' }), await initialize(mcp, { user: 'ada' })];
    const [first, second] = [await asks.call('work', {}), await works.call('work', {})];
    await gate.reached(2);
    // A client that is only not connected comes back.
    await second.leave();

    expect(await refusalOf(await begin(mcp, 'ada'))).toEqual(tooMany);
    expect(refused).toEqual([{ type: 'request_refused', status: 429, code: 'TOO_MANY_CLIENT_SESSIONS' }]);
    expect((await begin(mcp, 'eve')).status).toBe(200);
    gate.open();
    expect((await first.next())?.method).toBe('elicitation/create');
    expect(done).toEqual(['began', 'began', 'worked', 'worked']);
  });

  it('that have ended give up their places', async () => {
    const { worker, gate } = createWorker({ asksFirst: false });
    const { mcp } = open({ perOwner: 1 }, worker);
    const session = await initialize(mcp, { user: 'ada' });
    await session.call('work', {});
    await gate.reached();
    expect((await begin(mcp, 'ada')).status).toBe(429);
    await session.end();

    expect((await begin(mcp, 'ada')).status).toBe(200);
  });

  it('whose call was cancelled are idle', async () => {
    const { worker, gate } = createWorker({ asksFirst: false });
    const { mcp } = open({ perOwner: 1 }, worker);
    const session = await initialize(mcp, { user: 'ada' });
    await session.call('work', {}, 7);
    await gate.reached();
    await session.send({ method: 'notifications/cancelled', params: { requestId: 7 } });

    expect((await begin(mcp, 'ada')).status).toBe(200);
  });

  it('whose handshake is refused take no place', async () => {
    const { mcp } = open({ perOwner: 1 });
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...as('ada') };
    const body = JSON.stringify(initialization);
    expect((await mcp.fetch(new Request(address, { method: 'POST', headers, body }))).status).toBe(406);

    expect((await begin(mcp, 'ada')).status).toBe(200);
  });
});

describe('the sessions of all', () => {
  it('are bounded: a newcomer is refused, and nobody’s session ends for it', async () => {
    const { mcp } = open({ perOwner: 2, perProcess: 3 });
    const [ada, bob, eve] = [
      await initialize(mcp, { user: 'ada' }),
      await initialize(mcp, { user: 'bob' }),
      await initialize(mcp, { user: 'eve' }),
    ];

    expect(await refusalOf(await begin(mcp, 'new'))).toEqual(tooMany);
    expect(await statusesOf(ada, bob, eve)).toEqual([200, 200, 200]);
    // One's own idle session makes room.
    expect((await begin(mcp, 'ada')).status).toBe(200);
    expect(await statusesOf(ada, bob, eve)).toEqual([404, 200, 200]);
  });

  it('count those of anonymous clients apart', async () => {
    const { mcp } = open({ perOwner: 1, perProcess: 1 });
    const one = await initialize(mcp, { user: 'anonymous' });
    const ada = await initialize(mcp, { user: 'ada' });
    expect(await statusesOf(one, ada)).toEqual([200, 200]);
    const two = await initialize(mcp, { user: 'anonymous' });

    expect(await statusesOf(one, two, ada)).toEqual([404, 200, 200]);
  });
});

describe('streams of notifications from 2026-07-28', () => {
  const subscribe = (mcp: McpEndpoint, user: string) =>
    post(
      mcp,
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { promptsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
      { ...as(user), 'mcp-method': 'subscriptions/listen', 'mcp-name': '' },
    );
  const extend = (server: McpServer) => void server.registerPrompt('hello', {}, () => ({ messages: [] }));

  it('have places for each person and for all, as sessions have', async () => {
    const mcp = endpointOf([createAirline().bookFlight], {
      principal: byHeader,
      extend,
      limits: { perOwner: 2, perProcess: 3 },
    });
    const [first] = [await subscribe(mcp, 'eve'), await subscribe(mcp, 'eve')].map(streamOf);

    expect(await refusalOf(await subscribe(mcp, 'eve'))).toEqual(tooMany);
    const ada = await subscribe(mcp, 'ada');
    expect(ada.headers.get('content-type')).toBe('text/event-stream');
    streamOf(ada);
    expect((await subscribe(mcp, 'bob')).status).toBe(429);
    await first?.leave();
    await eventually(async () => expect((await subscribe(mcp, 'bob')).status).toBe(200));
  });

  it('are not refused because others have a thousand', async () => {
    const mcp = endpointOf([createAirline().bookFlight], { principal: byHeader, extend });
    for (let at = 0; at < 1100; at += 1) {
      const { headers } = await subscribe(mcp, `user ${at}`);
      expect(headers.get('content-type')).toBe('text/event-stream');
    }
  });
});

describe('bodies that arrive slowly', () => {
  /** Send the beginning of a body. */
  function sendSlowly(mcp: McpEndpoint, user: string) {
    const cancelled = vi.fn<() => void>();
    let controller!: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given;
      },
      cancel: cancelled,
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...as(user) };
    const request = new Request(address, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
    const bytes = new TextEncoder().encode(JSON.stringify(initialization));
    controller.enqueue(bytes.slice(0, 10));
    return {
      answered: mcp.fetch(request),
      cancelled,
      finish() {
        controller.enqueue(bytes.slice(10));
        controller.close();
      },
    };
  }
  const busy = { status: 429, again: '1', code: 'TOO_MANY_BODIES' };

  it('are refused at their deadline, and their transport is told to stop', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mcp, refused } = open({ patience: 2500 });
    const { answered, cancelled } = sendSlowly(mcp, 'eve');
    await vi.advanceTimersByTimeAsync(4999);
    expect(cancelled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);

    expect(await refusalOf(await answered)).toEqual({ status: 408, again: null, code: 'BODY_TIMEOUT' });
    expect(cancelled).toHaveBeenCalledOnce();
    expect(refused).toEqual([{ type: 'request_refused', status: 408, code: 'BODY_TIMEOUT' }]);
  });

  it('take a place until they are there, and take nobody else’s', async () => {
    const { mcp } = open({ perOwner: 2, perProcess: 30 });
    const [first] = [sendSlowly(mcp, 'eve'), sendSlowly(mcp, 'eve')];

    expect(await refusalOf(await begin(mcp, 'eve'))).toEqual(busy);
    expect((await begin(mcp, 'ada')).status).toBe(200);
    sendSlowly(mcp, 'bob');
    expect(await refusalOf(await begin(mcp, 'ada'))).toEqual(busy);
    expect((await begin(mcp, 'anonymous')).status).toBe(200);
    for (let body = 0; body < 3; body += 1) sendSlowly(mcp, 'anonymous');
    expect(await refusalOf(await begin(mcp, 'anonymous'))).toEqual(busy);
    first?.finish();
    expect((await first?.answered)?.status).toBe(200);
    expect((await begin(mcp, 'ada')).status).toBe(200);
  });
});

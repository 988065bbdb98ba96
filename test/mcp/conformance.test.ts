import { InMemoryServerEventBus } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { McpEndpoint } from '../../src/mcp.ts';
import { createMcpTool } from '../../src/plugin.ts';
import { address, answering, connect, createAirline, endpointOf, leg } from './harness.ts';

// What the conformance suite found. `npm run conformance` runs all of it.

const poet = createMcpTool('write_poem')
  .description('Write a poem')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_params, ctx) {
    yield* ctx.notify('Asking', 1, 2);
    const { text } = yield* ctx.sample({ prompt: 'A poem?' });
    yield* ctx.notify('Done', 2, 2);
    return text;
  });

const counter = createMcpTool('count')
  .description('Count')
  .parameters(z.object({}))
  .elicits({})
  .execute(function* (_params, ctx) {
    for (const done of [1, 2, 3]) yield* ctx.notify('Counting', done, 3);
    return 'Counted';
  });

describe.each(['legacy', 'modern'] as const)('a client of the %s era', (era) => {
  it("lets its model answer a tool's sample", async () => {
    const { client } = await connect(endpointOf([poet]), era, { onSample: () => 'Roses are red.' });

    const result = await client.callTool({ name: 'write_poem', arguments: {} });

    expect(result.content).toEqual([{ type: 'text', text: 'Roses are red.' }]);
  });

  it('hears all progress of a tool that waits for nothing', async () => {
    const { client } = await connect(endpointOf([counter]), era);
    const heard: number[] = [];

    await client.callTool({ name: 'count', arguments: {} }, { onprogress: ({ progress }) => heard.push(progress) });

    expect(heard).toEqual([1, 2, 3]);
  });

  it('hears progress that rises each time, whatever the tool says', async () => {
    const wavering = createMcpTool('waver')
      .description('Report as it comes')
      .parameters(z.object({}))
      .elicits({})
      .execute(function* (_params, ctx) {
        yield* ctx.notify('Beginning');
        yield* ctx.notify('Counting', 1, 3);
        yield* ctx.notify('Resting');
        yield* ctx.notify('Counting', 2, 3);
        yield* ctx.notify('Counting anew', 1, 3);
        return 'Done';
      });
    const { client } = await connect(endpointOf([wavering]), era);
    const heard: number[] = [];

    await client.callTool({ name: 'waver', arguments: {} }, { onprogress: ({ progress }) => heard.push(progress) });

    expect(heard).toEqual([...new Set(heard)].toSorted((one, other) => one - other));
    expect(heard.map(Math.floor)).toEqual([1, 1, 1, 2, 2]);
  });
});

it("names a call's first question by its key alone, and each later one in another way", async () => {
  const endpoint = endpointOf([createAirline().bookFlight]);

  const first = await leg(endpoint);
  const again = await leg(endpoint, answering(first, { flightId: 'none' }));
  const second = await leg(endpoint, answering(again));

  const keys = [first, again, second].map(({ result }) => Object.keys(result?.inputRequests ?? {}));
  expect(keys).toEqual([['pickFlight'], ['pickFlight.0.2'], ['pickSeat.1.1']]);
});

it('does not take a key that looks like the name of a later question for that name', async () => {
  const answer = z.object({ ok: z.boolean() });
  const tool = createMcpTool('ask_both')
    .description('Ask two questions')
    .parameters(z.object({}))
    .elicits({ 'a.1.1': answer, a: answer })
    .execute(function* (_params, ctx) {
      yield* ctx.elicit('a.1.1', { message: 'First?' });
      yield* ctx.elicit('a', { message: 'Second?' });
      return 'Done';
    });
  const endpoint = endpointOf([tool]);
  const given = { name: 'ask_both', arguments: {} };

  const first = await leg(endpoint, given);
  const second = await leg(endpoint, { ...given, ...answering(first, { ok: true }) });

  const keys = [first, second].map(({ result }) => Object.keys(result?.inputRequests ?? {}));
  expect(keys).toEqual([['a.1.1.0.1'], ['a.1.1']]);
});

it('says at the head of a stream how soon to reconnect', async () => {
  const endpoint = endpointOf([counter]);
  const sessionId = await open(endpoint);

  const response = await post(endpoint, { method: 'tools/list' }, { 'mcp-session-id': sessionId });

  expect(await response.text()).toMatch(/^id: \S+\nretry: 1000\n/);
});

it('tells those who subscribed what is published on its bus', async () => {
  const bus = new InMemoryServerEventBus();
  const endpoint = endpointOf([counter], { bus });
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const method = 'subscriptions/listen';
  const params = { notifications: { toolsListChanged: true }, _meta };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };

  const told = messagesOf(await post(endpoint, { method, params }, headers));

  expect((await told.next()).value).toMatchObject({ method: 'notifications/subscriptions/acknowledged' });
  bus.publish({ kind: 'prompts_list_changed' });
  bus.publish({ kind: 'tools_list_changed' });
  expect((await told.next()).value).toMatchObject({ method: 'notifications/tools/list_changed' });
  await told.return(undefined);
});

/** Open a session of 2025-11-25. @returns its id */
async function open(endpoint: McpEndpoint): Promise<string> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const response = await post(endpoint, { method: 'initialize', params });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

function post(endpoint: McpEndpoint, message: object, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
  return endpoint.fetch(request);
}

/** The messages of a stream as they come. */
async function* messagesOf({ body }: Response): AsyncGenerator<unknown, undefined> {
  let rest = '';
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: {')) yield JSON.parse(line.slice(6)) as unknown;
  }
  return undefined;
}

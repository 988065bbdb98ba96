import { InMemoryTransport, McpServer, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMcpTools } from '../../src/mcp.ts';
import { eventually } from '../eventually.ts';
import { createAirline, endpointOf, leg, route } from './harness.ts';
import { createWorker, post } from './raw.ts';

const meta = (version = '2026-07-28') => ({
  'io.modelcontextprotocol/protocolVersion': version,
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
});
const request = (method: string, params: object = {}, version?: string) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta(version) } });
const call = (name = 'book_flight') => request('tools/call', { name, arguments: route });

describe('from 2026-07-28', () => {
  it('server/discover names the versions and the tools’ capability', async () => {
    const mcp = endpointOf([createAirline().bookFlight]);
    const response = await post(mcp, request('server/discover'), { 'mcp-method': 'server/discover', 'mcp-name': '' });

    expect(await response.json()).toMatchObject({
      result: { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    });
  });

  it.each([
    ['of the method', { 'mcp-method': 'tools/list' }],
    ['of the tool', { 'mcp-name': 'another' }],
    ['of the version', { 'mcp-protocol-version': '2025-11-25' }],
  ])('a header %s that says something else than the body gets −32020, and nothing runs', async (_what, headers) => {
    const { bookFlight, done } = createAirline();
    const response = await post(endpointOf([bookFlight]), call(), headers as Record<string, string>);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32_020 } });
    expect(done).toEqual([]);
  });

  it('a version that the server does not know gets −32022, and the ones that it knows', async () => {
    const { bookFlight, done } = createAirline();
    const body = request('tools/call', { name: 'book_flight', arguments: route }, '2030-01-01');
    const response = await post(endpointOf([bookFlight]), body, { 'mcp-protocol-version': '2030-01-01' });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32_022, data: { supported: ['2026-07-28'] } } });
    expect(done).toEqual([]);
  });

  it('arguments that do not fit begin nothing, and the model reads what is wrong', async () => {
    const { bookFlight, done } = createAirline();
    const mcp = endpointOf([bookFlight]);

    expect((await leg(mcp, { arguments: { from: 7 } })).result).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('destination') as string }],
    });
    expect(await leg(mcp, { name: 'no_such_tool' })).toMatchObject({ error: { code: -32_602 } });
    expect(done).toEqual([]);
  });

  it('each leg needs nothing but itself: a server that never saw the client answers it', async () => {
    const { bookFlight } = createAirline();

    expect((await leg(endpointOf([bookFlight]))).result?.resultType).toBe('input_required');
  });

  it('questions are asked in results of tools/call only: no request goes to the client', async () => {
    const { bookFlight } = createAirline();
    const response = await post(endpointOf([bookFlight]), call());
    const text = await response.text();

    expect(JSON.parse(text)).toMatchObject({ id: 1, result: { resultType: 'input_required' } });
  });
});

describe('on a connection that carries more than one request', () => {
  it('a call of 2026-07-28 that the client cancels stops at once, in a later leg too', async () => {
    const { worker, gate, done } = createWorker();
    const tools = createMcpTools({ tools: [worker], principal: 'ada' });
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const served = serveStdio(
      () => {
        const server = new McpServer({ name: 'own', version: '1' }, { capabilities: { tools: {} } });
        tools.addTo(server);
        return server;
      },
      { transport: theirs },
    );
    onTestFinished(async () => {
      await served.close();
      await tools.close();
    });
    const got: JSONRPCMessage[] = [];
    ours.onmessage = (message) => void got.push(message);
    await ours.start();
    const send = (id: number, more: object = {}) =>
      ours.send({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'work', arguments: {}, ...more, _meta: meta() },
      });
    await send(1);
    await eventually(() => expect(got).toHaveLength(1));
    const { requestState } = (got[0] as unknown as { result: { requestState: string } }).result;
    await send(2, { requestState, inputResponses: { 'go.0.1': { action: 'accept', content: { ok: true } } } });
    await gate.reached();

    await ours.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2, _meta: meta() } });

    await eventually(() => expect(done).toEqual(['began', 'cleaned up']));
  });
});

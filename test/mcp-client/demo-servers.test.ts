import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createEverythingMcp } from '../../demo/server/mcp-everything.ts';
import { createDemoMcp } from '../../demo/server/mcp.ts';
import { connectMcpElicitation, elicitationCapabilities } from '../../src/mcp-client.ts';
import { closeAll, createHarness } from '../client/harness.ts';
import { valueOf } from './harness.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

function start<Server extends ReturnType<typeof createDemoMcp>>(server: Server): Server {
  stops.push(() => server.close());
  return server;
}

async function connect({ handle }: ReturnType<typeof createDemoMcp>, path = '/everything') {
  const harness = createHarness();
  const mcp = new Client({ name: 'test', version: '1.0.0' }, { capabilities: elicitationCapabilities() });
  const connection = connectMcpElicitation(harness.client, mcp, { server: { name: 'Acme' } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://mcp.test${path}`), {
    fetch: (input, init) => handle(new Request(input, init)),
  });
  await mcp.connect(transport);
  return { ...harness, mcp, connection, transport };
}

/** A server of few words, which can be made to crash, or to say none. */
const frail = `
require('node:readline').createInterface(process.stdin).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  if (params?.name === 'crash') process.exit(1);
  if (params?.name === 'wait') return;
  const content = [{ type: 'text', text: String(process.pid) }];
  const capabilities = { tools: {} };
  const hello = { protocolVersion: params.protocolVersion, capabilities, serverInfo: { name: 'frail', version: '1' } };
  const result = method === 'initialize' ? hello : { content };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
});`;
const createFrail = () => start(createEverythingMcp(['-e', frail]));

function isRunning(pid: unknown): boolean {
  try {
    return process.kill(Number(pid), 0);
  } catch {
    return false;
  }
}

describe("the demo's reference server", () => {
  it('asks each page by itself, as soon as it is there', async () => {
    const demo = start(createDemoMcp());
    const pages = await Promise.all([connect(demo), connect(demo)]);
    const results = pages.map(({ connection }) =>
      connection.callTool({ name: 'trigger-elicitation-request', arguments: {} }),
    );
    for (const [index, { when }] of pages.entries()) {
      const [item] = (await when(({ pending }) => pending.length === 1)).pending;
      if (item?.status === 'pending') item.accept({ name: `Ada ${index}` });
    }
    const said = (await Promise.all(results)).map(({ content }) => JSON.stringify(content));
    expect(said[0]).toContain('Ada 0');
    expect(said[1]).toContain('Ada 1');
  });

  it('has a process for each session, which ends when the session is ended', async () => {
    const server = createFrail();
    const [one, two] = await Promise.all([connect(server), connect(server)]);
    const pids = await Promise.all(
      [one, two].map(async ({ connection }) => valueOf(await connection.callTool({ name: 'pid', arguments: {} }))),
    );
    expect(new Set(pids).size).toBe(2);
    await one.transport.terminateSession();
    await expect.poll(() => pids.map(isRunning)).toEqual([false, true]);
    expect(valueOf(await two.connection.callTool({ name: 'pid', arguments: {} }))).toBe(pids[1]);
  });

  it('lets the quietest session go where too many have come, and all with the server', async () => {
    const server = createFrail();
    const pidOf = async ({ connection }: Awaited<ReturnType<typeof connect>>) =>
      valueOf(await connection.callTool({ name: 'pid', arguments: {} }));
    const first = await connect(server);
    const quiet = await connect(server);
    const pids = [await pidOf(quiet), await pidOf(first)];
    for (let count = 0; count < 7; count += 1) pids.push(await pidOf(await connect(server)));
    await expect.poll(() => pids.map(isRunning)).toEqual([false, ...Array.from({ length: 8 }, () => true)]);
    await server.close();
    await expect.poll(() => pids.some(isRunning)).toBe(false);
  });

  it('keeps the session of a call that runs, for as long as its caller is there', async () => {
    const server = createFrail();
    const asked = await connect(server);
    const pid = valueOf(await asked.connection.callTool({ name: 'pid', arguments: {} }));
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-session-id': asked.transport.sessionId ?? '',
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 'call', method: 'tools/call', params: { name: 'wait' } });
    const call = await server.handle(new Request('http://mcp.test/everything', { method: 'POST', headers, body }));
    const connectMany = async (count: number) => {
      for (let left = count; left > 0; left -= 1) await connect(server);
    };
    await connectMany(9);
    expect(isRunning(pid)).toBe(true);
    await call.body?.cancel();
    await connectMany(8);
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  it('fails what runs where it crashes, and starts anew with the next hello', async () => {
    const server = createFrail();
    const { connection } = await connect(server);
    await expect(connection.callTool({ name: 'crash', arguments: {} })).rejects.toThrow('The server has stopped.');
    await expect(connection.callTool({ name: 'pid', arguments: {} })).rejects.toMatchObject({ data: { status: 404 } });
    const again = await connect(server);
    const pid = valueOf(await again.connection.callTool({ name: 'pid', arguments: {} }));
    expect(isRunning(pid)).toBe(true);
  });
});

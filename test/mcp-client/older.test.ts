import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { InMemoryTransport as OldTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { afterEach, describe, expect, it } from 'vitest';
import { connectMcpElicitation, elicitationCapabilities, type McpClient } from '../../src/mcp-client.ts';
import { closeAll, createHarness } from '../client/harness.ts';
import { valueOf, type Params } from './harness.ts';

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: Params;
  readonly result?: Params;
  readonly error?: { code: number; message: string };
}
interface Wire {
  onmessage?: ((message: never) => void) | undefined;
  start(): Promise<void>;
  send(message: never): Promise<void>;
}

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await closeAll();
});

/** A server of 2025-06-18, as its revision has it: its one tool asks, and gives what it heard. */
function serve(wire: Wire, asks: Params): { readonly declared: () => unknown } {
  let declared: unknown;
  let call: Message['id'];
  const send = (message: Omit<Message, 'jsonrpc'>) => wire.send({ jsonrpc: '2.0', ...message } as never);
  const answer = ({ id, method, params, result, error }: Message) => {
    if (method === 'initialize') {
      declared = params?.['capabilities'];
      const serverInfo = { name: 'older', version: '1.0.0' };
      void send({ id: id ?? 0, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo } });
    } else if (method === 'tools/call') {
      call = id;
      void send({ id: 7, method: 'elicitation/create', params: asks });
    } else if (method === undefined && id === 7) {
      const content = [{ type: 'text', text: JSON.stringify(result ?? { code: error?.code }) }];
      void send({ id: call ?? 0, result: { content } });
    }
  };
  wire.onmessage = answer as (message: never) => void;
  void wire.start();
  return { declared: () => declared };
}

const info = { name: 'test', version: '1.0.0' };
const declares = { capabilities: elicitationCapabilities() };

async function second(asks: Params) {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const mcp = new Client(info, declares);
  return { mcp: mcp as McpClient, served: serve(far, asks), connect: () => mcp.connect(near) };
}
async function first(asks: Params) {
  const [near, far] = OldTransport.createLinkedPair();
  // As the transport for HTTP does, which is the one of this line that keeps it.
  const keeping = Object.assign(near, {
    protocolVersion: undefined as string | undefined,
    setProtocolVersion(version: string) {
      keeping.protocolVersion = version;
    },
  });
  const mcp = new OldClient(info, declares);
  return { mcp: mcp as McpClient, served: serve(far, asks), connect: () => mcp.connect(near) };
}

describe.each([
  ['2.x', second],
  ['1.x', first],
])('a server of 2025-06-18, on the SDK %s,', (_line, make) => {
  async function setUp(asks: Params) {
    const harness = createHarness();
    const { mcp, served, connect } = await make(asks);
    const connection = connectMcpElicitation(harness.client, mcp, { server: { name: 'Acme' } });
    await connect();
    stops.push(() => (mcp as unknown as { close(): Promise<void> }).close());
    return { ...harness, served, call: () => connection.callTool({ name: 'ask', arguments: {} } as never) };
  }

  const requestedSchema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };

  it.each([
    ['accept', { action: 'accept', content: { name: 'Ada' } }],
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
  ] as const)('hears %s where its form gets that', async (action, heard) => {
    const { call, when, served } = await setUp({ message: 'Your name?', requestedSchema });
    expect(served.declared()).toMatchObject({ elicitation: { form: {}, url: {} } });
    const result = call();
    const [item] = (await when(({ pending }) => pending.length === 1)).pending;
    expect(item).toMatchObject({ message: 'Your name?', request: { mode: 'form' }, toolName: 'ask' });
    if (item?.status === 'pending' && action === 'accept') item.accept({ name: 'Ada' });
    else if (item?.status === 'pending' && action !== 'accept') item[action]();
    expect(valueOf(await result)).toEqual(heard);
  });

  it('gets -32602 for a page, which its revision does not have', async () => {
    const page = { mode: 'url', message: 'Go', url: 'https://a.example/', elicitationId: 'e1' };
    const { call, snapshot } = await setUp(page);
    expect(valueOf(await call())).toEqual({ code: -32602 });
    expect(snapshot().items).toEqual([]);
  });
});

it('is told apart on the SDK 1.x by what its transport for HTTP keeps', () => {
  const transport = new OldHttp(new URL('http://mcp.test/'));
  transport.setProtocolVersion('2025-06-18');
  expect(transport.protocolVersion).toBe('2025-06-18');
});
